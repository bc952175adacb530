"""Completion in the real bash, zsh and fish: what they offer for a line is what the programs take, and nothing else.

bash and zsh are typed at, on a terminal: a key inserts all that they offer into the line, and the line is then
given to `echo` behind it. fish tells what it offers for a line by itself."""

import subprocess

import pexpect
import pytest

from harness import interface, world
from harness.interface import commands, options, taken

SHELLS = ["bash", "zsh", "fish"]
GRIDS = {"3", "4", "5", "6"}
KEYPADS = {"phone", "numpad", "letters"}
# ESC * is readline's insert-completions. zsh has no such key; its manual tells how to make one.
START = {
    "bash": ("bash --norc --noprofile -i", r"""
        . /usr/share/bash-completion/bash_completion
        bind 'set completion-query-items 0'
        bind 'set bell-style none'
        bind 'set enable-bracketed-paste off'
        """),
    "zsh": ("zsh -f -i", r"""
        autoload -U compinit; compinit -D -u
        unset zle_bracketed_paste; unsetopt prompt_cr prompt_sp
        zstyle ':completion::complete:*' completer _complete
        zstyle ':completion:all-matches::::' completer _all_matches _complete
        zstyle ':completion:all-matches:*' insert true
        zle -C all-matches complete-word _generic
        bindkey -e
        bindkey '^[*' all-matches
        """),
}
PROMPT = "ready> "


class Shell:
    """A shell on a terminal, which is asked what it offers."""

    def __init__(self, name: str, folder):
        command, setup = START[name]
        self.folder = folder
        self.process = pexpect.spawn(
            command, encoding="utf-8", timeout=30, echo=False, dimensions=(50, 4000), cwd=str(folder),
            env={"PATH": "/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8", "HOME": str(folder.parent),
                 "PS1": PROMPT, "PROMPT": PROMPT})
        self.process.delaybeforesend = None
        self.process.expect_exact(PROMPT)
        for line in setup.strip().splitlines():
            self.process.sendline(line.strip())
            self.process.expect_exact(PROMPT)

    def offers(self, line: str) -> set[str]:
        """What is offered at the end of a line, of which the last word has begun."""
        begun = line.rsplit(" ", 1)[0]
        # The line goes to a file, from which it is read whatever the terminal made of it.
        self.process.send(line + "\x1b*")
        # Quoted, so that what is typed is no sign of the end.
        self.process.send("\x01" + "echo \x05 >../offered; echo do''ne\r")
        self.process.expect_exact("done")
        self.process.expect_exact(PROMPT)
        offered = (self.folder.parent / "offered").read_text()
        assert offered.startswith(begun), offered
        if offered.rstrip() == line.rstrip():
            return set()
        return {word for word in offered[len(begun):].split()}

    def close(self):
        self.process.close(force=True)


class Fish:
    """fish, which needs no terminal for that."""

    def __init__(self, folder):
        self.folder = folder

    def offers(self, line: str) -> set[str]:
        done = subprocess.run(
            ["fish", "-c", 'complete -C "$argv[1]"', "--", line], capture_output=True, text=True, cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder.parent), "LC_ALL": "C.UTF-8", "TERM": "dumb"},
            timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        return {offer.split("\t")[0] for offer in done.stdout.splitlines()}

    def close(self):
        pass


@pytest.fixture(scope="module", params=SHELLS)
def shell(request, tmp_path_factory):
    """A shell, in a folder with a file and a folder."""
    folder = tmp_path_factory.mktemp("home") / "files"
    folder.mkdir()
    (folder / "a.conf").touch()
    (folder / "inside").mkdir()
    shell = Fish(folder) if request.param == "fish" else Shell(request.param, folder)
    yield shell
    shell.close()


@pytest.fixture(autouse=True, scope="module")
def programs():
    """fish completes only what there is; where a program was not built, a stand-in is there for it."""
    made = [path for path in map(world.PROGRAMS.joinpath, interface.PROGRAMS) if not path.exists()]
    for path in made:
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    yield
    for path in made:
        path.unlink()


def long(names) -> set[str]:
    return {f"--{name}" for name in names}


def unvalued(words: set[str]) -> set[str]:
    """Options as they are offered: zsh puts a = behind those that take a value."""
    return {word.removesuffix("=") for word in words}


def values(words: set[str], option: str = "") -> set[str]:
    """Values as they are offered: fish repeats the option, zsh and bash do in the first one that is inserted."""
    return {word.removeprefix(f"--{option}=") for word in words}


def users() -> set[str]:
    with open("/etc/passwd") as file:
        return {line.split(":")[0] for line in file if line.strip()}


def test_commands(shell):
    assert shell.offers("patternctl ") == set(commands())
    assert shell.offers("patternctl en") == {"enroll"}
    assert shell.offers("patternctl --user status st") == {"status"}
    assert shell.offers("patternctl enroll l") == set(), "one command only"


@pytest.mark.parametrize("command", commands())
def test_options_of_a_command(shell, command):
    assert unvalued(shell.offers(f"patternctl {command} --")) == long(taken()[command] | {"help", "version"})


def test_options_before_the_command(shell):
    assert unvalued(shell.offers("patternctl --")) == long({"help", "version"})


@pytest.mark.parametrize("program", [name for name in interface.PROGRAMS if name != "patternctl"])
def test_options_of_a_pad(shell, program):
    assert unvalued(shell.offers(f"{program} --")) == long(option.name for option in options(program))


@pytest.mark.parametrize("line", [
    "patternctl enroll", "patternctl explain", "patternctl random", *interface.PROGRAMS[1:]])
def test_grids(shell, line):
    assert shell.offers(f"{line} --grid ") == GRIDS
    assert values(shell.offers(f"{line} --grid="), "grid") == GRIDS


@pytest.mark.parametrize("line", ["patternctl enroll", "patternctl explain", *interface.PROGRAMS[1:]])
def test_keypads(shell, line):
    assert shell.offers(f"{line} --keypad ") == KEYPADS
    assert values(shell.offers(f"{line} --keypad=n"), "keypad") == {"numpad"}


def test_users(shell):
    assert shell.offers("patternctl status --user ") == users()
    assert values(shell.offers("patternctl unlock --user=car"), "user") == {"carol"}


def test_lengths(shell):
    assert shell.offers("patternctl random --length ") == {"any"}


@pytest.mark.parametrize("command", ["export", "import"])
def test_files_of_a_command(shell, command):
    assert {word.rstrip("/") for word in shell.offers(f"patternctl {command} ")} == {"a.conf", "inside"}


def test_files(shell):
    for line in ("patternctl explain --svg ", "patternctl list --conf "):
        assert {word.rstrip("/") for word in shell.offers(line)} == {"a.conf", "inside"}
    assert {word.rstrip("/") for word in shell.offers("patternctl list --store ")} == {"inside"}


@pytest.mark.parametrize("line", ["patternctl random --count ", "patternctl remove --uid ",
                                  "patternctl calibrate --target ", "pattern-pad --prompt "])
def test_numbers_and_texts_are_ones_own(shell, line):
    """Nothing is offered, no file of the folder either."""
    assert shell.offers(line) == set()
