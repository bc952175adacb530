"""check-hardening.sh finds each slip in how a file is built."""

import subprocess

import pytest

from harness import world

CHECK = world.TESTS.parent / "check-hardening.sh"
SOURCE = """
#include <stdio.h>
#include <string.h>
#include <syslog.h>
int main(int count, char **words) {
    char text[64];
    snprintf(text, sizeof text, "%s", words[count - 1]);
    syslog(LOG_DEBUG, "%s", text);
    CALL
    return (int)strlen(text);
}
"""
# As it must be, and what is said when an option is left out or another is added.
GOOD = ("-O2", "-fPIE", "-pie", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-Wl,-z,now", "-Wl,-z,relro",
        "-Wl,-z,noexecstack", "-s")
SLIPS = {
    "no PIE": (("-no-pie",), "is at a fixed address"),
    "late": (("-Wl,-z,lazy",), "binds its functions late"),
    "no RELRO": (("-Wl,-z,norelro",), "keeps its relocations writable"),
    "stack": (("-Wl,-z,execstack",), "has an executable stack"),
    "RPATH": (("-Wl,-rpath,/tmp",), "looks for libraries in a place of its own"),
    "no protector": (("-fno-stack-protector",), "does not watch its stack"),
    "no fortify": (("-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0"), "calls nothing with its sizes checked (fortify)"),
    "code with addresses": (("-fno-pie", "-mcmodel=large", "-Wl,-z,notext"), "has relocations in its code"),
}


def checked(folder, *options: str, name: str = "patternctl", call: str = "") -> str:
    """What the check says of a program that is built so; it ends with 1."""
    path = folder / name
    subprocess.run(["cc", "-x", "c", "-", "-o", path, *GOOD, *options], input=SOURCE.replace("CALL", call), text=True,
                   check=True, capture_output=True)
    done = subprocess.run([CHECK, path], capture_output=True, text=True)
    if done.returncode == 0:
        assert done.stdout.endswith(f" checks of {name}'s hardening passed\n") and done.stderr == ""
        return ""
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr.splitlines()[-1].removeprefix(f"not ok: {path} ")


def test_nothing_to_say(folder):
    assert checked(folder) == ""


@pytest.mark.parametrize("options, said", SLIPS.values(), ids=SLIPS.keys())
def test_slip(options, said, folder):
    assert said in checked(folder, *options)


def test_memory_to_write_and_run(folder):
    code = r'__asm__(".section .both,\"awx\",@progbits\n.long 0\n.previous");'
    assert checked(folder, call=code) == "has memory that is writable and executable"


def test_symbols(folder):
    path = folder / "patternctl"
    subprocess.run(["cc", "-x", "c", "-", "-o", path, *GOOD[:-1]], input=SOURCE.replace("CALL", ""), text=True,
                   check=True)
    done = subprocess.run([CHECK, path], capture_output=True, text=True)
    assert "has symbols or data for debuggers" in done.stderr


def test_of_ours_alone(folder):
    """Those that hold no runtime of others call nothing unsafe, and are marked for shadow stacks."""
    said = checked(folder, name="pattern-chkpwd", call="fflush(popen(text, text));")
    assert said == "calls what can't be called safely"
    assert checked(folder, name="pattern-chkpwd") == "is not marked for shadow stacks"


def test_usage(folder):
    for words in ([], [folder / "none"], [CHECK, CHECK]):
        done = subprocess.run([CHECK, *words], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "Usage: check-hardening.sh FILE\n")
