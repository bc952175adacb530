"""The C programs of ../native, compiled when a test first asks for them."""

import functools
import pathlib
import subprocess

from harness import world


@functools.cache
def library(name: str) -> pathlib.Path:
    """A shared library made of native/NAME.c."""
    return _compiled(name, f"{name}.so", "-shared", "-fPIC")


@functools.cache
def program(name: str, *options: str) -> pathlib.Path:
    """A program made of native/NAME.c. Its functions stand before those of libraries (-rdynamic)."""
    return _compiled(name, name, "-rdynamic", "-pthread", "-Wl,-z,now", *options)


def _compiled(name: str, output: str, *options: str) -> pathlib.Path:
    target = world.folder() / "native" / output
    target.parent.mkdir(exist_ok=True)
    source = world.TESTS / "native" / f"{name}.c"
    subprocess.run(
        ["cc", "-std=gnu17", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
         "-I", world.CHECKOUT / "Sources/CSandbox/include", "-o", target, source, *options, "-lpam"], check=True)
    target.chmod(0o755)
    return target
