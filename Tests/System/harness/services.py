"""PAM service files for the tests."""

import pathlib

from harness import native, world

NAME = "pattern-test"
# What the probe gives where our module was passed over by PAM_IGNORE: pam.MODULE_UNKNOWN, which no
# row of our table has.
_PASSED_OVER = 28


class Services:
    """A folder like /etc/pam.d, for pam_start_confdir."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir(mode=0o755)
        # What libpam reads beside any service file.
        self.write("other", "auth required pam_deny.so")

    def write(self, name: str, *lines: str) -> str:
        """Writes a service file; the name."""
        (self.folder / name).write_text("\n".join(["#%PAM-1.0", *lines, ""]))
        return name

    def probing(self, *arguments: str, name: str = NAME, module: str = world.MODULE) -> str:
        """A service whose outcome is our module's own code, with the probe behind it.

        Success jumps over the first probe; a refusal stands whatever comes later; only PAM_IGNORE
        lets the first probe's code through. The second probe always runs."""
        probe = native.library("pam_probe")
        return self.write(
            name,
            f"auth [success=1 ignore=ignore default=bad] {line(module, *arguments)}",
            f"auth [default=bad] {probe} return={_PASSED_OVER}",
            f"auth [default=ok] {probe}",
            "account required pam_permit.so")

    def before_password(self, *arguments: str, password: str = "", name: str = NAME) -> str:
        """The way the module is meant to stand: sufficient, and pam_unix behind it."""
        return self.write(
            name,
            f"auth sufficient {line(world.MODULE, *arguments)}",
            f"auth required pam_unix.so {password}",
            "account required pam_unix.so")


def line(module: str, *arguments: str) -> str:
    """A module and its arguments as pam.conf(5) wants them: blanks only inside brackets."""
    quoted = ["[" + argument.replace("]", "\\]") + "]" if " " in argument else argument
              for argument in arguments]
    return " ".join([module, *quoted])
