"""patternctl enroll and verify with the pad: drawn on a real terminal, read from its screen."""

import os
import re
import signal
import termios

import pytest

from harness import store as stores, world
from harness.pad import CTRL_C, ENTER, ESCAPE, Screen, drag, path
from harness.patterns import LARGE, RIGHT, SECOND, WRONG
from harness.world import ALICE

DONE, REFUSED, INTERRUPTED = 0, 1, 130
NEW, AGAIN, ASKED = "New pattern for alice", "The same again", "Pattern\n"


@pytest.fixture
def control(store, settings):
    """Runs patternctl on a screen, on the test's own store."""
    screens = []

    def start(command: str, *lines: str, **circumstances) -> Screen:
        conf = "--" + settings("cost = 1", *lines)
        screens.append(Screen(f"patternctl {command} --user=alice --store={store.path} {conf}", **circumstances))
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


@pytest.fixture
def verify(system_store):
    """Runs patternctl verify on a screen, where alice has a pattern."""
    system_store.enroll()
    screens = []

    def start(*words: str, **circumstances) -> Screen:
        screens.append(Screen(" ".join(["patternctl verify", "--user=alice", *words]), **circumstances))
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


def keys(drawing) -> list[str]:
    return [*drawing.typed, ENTER]


def is_of(store: stores.Store, drawing) -> bool:
    """Whether the stored hash is of this pattern."""
    stored = re.search(r"hash=(\S+)", store.file().read_text())[1]
    return stores.crypt.crypt(drawing.canonical, stored) == stored


def test_drawn_twice(control, store):
    screen = control("enroll")
    screen.see(NEW, "Join at least 4 dots.")
    screen.send(*drag("sgr", path(screen.nodes(), *RIGHT.numbers)))
    screen.see(AGAIN)
    assert "Join at least" not in screen.text(), "only the first is chosen"
    screen.send(*drag("sgr", path(screen.nodes(), *RIGHT.numbers)))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_keys_and_mouse_give_the_same(control, store):
    screen = control("enroll")
    screen.see(NEW)
    screen.send(*keys(RIGHT))
    screen.see(AGAIN)
    screen.send(*drag("sgr", path(screen.nodes(), *RIGHT.numbers)))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_larger_grid(control, store):
    screen = control("enroll --grid=4")
    for prompt in (NEW, AGAIN):
        screen.see(prompt)
        screen.send(*drag("sgr", path(screen.nodes(4), *LARGE.numbers)))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, LARGE)


def test_keypad_of_the_settings(control, store):
    screen = control("enroll", "keypad = letters")
    for prompt in (NEW, AGAIN):
        screen.see(prompt, "qwe/asd/zxc")
        screen.send(*RIGHT.typed.translate(str.maketrans("123456789", "qweasdzxc")), ENTER)
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_mismatch_keeps_the_first(control, store):
    screen = control("enroll")
    screen.see(NEW)
    screen.send(*keys(RIGHT))
    screen.see(AGAIN)
    screen.send(*keys(WRONG))
    screen.see("Not the same.", AGAIN)
    screen.send(*keys(RIGHT))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_mismatch_to_the_end(control, store):
    store.enroll(drawing=SECOND)
    kept = store.contents()
    screen = control("enroll")
    screen.see(NEW)
    screen.send(*keys(RIGHT))
    for turn in range(3):
        screen.see(AGAIN)
        # Each time on a new pad; the one before looks alike.
        screen.until(lambda: screen.raw.count("Not the same.") == turn)
        screen.send(*keys(WRONG))
    screen.end(REFUSED)
    assert "patternctl: never the same twice; nothing was changed" in screen.text()
    assert store.contents() == kept


def test_too_short_is_said_on_the_pad(control, store):
    """By the pad itself, which goes on."""
    screen = control("enroll")
    screen.see(NEW)
    screen.send("2", "9", ENTER)
    screen.see("Too short: at least 4 dots.", NEW)
    screen.send(*keys(RIGHT))
    screen.see(AGAIN)
    screen.send(*keys(RIGHT))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_what_the_rules_refuse_comes_back(control, store):
    """At once, before it is drawn a second time, with the reason in the colour of an error."""
    screen = control("enroll", "min_nodes = 6")
    screen.see(NEW)
    screen.send(*keys(SECOND))
    screen.see("It is too short; a pattern has at least 6 dots.", NEW)
    row = next(row for row, line in enumerate(screen.screen.display) if "It is too short" in line)
    assert "red" in {screen.screen.buffer[row][column].fg for column in range(80)}
    assert AGAIN not in screen.raw
    screen.send(*keys(RIGHT))
    screen.see(AGAIN)
    assert "It is too short" not in screen.text()
    screen.send(*keys(RIGHT))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


@pytest.mark.parametrize("key", [ESCAPE, CTRL_C])
@pytest.mark.parametrize("before", ["nothing", "half", "first", "first and half", "mismatch"])
def test_cancelled(before, key, control, store):
    store.enroll(drawing=SECOND)
    kept = store.contents()
    screen = control("enroll")
    screen.see(NEW)
    if before in ("first", "first and half", "mismatch"):
        screen.send(*keys(RIGHT))
        screen.see(AGAIN)
    if before == "mismatch":
        screen.send(*keys(WRONG))
        screen.see("Not the same.")
    if "half" in before:
        screen.send(*RIGHT.typed[:3])
    screen.send(key)
    screen.end(INTERRUPTED)
    assert "patternctl: cancelled; nothing was changed" in screen.text()
    assert store.contents() == kept


@pytest.mark.parametrize("name", ["TERM", "HUP", "SEGV", "KILL"])
def test_pad_that_is_killed(name, control, store):
    """One that was told to end has cancelled; after a crash the pattern is typed."""
    screen = control("enroll")
    screen.see(NEW)
    os.kill(screen.child(), getattr(signal, f"SIG{name}"))
    if name in ("SEGV", "KILL"):
        screen.show(f"{NEW} (123/456/789): ")
        screen.send(CTRL_C)
    if name == "KILL":  # the screen stays as it was; the terminal's mode does not
        screen.show("status=130")
        assert termios.tcgetattr(screen.process.child_fd) == screen.modes
    else:
        screen.end(INTERRUPTED)
    assert store.contents() == {}


def test_typed_on_a_terminal_that_cannot_be_drawn_on(control, store):
    """By the pad, in the same words as by patternctl."""
    screen = control("enroll", term="dumb")
    screen.see(f"{NEW} (123/456/789):")
    screen.send(*keys(RIGHT))
    screen.see(f"{AGAIN} (123/456/789):")
    screen.send(*keys(RIGHT))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_typed_without_the_pad(control, store, keep):
    keep("/usr/bin/pattern-pad").unlink()
    screen = control("enroll")
    screen.see(f"{NEW} (123/456/789):")
    screen.send(*keys(RIGHT))
    screen.see(f"{AGAIN}:")
    screen.send(*keys(RIGHT))
    screen.end(DONE, "Pattern set for alice.")
    assert is_of(store, RIGHT)


def test_typed_where_asked_for(control):
    screen = control("enroll --typed")
    screen.see(f"{NEW} (123/456/789):")
    assert "\x1b" not in screen.raw
    screen.send(CTRL_C)
    screen.end(INTERRUPTED)


def test_no_secret_in_a_command_line(control):
    """Not of the first pattern either, while the second is drawn."""
    screen = control("enroll")
    screen.see(NEW)
    screen.send(*keys(RIGHT))
    screen.see(AGAIN)
    words = open(f"/proc/{screen.child()}/cmdline").read().split("\0")
    assert words == ["/usr/bin/pattern-pad", "--grid=3", "--keypad=phone", f"--prompt={AGAIN}", ""]
    variables = open(f"/proc/{screen.child()}/environ").read()
    assert RIGHT.nodes not in variables and RIGHT.typed not in variables
    screen.send(ESCAPE)
    screen.end(INTERRUPTED)


@pytest.mark.parametrize("drawing, status, shown", [(RIGHT, DONE, "alice: right."), (WRONG, REFUSED, "")])
@pytest.mark.parametrize("how", ["keys", "mouse"])
def test_verify(drawing, status, shown, how, verify):
    screen = verify()
    screen.see(ASKED)
    screen.send(*(keys(drawing) if how == "keys" else drag("sgr", path(screen.nodes(), *drawing.numbers))))
    screen.end(status, shown)
    if status:
        assert "patternctl: alice: wrong, or not a pattern; try again" in screen.text()


def test_verify_on_the_grid_of_the_credential(system_store, verify):
    system_store.enroll(drawing=LARGE)
    screen = verify()
    screen.see(ASKED)
    screen.send(*drag("sgr", path(screen.nodes(4), *LARGE.numbers)))
    screen.end(DONE, "alice: right.")


def test_verify_cancelled_is_not_counted(system_store, verify):
    before = system_store.contents()
    screen = verify()
    screen.see(ASKED)
    screen.send(*RIGHT.typed, ESCAPE)
    screen.end(INTERRUPTED)
    assert "patternctl: cancelled" in screen.text()
    assert system_store.contents() == before


def test_verify_tries_again_with_the_reason(verify, keep):
    """What the prompt says of the try before is told on the pad."""
    service = keep("/etc/pam.d/patternctl")
    service.write_text("auth required pam_pattern.so tries=2\n")
    screen = verify()
    screen.see(ASKED)
    screen.send(*keys(WRONG))
    screen.see("Wrong.", ASKED)
    screen.send(*keys(RIGHT))
    screen.end(DONE, "alice: right.")


# Prompts of pam_pattern.conf: the line, and whether a pad is drawn for it and with which title.
PROMPTS = {
    "own words": ("prompt = \"Draw me: \"", "Draw me"),
    "beginning with Pattern": ("prompt = \"Pattern, please: \"", "Pattern, please"),
    "with the map": ("cue", "Pattern"),
    "with a password": ("forward_pass", None),
}


@pytest.mark.parametrize("line, title", PROMPTS.values(), ids=PROMPTS.keys())
def test_prompts(line, title, verify, keep):
    keep(world.SETTINGS).write_text(line + "\n")
    screen = verify()
    if title is None:
        screen.see("Pattern or password:")
        screen.process.send(RIGHT.typed + ENTER)
        screen.process.expect_exact("status=0 result=alice: right..")
        assert "\x1b" not in screen.raw
        return
    screen.see("cancel", f" {title}\n")
    screen.send(*keys(RIGHT))
    screen.end(DONE, "alice: right.")


def test_pad_of_sudos_user(system_store):
    """Started by root through sudo, the pad runs as the one who called: it reads their keys."""
    system_store.enroll()
    screen = Screen("patternctl verify", SUDO_UID=str(ALICE.uid), SUDO_GID=str(ALICE.uid))
    screen.see(ASKED)
    status = open(f"/proc/{screen.child()}/status").read()
    for name in ("Uid", "Gid"):
        assert re.search(rf"^{name}:\t(.*)$", status, re.M)[1].split("\t") == [str(ALICE.uid)] * 4
    screen.send(*keys(RIGHT))
    screen.end(DONE, "alice: right.")
