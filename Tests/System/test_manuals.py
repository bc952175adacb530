"""The manual pages: mandoc has nothing to say, they name what there is and nothing else, and their examples work."""

import pathlib
import re
import stat
import subprocess

import pytest

from harness import interface, terminal, world
from harness.control import DONE, UNUSABLE, USAGE, run
from harness.patterns import RIGHT
from harness.world import ALICE, CAROL

FOLDER = world.CHECKOUT / "man"
PAGES = ["pam_pattern.8", "pattern-askpass.1", "pattern-chkpwd.8", "pattern-pad.1", "pattern.conf.5", "patternctl.1"]
INSTALLED = pathlib.Path("/usr/share/man")


def source(page: str) -> str:
    return (FOLDER / page).read_text()


def section(page: str, name: str) -> str:
    """The mdoc of a section, without its heading."""
    found = re.search(rf"^\.Sh {re.escape(name)}\n(.*?)(?=^\.Sh |\Z)", source(page), re.M | re.S)
    assert found, f"{page} has no {name}"
    return found[1]


def words(page: str) -> str:
    """What is read, in one line: the formatted page with single blanks and plain quotes."""
    text = subprocess.run(
        ["mandoc", "-T", "utf8", "-O", "width=1000", FOLDER / page], capture_output=True, text=True, check=True).stdout
    text = re.sub(r".\x08", "", text).translate(str.maketrans("‘’“”", "''\"\""))
    return " ".join(text.replace("−", "-").split())


def blocks(text: str) -> list[list[str]]:
    """The lines of each literal block."""
    return [found.replace("\\(rs", "\\").replace("\\(dq", '"').splitlines()
            for found in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", text, re.M | re.S)]


def one_liners(text: str) -> list[str]:
    return [line.replace("\\(rs", "\\") for line in re.findall(r"^\.Dl (.*)", text, re.M)]


def items(text: str, macro: str) -> dict[str, str]:
    """The entries that begin with a macro, by the word behind it, with what is said of them."""
    entries = re.split(r"^\.It ", text, flags=re.M)[1:]
    return {entry.split()[1]: entry for entry in entries if entry.startswith(macro + " ")}


def test_all_pages_are_there():
    assert sorted(path.name for path in FOLDER.iterdir()) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_lint(page):
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", FOLDER / page], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("page", PAGES)
def test_page_has_its_parts(page):
    """An example and the weaknesses; `.It` and `.Xr` of ours lead somewhere."""
    for name in ("EXAMPLES", "SECURITY CONSIDERATIONS", "SEE ALSO", "FILES"):
        assert section(page, name).strip()
    for name, number in re.findall(r"^\.Xr (pa(?:ttern|m_pattern)[\w.-]*) (\d)", source(page), re.M):
        assert f"{name}.{number}" in PAGES, f"{page} points at {name}({number})"


@pytest.mark.parametrize("page", PAGES)
def test_installed(page):
    installed = INSTALLED / f"man{page[-1]}" / page
    assert installed.read_text() == source(page)
    assert stat.filemode(installed.lstat().st_mode) == "-rw-r--r--"


def documented(program: str) -> set[interface.Option]:
    """The options that a page explains."""
    found = re.findall(r"^\.It (?:Fl (\w) , )?Fl -([a-z-]+)(?: (Ar))?", source(f"{program}.1"), re.M)
    return {interface.Option(name, letter or None, bool(value)) for letter, name, value in found}


@pytest.mark.parametrize("program", interface.PROGRAMS)
def test_options(program):
    assert documented(program) == interface.options(program)


@pytest.mark.parametrize("program", interface.PROGRAMS)
def test_options_in_the_synopsis_and_the_text(program):
    """Whatever option is spoken of anywhere, there is."""
    names = {f"-{option.name}" for option in interface.options(program)}
    names |= {option.letter for option in interface.options(program)}
    assert set(re.findall(r"\bFl (-?[a-z-]+)", source(f"{program}.1"))) <= names
    assert set(re.findall(r"(?<=[|] )-[a-z-]+", source(f"{program}.1"))) <= names


@pytest.mark.parametrize("program", interface.PROGRAMS)
def test_help(program):
    """What --help shows is the table of options, too; letters go without saying."""
    if not (world.PROGRAMS / program).exists():
        pytest.skip(f"{program} was not built")
    done = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
    found = re.findall(r"^  --([a-z-]+)( [A-Z][A-Z|a-z]*)? ", done.stdout, re.M)
    assert {(name, bool(value)) for name, value in found} == {
        (option.name, option.takes_value) for option in interface.options(program)}


def test_commands():
    found = re.findall(r"^\.It Cm (\w+)(.*)", section("patternctl.1", "COMMANDS"), re.M)
    assert {command: set(re.findall(r"Fl -([a-z-]+)", rest)) for command, rest in found} == interface.taken()
    text = subprocess.run(["patternctl", "--help"], capture_output=True, text=True, check=True).stdout
    listed = text[text.index("Commands:"):text.index("Options:")]
    assert re.findall(r"^  (\w+)", listed, re.M) == [command for command, _ in found]


VALUES = {"grid": "4", "keypad": "phone", "length": "any", "user": "carol", "conf": "/none", "store": "/none",
          "svg": "/none/x"}


@pytest.mark.parametrize("command", interface.commands())
def test_program_agrees_with_the_table(command):
    """Run by somebody who may do nothing: an option that a command does not take is told before all else."""
    for option in interface.options("patternctl") - {
            interface.Option("help", "h", False), interface.Option("version", "V", False)}:
        word = f"--{option.name}" + (f"={VALUES.get(option.name, '5')}" if option.takes_value else "")
        done = run(command, word, account=CAROL)
        refused = f"patternctl: --{option.name} does not go with {command}; see patternctl --help\n"
        if option.name in interface.taken()[command]:
            assert done.returncode != USAGE, done.stderr
        else:
            assert (done.returncode, done.stderr) == (USAGE, refused)


@pytest.mark.parametrize("page, path, start", [
    ("patternctl.1", "PatternControl/ExitCode.swift", "enum ExitCode"),
    ("pattern-pad.1", "TerminalPad/Program.swift", "enum ExitCode"),
])
def test_exit_codes(page, path, start):
    text = interface.source(path)
    codes = re.findall(r"case \w+ = (\d+)", text[text.index(start):])
    assert re.findall(r"^\.It (\d+)$", section(page, "EXIT STATUS"), re.M) == codes


# Settings.

def test_settings():
    scopes = interface.settings()
    page = {name for part in ("Asking", "Who may use a pattern", "Wrong patterns", "New patterns")
            for name in items(subsection(part), "Cm")} - {
                    "phone", "numpad", "letters", "common", "strict", "none", "yes", "first", "no"}
    assert page == {name for name, scope in scopes.items() if scope != "argumentOnly"}
    assert set(items(section("pam_pattern.8", "ARGUMENTS"), "Cm")) == {
        name for name, scope in scopes.items() if scope != "fileOnly"}
    for part in ("Wrong patterns", "New patterns"):
        assert "file alone" in subsection(part)
        for name in set(items(subsection(part), "Cm")) & set(scopes):
            assert scopes[name] == "fileOnly"


def subsection(name: str) -> str:
    found = re.search(rf"^\.Ss {name}\n(.*?)(?=^\.S[sh] )", source("pattern.conf.5"), re.M | re.S)
    return found[1]


def shown_defaults() -> dict[str, str | None]:
    """The settings that the comments of pattern.conf show, with their defaults."""
    text = (world.CHECKOUT / "etc/security/pattern.conf").read_text()
    found = re.findall(r'^# ([a-z_]+)(?: = ("[^"]*"|\S+))?   ? ?', text, re.M)
    return {name: value.strip('"') or None for name, value in found}


def test_settings_in_the_comments_of_the_file():
    assert set(shown_defaults()) == {
        name for name, scope in interface.settings().items() if scope != "argumentOnly"}


def test_defaults():
    """The page says the default that the file shows: `usually 5`, or `the usual one` where choices are listed."""
    for name, default in shown_defaults().items():
        if default is None:
            continue
        entry = re.split(rf"^\.It Cm {name}\b", source("pattern.conf.5"), flags=re.M)[1]
        choices = entry[:entry.index("\n.It Cm ") if "\n.It Cm " in entry else None]
        said = re.sub(r"\s+", " ", re.sub(r"^\.\w\w |\"", "", entry, flags=re.M))
        usual = re.escape(default.strip())
        assert re.search(rf"[Uu]sually {usual}[ .,]|\b{usual}\b[^.;]*the usual one", said), (name, choices)


# Codes and the log.

def test_pam_codes():
    """The codes of the one place that decides them, of the strong line, and of a call without a handle."""
    code = interface.source("PAMModule/PAMCode.swift")
    code = code[code.index("func code"):code.index("func priority")]
    codes = set(re.findall(r"PAM_[A-Z_]+", code)) | {"PAM_SYSTEM_ERR"}
    assert set(items(section("pam_pattern.8", "PAM CODES"), "Dv")) == codes


def texts(path: str, start: str = "", end: str | None = None) -> list[str]:
    """The constant texts of a piece of Swift, without the blanks at their ends."""
    code = interface.source(path)
    code = code[code.index(start):code.index(end) if end else None]
    return [text.strip() for text in re.findall(r'"([^"\\]+)"', code) if text.strip()]


@pytest.mark.parametrize("path, start, end", [
    ("PatternVault/Verifier/Verdict.swift", "package var reason", "extension Verdict"),
    ("PatternVault/Account/Refusal.swift", "package var name", "package init"),
    ("PatternGrid/TypedError.swift", "package var name", None),
    ("PatternVault/Checker/CheckerFailure.swift", "package var text", None),
    ("PAMModule/Wording.swift", "", None),
    ("PAMModule/Report.swift", "func log(_ verdict", "func debug(_ verdict"),
    ("PAMModule/StrongLine.swift", "var line", None),
])
def test_words_of_the_log(path, start, end):
    page = words("pam_pattern.8").replace(" ,", ",")
    # These are not logged, or are another number of what the page shows.
    known = {"right", "conversation incomplete", "minute left to unlock)",
             "%1 wrong pattern since the last right one."}
    for text in texts(path, start, end):
        if text not in known and not text.endswith("="):
            # What stands in a place is the page's own example.
            assert all(piece.strip() in page for piece in re.split("%[1-9]", text.rstrip(":"))), text


def test_words_of_the_store():
    """The places in the log, and what patternctl says of each problem: its messages point at the page."""
    log, control = words("pam_pattern.8"), words("patternctl.1")
    code = interface.source("PatternVault/Store/StoreError.swift")
    problems = re.findall(r'case \.\w+: line\.add\("((?:is|has|can)[^"]*)"\)', code)
    assert len(problems) >= 10
    for text in problems:
        assert text in control or text.removeprefix("has a wrong ") in control, text
    assert "can't be used: No such file or directory" in control
    for place in re.findall(r'line\.add\("([a-z ]+ )"\)', code):
        assert f"{place}..." in log, place


def test_messages_point_at_what_is_there():
    """Whatever page a message or comment of ours names, there is."""
    named = set()
    for folder in ("Sources", "Scripts", "etc", "pam.d-sample", "completions"):
        for path in (world.CHECKOUT / folder).rglob("*"):
            if path.is_file():
                named |= set(re.findall(r"\b(pattern[\w.-]*|pam_pattern)\((\d)\)", path.read_text()))
    assert ("patternctl", "1") in named
    assert {f"{name}.{number}" for name, number in named} <= set(PAGES)


# Files and examples.

def test_rights_of_the_store(system_store):
    """FILES, which `patternctl` points at when rights are wrong."""
    system_store.enroll()
    lines = [line for block in blocks(section("patternctl.1", "FILES")) for line in block]
    assert len(lines) == 5
    folder = None
    for place, owners, mode in (re.split(r"\s{2,}", line.strip()) for line in lines):
        folder = path = pathlib.Path(place) if place.startswith("/") else folder / str(ALICE.uid)
        status = path.lstat()
        assert f"{stat.S_IMODE(status.st_mode):04o}" == mode
        assert (path.owner() + ":" + path.group()) == owners


def test_checker_example():
    command, shown = blocks(section("pattern-chkpwd.8", "EXAMPLES"))[0]
    done = subprocess.run(["sh", "-c", command.removeprefix("$ ")], capture_output=True, text=True)
    assert done.stdout == shown + "\n"
    assert "root:_pam_pattern 2755" in source("pattern-chkpwd.8")


def test_stacks_are_those_of_the_samples():
    """Which are tried with the real programs."""
    sudo, swaylock, second = blocks(section("pam_pattern.8", "EXAMPLES"))
    for name, lines in (("sudo", sudo), ("swaylock", swaylock), ("sudo-second-factor", second)):
        sample = [" ".join(line.split()) for line in (world.SAMPLES / name).read_text().splitlines()]
        wanted = [" ".join(line.split()) for line in lines]
        assert [line for line in sample if line in wanted] == wanted


def test_settings_examples(folder):
    for lines in blocks(section("pattern.conf.5", "EXAMPLES")):
        path = folder / "example.conf"
        path.write_text("\n".join(lines) + "\n")
        done = run("random", f"--conf={path}")
        assert (done.returncode, done.stderr) == (DONE, "")
    assert blocks(section("pattern.conf.5", "EXAMPLES"))


def test_settings_diagnostics(folder):
    """The message is as the page shows it, in one line."""
    shown = " ".join(" ".join(blocks(section("pattern.conf.5", "DIAGNOSTICS"))[0]).split())
    path = folder / "pattern.conf"
    path.write_text("\n\ndeny=0\n")
    done = run("random", f"--conf={path}")
    assert done.returncode == UNUSABLE
    assert done.stderr == f"patternctl: {shown}; correct that file\n".replace("/etc/security", str(folder))


def test_examples_of_patternctl(system_store):
    text = section("patternctl.1", "EXAMPLES")
    commands = one_liners(text) + [line for block in blocks(text) for line in block]
    # The first two ask on a terminal, the last one a machine that is not there.
    left_out = ("sudo patternctl enroll", "patternctl verify",
                "sudo patternctl export | ssh root@example.org patternctl import")
    assert set(left_out) <= set(commands)
    for command in commands:
        if command not in left_out:
            done = subprocess.run(["sh", "-ec", command], capture_output=True, text=True)
            assert (done.returncode, done.stderr) == (DONE, ""), command
    done = run("verify", typed="741683", account=ALICE)
    assert (done.returncode, done.stdout) == (DONE, "alice: right.\n")


def test_missing_store_is_made_as_the_page_says(system_store):
    """The commands of DIAGNOSTICS, where the folder is missing."""
    lines = blocks(section("patternctl.1", "DIAGNOSTICS"))[0]
    subprocess.run(["rm", "-r", world.STORE], check=True)
    assert run("list").stderr == ("patternctl: /var/lib/pam_pattern: store folder can't be used: "
                                  "No such file or directory; see patternctl(1), or run install.sh again\n")
    subprocess.run(["sh", "-ec", "\n".join(lines)], check=True)
    done = run("enroll", "--user=alice", typed=RIGHT.typed)
    assert (done.returncode, done.stderr) == (DONE, "")
    test_rights_of_the_store(system_store)


@pytest.mark.parametrize("program", interface.PROGRAMS[1:])
def test_examples_of_the_pads_are_of_known_options(program):
    """They draw; here only their words are looked at."""
    text = section(f"{program}.1", "EXAMPLES")
    lines = one_liners(text) + [line for block in blocks(text) for line in block]
    for name, rest in re.findall(r"\b(pattern(?:ctl|-pad|-askpass))((?: --?[\w=-]+| \w+)*)", " ".join(lines)):
        known = {word for option in interface.options(name) for word in option.words}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known


def test_examples_of_the_pad(system_store):
    """Drawn by keys on a terminal, twice where it is to be confirmed."""
    explain, enroll = one_liners(section("pattern-pad.1", "EXAMPLES"))
    for command, times, said in ((explain, 1, "3x3:7-4-1-6-8-3, 6 dots"), (enroll, 2, "Pattern set for alice.")):
        with terminal.run("sh", "-c", command) as session:
            for prompt in ("Draw", "Draw the same")[:times]:
                session.process.expect_exact(prompt)
                session.process.send("741683\r")
            session.process.expect_exact(said)
            assert session.finish()[0] == DONE
