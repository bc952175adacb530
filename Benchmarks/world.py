"""The accounts, stores and service files that the pairs are measured on.

Written into the private world that stage.sh made, never on the machine itself.
"""

import os
import pathlib
import shutil
import struct
import subprocess

CONFDIR = pathlib.Path("/run/benchmark/pam.d")
PWDFILE = pathlib.Path("/run/benchmark/pwdfile")
STORE = pathlib.Path("/var/lib/pam_pattern")
CHECKER = pathlib.Path("/usr/libexec/pam_pattern/pattern-chkpwd")
GROUP_ID = 900

# The hashed text is also the password that the peers are given: the very same hash, so the same cost.
DRAWN = "3x3:2-9-4-3-8-1"
TYPED = "294381"

# name: (uid, crypt prefix, cost; 0 is the method's default: 5000 rounds of sha512crypt)
ACCOUNTS = {
    "alice": (1000, "$6$", 0),
    "bob": (1001, "$y$", 7),
}

# The auth lines of each service. Modules are named by file and loaded from the system's folder.
SERVICES = {
    "pattern": ["required pam_pattern.so"],
    "unix": ["required pam_unix.so nullok"],  # as Debian's common-auth has it
    "pwdfile": [f"required pam_pwdfile.so pwdfile={PWDFILE}"],
    "faillock": [
        "requisite pam_faillock.so preauth",
        "[success=1 default=bad] pam_unix.so",
        "[default=die] pam_faillock.so authfail",
        "sufficient pam_faillock.so authsucc",
        "required pam_deny.so",
    ],
    "other": ["required pam_deny.so"],  # libpam reads it too, and logs when it is missing
}


def write(path, text, mode=0o644, group=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.chown(path, 0, group)
    path.chmod(mode)


def modules(service):
    """The files of the modules in a service's lines."""
    words = " ".join(SERVICES[service]).split()
    return {word for word in words if word.endswith(".so")}


def identity(name):
    """How subprocess.run becomes an account."""
    uid = ACCOUNTS[name][0]
    return {"user": uid, "group": uid, "extra_groups": []}


def build(host, security, checker):
    """Makes the world; gives each account's hash by its name."""
    hashes = {
        name: subprocess.check_output([host, "--hash", prefix, str(cost), DRAWN], text=True).strip()
        for name, (_, prefix, cost) in ACCOUNTS.items()
    }
    make_accounts(hashes)
    make_store(hashes)
    install_checker(checker)
    write(PWDFILE, f"alice:{hashes['alice']}\n", 0o640)
    for service, lines in SERVICES.items():
        text = "".join(f"auth {line}\n" for line in lines)
        for module in modules(service):
            text = text.replace(module, f"{security}/{module}")
        write(CONFDIR / service, text)
    return hashes


def make_accounts(hashes):
    """Only the accounts that are measured: passwd and shadow are read line by line, whoever asks."""
    passwd = "root:x:0:0:root:/root:/bin/sh\n"
    shadow = "root:*:20000:0:99999:7:::\n"
    for name, (uid, _, _) in ACCOUNTS.items():
        passwd += f"{name}:x:{uid}:{uid}::/home/{name}:/bin/sh\n"
        shadow += f"{name}:{hashes[name]}:20000:0:99999:7:::\n"
    write(pathlib.Path("/etc/passwd"), passwd)
    # unix_chkpwd reads it by its group, as Debian sets it up.
    path = pathlib.Path("/etc/shadow")
    write(path, shadow, 0o640, path.stat().st_gid)
    write(pathlib.Path("/etc/group"), f"root:x:0:\n_pam_pattern:x:{GROUP_ID}:\n")
    write(pathlib.Path("/etc/nsswitch.conf"), "passwd: files\ngroup: files\nshadow: files\n")


def make_store(hashes):
    """The store on a file system in memory, as pam_faillock's counts are; settings at their defaults."""
    pathlib.Path("/etc/security/pattern.conf").unlink(missing_ok=True)
    STORE.mkdir(parents=True, exist_ok=True)
    subprocess.check_call(["mount", "-t", "tmpfs", "-o", "mode=0755", "tmpfs", str(STORE)])
    for folder in ("credentials", "attempts"):
        (STORE / folder).mkdir(mode=0o750)
        os.chown(STORE / folder, 0, GROUP_ID)
        (STORE / folder).chmod(0o750)
    for name, (uid, _, _) in ACCOUNTS.items():
        record = ["pam_pattern credential 1", f"uid={uid}", f"name={name}", "grid=3x3", "enrolled=1764486000"]
        record.append(f"hash={hashes[name]}")
        write(STORE / "credentials" / str(uid), "".join(f"{line}\n" for line in record), 0o640, GROUP_ID)
        make_attempts(STORE / "attempts" / str(uid), uid)


def install_checker(built):
    """The set-group-ID helper, where the module looks for it."""
    CHECKER.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(built, CHECKER)
    os.chown(CHECKER, 0, GROUP_ID)
    CHECKER.chmod(0o2755)


def make_attempts(path, uid):
    """Attempts with nothing counted, in the form of Attempts+Slot.swift."""
    slot = b"pamptry1" + struct.pack("<QQQQQQ", 1, uid, 0, 0, 0, 0) + bytes(16 + 8 + 8 + 16 + 8)
    slot += struct.pack("<Q", fnv1a(slot))
    path.write_bytes(slot.ljust(8192, b"\0"))
    os.chown(path, 0, GROUP_ID)
    path.chmod(0o660)


def fnv1a(data):
    """The 64-bit checksum of Fowler, Noll and Vo."""
    hash_ = 0xCBF29CE484222325
    for byte in data:
        hash_ = (hash_ ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hash_


def counts_tries():
    """Whether the module keeps attempts beside the credentials."""
    return any((STORE / "attempts").iterdir())
