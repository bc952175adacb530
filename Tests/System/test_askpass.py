"""pattern-askpass as a person meets it: a window on a display, a mouse, keys; and sudo -A that runs it."""

import json
import os
import pathlib
import signal
import subprocess

import pytest

from harness import desktop as desktops, terminal, world
from harness.desktop import DARK, LIGHT, PROGRAM, Asking, wait
from harness.patterns import LARGE, RIGHT, WRONG
from harness.world import ALICE

pytestmark = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="pattern-askpass is not built")

SPELLED, NODES = "3x3:7-4-1-6-8-3\n", (7, 4, 1, 6, 8, 3)
CANCELLED = (1, "")


@pytest.fixture
def ask(desktop):
    """Starts the program, shows its window, and ends it with the test."""
    started: list[subprocess.Popen] = []

    def start(*words: str, title: str | None = "Pattern", **variables: str) -> Asking:
        process = subprocess.Popen(
            [PROGRAM, *words], env=desktops.environment(desktop.name, **variables), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        asking = Asking(process)
        if title:
            desktop.tool("mousemove", 1, 900)
            asking.window = desktop.open(title)
        return asking

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_drag(ask, desktop):
    asking = ask("Pattern: ")
    dots = desktop.dots()
    desktop.drag(dots, *NODES, release=False)
    wait(lambda: desktop.shows(LIGHT["line"]) > 1000, "a line")
    desktop.tool("mouseup", 1)
    assert asking.end() == (0, SPELLED)


def test_a_fast_drag_takes_along_what_it_crosses(ask, desktop):
    asking = ask("Pattern: ")
    desktop.drag(desktop.dots(), 1, 3, 9)
    assert asking.end() == (0, "3x3:1-2-3-6-9\n")


def test_a_drag_that_starts_outside(ask, desktop):
    asking = ask("Pattern: ")
    dots = desktop.dots()
    outside = (dots[0][0] - 45, dots[0][1] - 45)
    desktop.drag([outside, *dots], 1, 2, 5, 6, 9)
    assert asking.end() == (0, "3x3:1-4-5-8\n")


def test_moves_while_it_was_busy(ask, desktop):
    """They come to it as one; the corners on the way count all the same."""
    asking = ask("Pattern: ")
    dots = desktop.dots()
    desktop.drag(dots, 7, release=False)
    asking.process.send_signal(signal.SIGSTOP)
    desktop.tool(*(word for node in NODES for word in ("mousemove", *dots[node - 1])))
    asking.process.send_signal(signal.SIGCONT)
    wait(lambda: desktop.shows(LIGHT["line"]) > 1000, "a line")
    desktop.tool("mouseup", 1)
    assert asking.end() == (0, SPELLED)


def test_clicks_and_the_button(ask, desktop):
    asking = ask("Pattern: ")
    desktop.click(*(desktop.dots()[node - 1] for node in NODES))
    desktop.keys("Tab", "Tab", "space")  # "Use password", then "Done", which is there now
    assert asking.end() == (0, SPELLED)


@pytest.mark.parametrize("keys", [
    [*"741683", "Return"], ["KP_7", "KP_4", "KP_1", "KP_6", "KP_8", "KP_3", "KP_Enter"],
    [*"7412", "BackSpace", *"683", "Return"],
], ids=["digits", "number block", "taken back"])
def test_digits(keys, ask, desktop):
    asking = ask("Pattern: ")
    desktop.keys(*keys)
    assert asking.end() == (0, SPELLED)


def test_keypad_by_the_cue(ask, desktop):
    asking = ask("Pattern (789/456/123): ")
    desktop.keys(*"147692", "Return")
    assert asking.end() == (0, "3x3:7-4-1-6-3-8\n")


def test_arrows(ask, desktop):
    """Space takes the dot with the ring; the first arrow only shows it, on the first dot."""
    asking = ask("Pattern: ")
    desktop.dots()
    before = desktop.shows(0x202124)
    desktop.keys("Down")
    wait(lambda: desktop.shows(0x202124) > before + 50, "a ring")
    desktop.keys("space", "Down", "space", "Down", "space", "Right", "space", "Return")
    assert asking.end() == (0, "3x3:1-4-7-8\n")


def test_arrows_and_enter(ask, desktop):
    """Enter takes a dot that an arrow came to, as it does on the terminal's pad."""
    asking = ask("Pattern: ")
    desktop.keys("Down", "Return", "Down", "Return", "Down", "Return", "Right", "Return", "Return")
    assert asking.end() == (0, "3x3:1-4-7-8\n")


def test_escape_in_the_middle(ask, desktop):
    asking = ask("Pattern: ")
    desktop.drag(desktop.dots(), *NODES, release=False)
    desktop.keys("Escape")
    assert asking.end() == CANCELLED
    desktop.tool("mouseup", 1)


def test_closed(ask, desktop):
    asking = ask("Pattern: ")
    desktop.drag(desktop.dots(), *NODES, release=False)
    desktops.close(desktop.name, asking.window)
    assert asking.end() == CANCELLED
    desktop.tool("mouseup", 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals(number, ask):
    asking = ask("Pattern: ")
    asking.process.send_signal(number)
    assert asking.end() == CANCELLED


def test_a_resize_drops_what_is_drawn(ask, desktop):
    asking = ask("Pattern: ")
    dots = desktop.dots()
    desktop.drag(dots, *NODES, release=False)
    wait(lambda: desktop.shows(LIGHT["line"]) > 1000, "a line")
    desktop.tool("windowsize", asking.window, 500, 640)
    wait(lambda: desktop.shows(LIGHT["line"]) == 0, "no line")
    desktop.tool("mouseup", 1)
    wider = desktop.dots()
    assert wider[2][0] - wider[0][0] > dots[2][0] - dots[0][0]
    assert asking.process.poll() is None
    desktop.drag(wider, *NODES)
    assert asking.end() == (0, SPELLED)


def test_too_short(ask, desktop):
    asking = ask("Pattern: ")
    dots = desktop.dots()
    desktop.drag(dots, 1, 2)
    wait(lambda: desktop.shows(LIGHT["wrong"]) > 1000, "a red line")
    desktop.drag(dots, *NODES)
    assert asking.end() == (0, SPELLED)


def test_wrong_is_red_for_a_while(ask, desktop):
    asking = ask("Wrong. Pattern: ")
    dots = desktop.dots(colour=LIGHT["wrong"])
    assert desktop.dots() == dots  # red no more
    desktop.drag(dots, *NODES)
    assert asking.end() == (0, SPELLED)


def test_drawing_while_wrong_is_red(ask, desktop):
    asking = ask("Too short. Pattern: ")
    desktop.drag(desktop.dots(colour=LIGHT["wrong"]), *NODES, release=False)
    wait(lambda: desktop.shows(LIGHT["wrong"]) == 0, "no red")
    desktop.tool("mouseup", 1)
    assert asking.end() == (0, SPELLED)


def test_larger_grid(ask, desktop):
    asking = ask("Pattern (4x4): ")
    desktop.click(*(desktop.dots(16)[node - 1] for node in LARGE.numbers))
    desktop.keys("Return")
    assert asking.end() == (0, LARGE.canonical + "\n")


def test_grid_option(ask, desktop):
    asking = ask("--grid", "6")
    desktop.dots(36)
    desktop.keys("Escape")
    assert asking.end() == CANCELLED


def test_stealth(ask, desktop):
    asking = ask("--stealth")
    dots = desktop.dots()
    desktop.drag(dots, *NODES, release=False)
    assert desktop.dots() == dots
    assert desktop.shows(LIGHT["line"]) == 0
    desktop.tool("mouseup", 1)
    assert asking.end() == (0, SPELLED)


def test_use_password(ask, desktop):
    """An empty line: sudo goes on to the password."""
    asking = ask("Pattern: ")
    desktop.keys("alt+p")
    assert asking.end() == (0, "\n")


def test_pattern_or_password(ask, desktop):
    """There the password is an answer itself."""
    asking = ask("Pattern or password: ")
    desktop.dots()
    desktop.keys("alt+p")
    desktop.open("Password")
    desktop.type(ALICE.password)
    desktop.keys("Return")
    assert asking.end() == (0, ALICE.password + "\n")


def test_back_to_the_pattern(ask, desktop):
    asking = ask("Pattern or password: ")
    desktop.keys("alt+p")
    desktop.open("Password")
    desktop.type("nothing")
    desktop.keys("alt+p")
    desktop.open("Pattern")
    desktop.drag(desktop.dots(), *NODES)
    assert asking.end() == (0, SPELLED)


@pytest.mark.parametrize("text", [ALICE.password, "", "a b#\\'$"], ids=["password", "empty", "characters"])
def test_password(text, ask, desktop):
    asking = ask("[sudo] password for alice: ", title="Password")
    assert desktop.picture().dots(LIGHT["dot"]) == []
    if text:
        desktop.type(text)
    desktop.keys("Return")
    assert asking.end() == (0, text + "\n")


def test_password_cancelled(ask, desktop):
    asking = ask("[sudo] password for alice: ", title="Password")
    desktop.type(ALICE.password)
    desktop.keys("Escape")
    assert asking.end() == CANCELLED


def test_the_clipboard_gets_nothing(ask, desktop):
    asking = ask("Password: ", title="Password")
    desktop.type(ALICE.password)
    desktop.keys("ctrl+a", "ctrl+c", "ctrl+Insert", "ctrl+x", "shift+Delete")
    for selection in ("primary", "clipboard"):
        done = subprocess.run(
            ["timeout", "2", "xsel", "--output", f"--{selection}"],
            env=desktops.environment(desktop.name), capture_output=True, text=True)
        assert "lantern" not in done.stdout
    desktop.keys("End", "Return")
    assert asking.end() == (0, ALICE.password + "\n")


def test_enroll(ask, desktop):
    """Twice, the second one wrong first; what is too short is no first one."""
    asking = ask("--enroll")
    dots = desktop.dots()
    desktop.drag(dots, 1, 2)
    wait(lambda: desktop.shows(LIGHT["wrong"]) > 1000, "a red line")
    for nodes in (NODES, (2, 9, 4, 3, 8)):
        desktop.drag(dots, *nodes)
        if nodes == NODES:
            desktop.dots()
    wait(lambda: desktop.shows(LIGHT["wrong"]) > 1000, "a mismatch")
    desktop.drag(dots, *NODES)
    assert asking.end() == (0, SPELLED)


def test_enroll_marks_what_can_be_reached(ask, desktop):
    ask("--enroll")
    dots = desktop.dots()
    desktop.click(dots[0])
    distance = (dots[1][0] - dots[0][0]) / 5

    def ringed() -> list[int]:
        picture = desktop.picture()
        return [node for node, (x, y) in enumerate(dots, 1)
                if min(picture.at(x + distance + step, y)[0] for step in (-1, 0, 1)) < 0x90]

    # From 1 a line to 3, 7 or 9 would take what lies between.
    wait(lambda: ringed() == [2, 4, 5, 6, 8], "rings")


@pytest.mark.parametrize("keys, expected", [
    (["alt+y"], (0, "yes\n")), (["alt+n"], CANCELLED), (["Escape"], CANCELLED)], ids=["yes", "no", "escape"])
def test_confirm(keys, expected, ask, desktop):
    asking = ask("Allow use of key ed25519?", title="Question", SSH_ASKPASS_PROMPT="confirm")
    desktop.keys(*keys)
    assert asking.end() == expected


@pytest.mark.parametrize("keys", [["alt+c"], ["Escape"]])
def test_none(keys, ask, desktop):
    asking = ask("Touch the key.", title="Message", SSH_ASKPASS_PROMPT="none")
    desktop.keys(*keys)
    assert asking.end() == (0, "")


def test_nothing_else_is_printed(ask, desktop):
    """What GTK says goes to standard error, also what it would print on standard output."""
    asking = ask("Pattern: ", G_MESSAGES_DEBUG="all", GTK_DEBUG="layout", GTK_THEME="no-such-theme")
    desktop.keys(*"741683", "Return")
    assert asking.end() == (0, SPELLED)


def test_standard_output_closed(desktop):
    done = subprocess.run(
        ["sh", "-c", f"{PROGRAM} >&-"], env=desktops.environment(desktop.name), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "pattern-askpass: standard output: is closed\n"


def test_standard_output_full(desktop):
    process = subprocess.Popen(
        ["sh", "-c", f"exec {PROGRAM} >/dev/full"], env=desktops.environment(desktop.name),
        stderr=subprocess.PIPE, text=True)
    desktop.open()
    desktop.keys(*"741683", "Return")
    _, errors = process.communicate(timeout=desktops.SECONDS)
    assert process.returncode == 1
    assert errors.endswith("pattern-askpass: standard output: can't be written\n")


def test_nobody_reads_its_memory(desktop):
    """Not even others of the same user: the kernel then gives what is in /proc to root."""
    variables = [f"{name}={value}" for name, value in desktops.environment(desktop.name).items()]
    process = subprocess.Popen(
        ALICE.command("env", *variables, PROGRAM), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        desktop.open()
        folder = pathlib.Path(f"/proc/{process.pid}")
        assert f"\nUid:\t{ALICE.uid}\t" in (folder / "status").read_text()
        assert (folder / "mem").stat().st_uid == 0
        assert (folder / "limits").read_text().split("Max core file size")[1].split()[0] == "0"
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("button", [2, 3])
def test_other_buttons_draw_nothing(button, ask, desktop):
    asking = ask("Pattern: ")
    dots = desktop.dots()
    desktop.tool("mousemove", *dots[4], "click", button)
    desktop.tool("mousemove", *dots[4], "mousedown", button, "mousemove", *dots[8], "mouseup", button)
    desktop.keys(*"741683", "Return")
    assert asking.end() == (0, SPELLED)


@pytest.mark.parametrize("variables, colours", [
    ({"GTK_THEME": "Adwaita:dark"}, DARK), ({"GTK_THEME": "HighContrast"}, {"dot": 0x000000, "line": 0x0000a8}),
    ({"GTK_THEME": "HighContrastInverse"}, {"dot": 0xffffff, "line": 0xffe900}),
], ids=["dark", "high contrast", "high contrast, dark"])
def test_themes(variables, colours, ask, desktop):
    asking = ask("Pattern: ", **variables)
    dots = desktop.dots(colour=colours["dot"])
    desktop.drag(dots, *NODES, release=False)
    wait(lambda: desktop.shows(colours["line"]) > 1000, "a line")
    desktop.tool("mouseup", 1)
    assert asking.end() == (0, SPELLED)


def test_the_desktops_switch(ask, desktop, folder):
    """GNOME's and others' for dark windows."""
    settings = folder / "glib-2.0" / "settings" / "keyfile"
    settings.parent.mkdir(parents=True)
    settings.write_text("[org/gnome/desktop/interface]\ncolor-scheme='prefer-dark'\n")
    ask("Pattern: ", GSETTINGS_BACKEND="keyfile", XDG_CONFIG_HOME=str(folder))
    desktop.dots(colour=DARK["dot"])


def test_twice_as_large(ask, desktop):
    asking = ask("Pattern: ", GDK_SCALE="2")
    dots = desktop.dots()
    assert dots[1][0] - dots[0][0] > 150
    desktop.drag(dots, *NODES)
    assert asking.end() == (0, SPELLED)


def test_the_titles_tell_nothing(ask, desktop):
    """Nor does anything else that another program of the display can ask for."""
    asking = ask("[sudo] password for alice: ", title="Password")
    shown = subprocess.run(
        ["xprop", "-display", desktop.name, "-id", asking.window], capture_output=True, text=True).stdout
    assert "Password" in shown and "alice" not in shown and "sudo" not in shown


def test_a_screen_reader(desktop, folder):
    """It finds each dot by its name, and can choose it; "Done" is there once there is something to finish."""
    choices = ["Dot 7, bottom left", "Dot 4, left", "Dot 1, top left", "Dot 6, right", "Done"]
    variables = desktops.environment(desktop.name, XDG_RUNTIME_DIR=str(folder), HOME=str(folder))
    del variables["GTK_A11Y"], variables["NO_AT_BRIDGE"]
    with open(folder / "output", "w+") as output:
        # Not a pipe: what the bus has started holds it open for a while longer.
        subprocess.run(
            ["dbus-run-session", "--", "/usr/bin/python3", world.TESTS / "harness" / "reader.py",
             json.dumps(choices), PROGRAM, "Pattern: "],
            env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
            timeout=3 * desktops.SECONDS, check=True)
        output.seek(0)
        said = json.loads(output.read().splitlines()[-1])  # after what others say
    assert said == {"found": [True] * 5, "status": 0, "output": "3x3:7-4-1-6\n"}


# --- Without a display


def test_a_terminal_is_drawn_on():
    with terminal.run(*ALICE.command(PROGRAM, "Wrong. Pattern (4x4): ")) as session:
        session.process.expect_exact("Wrong.")
        session.process.expect_exact("Pattern")
        session.process.send("\x1b")
        assert session.finish()[0] == 1


def test_a_terminal_is_typed_on():
    with terminal.run(*ALICE.command(PROGRAM, "[sudo] password for alice: ")) as session:
        session.answer("[sudo] password for alice: ", ALICE.password)
        status, shown = session.finish()
        # Its standard output is the terminal here.
        assert (status, shown.split()) == (0, [ALICE.password])


def test_neither_display_nor_terminal(keep):
    """Without the other program: one line, and no answer."""
    keep("/usr/bin/pattern-pad").unlink(missing_ok=True)
    done = subprocess.run([PROGRAM, "Pattern: "], env={}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("pattern-askpass: no display, and /usr/bin/pattern-pad can't be run\n")


@pytest.mark.parametrize("hint, status", [("none", 0)])
def test_a_notice_is_written(hint, status):
    done = subprocess.run(
        [PROGRAM, "Touch the key."], env={"SSH_ASKPASS_PROMPT": hint}, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "pattern-askpass: Touch the key.\n")


# --- On Wayland


def test_wayland(desktop, folder):
    """In weston's window on the same display: the mouse goes through the compositor."""
    variables = desktops.environment(desktop.name, XDG_RUNTIME_DIR=str(folder), HOME=str(folder))
    folder.chmod(0o700)
    compositor = subprocess.Popen(
        ["weston", "--backend=x11-backend.so", "--use-pixman", "--no-config", "--socket=pattern", "--idle-time=0",
         "--width=900", "--height=800"], env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    process = None
    try:
        wait(lambda: (folder / "pattern").exists(), "a compositor")
        del variables["DISPLAY"]
        process = subprocess.Popen(
            [PROGRAM, "Pattern: "], env={**variables, "WAYLAND_DISPLAY": "pattern"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # weston passes one move a frame on.
        desktop.drag(desktop.dots(), *NODES, pause=0.1)
        assert process.communicate(timeout=desktops.SECONDS) == (SPELLED, None)
        assert process.returncode == 0
    finally:
        for started in (process, compositor):
            if started:
                started.kill()
                started.communicate()


# --- sudo -A


PASSWORD_TITLE = "Password"


@pytest.fixture
def sudo(desktop, sample, keep, system_store):
    """sudo -A of alice, who has a pattern, with both samples in place; sudo.conf names the program."""
    sample("sudo-askpass")
    sudoers = keep("/etc/sudoers.d/pattern-askpass")
    sudoers.write_bytes((world.CHECKOUT / "sudoers.d-sample" / "pattern-askpass").read_bytes())
    sudoers.chmod(0o440)
    keep("/etc/sudo.conf").write_text(f"Path askpass {PROGRAM}\n")
    system_store.enroll()
    started = []

    def start(*options: str) -> Asking:
        process = subprocess.Popen(
            ALICE.command("env", f"DISPLAY={desktop.name}", "GTK_A11Y=none", "GSETTINGS_BACKEND=memory",
                          "sudo", "-k", *options, "--", "id", "-u"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True)
        started.append(process)
        return Asking(process)

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_sudo_by_pattern(sudo, desktop):
    asking = sudo("-A")
    desktop.open()
    desktop.drag(desktop.dots(), *RIGHT.numbers)
    assert asking.end() == (0, "0\n")
    assert asking.errors == ""


def test_sudo_wrong_then_right(sudo, desktop):
    asking = sudo("-A")
    desktop.open()
    desktop.drag(desktop.dots(), *WRONG.numbers)
    dots = desktop.dots(colour=LIGHT["wrong"])
    desktop.open()
    desktop.drag(dots, *RIGHT.numbers)
    assert asking.end() == (0, "0\n")


def test_sudo_wrong_then_by_password(sudo, desktop):
    asking = sudo("-A")
    desktop.open()
    desktop.drag(desktop.dots(), *WRONG.numbers)
    desktop.dots(colour=LIGHT["wrong"])
    desktop.open()
    desktop.keys("alt+p")
    desktop.open(PASSWORD_TITLE)
    desktop.type(ALICE.password)
    desktop.keys("Return")
    assert asking.end() == (0, "0\n")


def test_sudo_cancelled(sudo, desktop):
    asking = sudo("-A")
    desktop.open()
    desktop.keys("Escape")
    # An unanswered question ends PAM's conversation; the password is asked for next, and cancelled, too.
    if wait(lambda: asking.process.poll() is not None or desktop.window(PASSWORD_TITLE), "what comes next"):
        if asking.process.poll() is None:
            desktop.open(PASSWORD_TITLE)
            desktop.keys("Escape")
    status, output = asking.end()
    assert (status, output) == (1, "")


def test_plain_sudo_stays_as_it_was(sudo):
    """It asks for the password, without a window: its own PAM file has no line of ours."""
    asking = sudo("-S")
    status, output = asking.end()
    assert (status, output) == (1, "")
    assert "[sudo] password for alice: " in asking.errors and "Pattern" not in asking.errors


@pytest.mark.parametrize("words, status, text", [
    (["--help"], 0, "Usage: pattern-askpass [OPTION...] [PROMPT]\n"),
    (["--version"], 0, "pattern-askpass (pam_pattern) 0.1.0\n"),
])
def test_without_a_display(words, status, text):
    done = subprocess.run([PROGRAM, *words], env={}, capture_output=True, text=True)
    assert done.returncode == status and done.stdout.startswith(text) and done.stderr == ""


@pytest.mark.parametrize("words, message", [
    (["--grid", "7"], "--grid 7: needs a side from 3 to 6"), (["--colour"], "--colour: no such option"),
    (["Pattern: ", "more"], "more: one word too many"),
])
def test_usage(words, message):
    done = subprocess.run([PROGRAM, *words], env={}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pattern-askpass: {message}; see pattern-askpass --help\n"
