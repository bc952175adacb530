"""Translations: whole, and shown where a person reads; never where a program does."""

import gettext
import os
import re
import subprocess
import unicodedata

import pytest

from harness import clock, languages, native, store as stores, terminal, world
from harness.pad import CTRL_C, ENTER, PAD, Screen
from harness.patterns import RIGHT, WRONG
from harness.world import ALICE, BOB

TEMPLATE = languages.PO / "pam_pattern.pot"
PLACE = re.compile("%[1-9]")
PATTERN, NUMBERS = "3x3:2-9-4-3-5-7", "29437"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, timeout=60,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **environment})


# --- the files


def test_every_text_of_the_sources_is_in_the_template():
    done = run("/usr/bin/python3", str(world.CHECKOUT / "Scripts/messages.py"), "--check")
    assert done.returncode == 0, done.stderr


def test_list_of_languages():
    assert languages.ALL == sorted(path.stem for path in languages.PO.glob("*.po")) == sorted(languages.LOCALES)


@pytest.mark.parametrize("language", languages.ALL)
def test_translation_is_whole(language):
    source = str(languages.PO / f"{language}.po")
    done = run("msgfmt", "-c", "--check-format", "--statistics", "-o", "/dev/null", source)
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(r"\d+ translated messages\.\n", done.stderr), done.stderr
    done = run("msgcmp", source, str(TEMPLATE))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", languages.ALL)
def test_places_are_those_of_the_text(language):
    """What msgfmt takes for a format it compares; this looks at all."""
    with languages.installed(language).open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog
    texts = {text: said for text, said in catalogue.items() if text}
    assert len(texts) > 50
    for text, said in texts.items():
        asked = text[0] if isinstance(text, tuple) else text
        assert sorted(PLACE.findall(asked)) == sorted(PLACE.findall(said)), (text, said)
        assert asked[-1:].isspace() == said[-1:].isspace() or "%1or" in asked, (text, said)


# --- the module, which takes its host's locale as it is


@pytest.fixture
def locked(system_store, keep):
    """A service with our module alone, and a lock of so many seconds more."""
    keep("/etc/pam.d/language").write_text("auth required pam_pattern.so\n")
    # Reads the settings that locks go by: 1m,5m,15m,30m,90m,4h from the fifth failure on.
    waits = {60: 5, 300: 6, 900: 7, 1800: 8, 5400: 9, 14400: 10}

    def lock(seconds: int | None):
        system_store.enroll()
        failures, wait = next(((count, wait) for wait, count in waits.items() if seconds and wait >= seconds),
                              (11, 0))
        ago = wait - seconds if seconds else 0
        system_store.count(stores.Attempts(
            last=failures, total=failures, boot=stores.boot_id(), seconds=clock.seconds_since_boot() - ago))

    return lock


def pamtester(language: str | None = "de", preload: bool = True, **environment: str) -> bytes:
    """What pamtester, which has no language of its own, shows of the module."""
    if language:
        environment = {"LC_ALL": languages.locale(language), **environment}
    if preload:
        environment["LD_PRELOAD"] = str(native.library("language"))
    done = subprocess.run(
        ["pamtester", "language", "alice", "authenticate"], capture_output=True, input=b"",
        env={"PATH": "/usr/bin:/bin", **environment}, timeout=60)
    return done.stdout + done.stderr


ENGLISH = "(%d minutes left to unlock)"
# The words in front of the parenthesis: 1 minute, 30 minutes, 1 hour, 90 minutes, 4 hours.
LOCKS = {
    "de": ["Muster für 1 Minute gesperrt.", "Muster für 30 Minuten gesperrt.", "Muster für 1 Stunde gesperrt.",
           "Muster für 1 Stunde 30 Minuten gesperrt.", "Muster für 4 Stunden gesperrt."],
    "fr": ["Schéma verrouillé pendant 1 minute.", "Schéma verrouillé pendant 30 minutes.",
           "Schéma verrouillé pendant 1 heure.", "Schéma verrouillé pendant 1 heure 30 minutes.",
           "Schéma verrouillé pendant 4 heures."],
    "es": ["Patrón bloqueado durante 1 minuto.", "Patrón bloqueado durante 30 minutos.",
           "Patrón bloqueado durante 1 hora.", "Patrón bloqueado durante 1 hora y 30 minutos.",
           "Patrón bloqueado durante 4 horas."],
    "ja": ["パターンはあと1分ロックされています。", "パターンはあと30分ロックされています。",
           "パターンはあと1時間ロックされています。", "パターンはあと1時間30分ロックされています。",
           "パターンはあと4時間ロックされています。"],
    "zh_CN": ["图案已锁定，剩余 1 分钟。", "图案已锁定，剩余 30 分钟。", "图案已锁定，剩余 1 小时。",
              "图案已锁定，剩余 1 小时 30 分钟。", "图案已锁定，剩余 4 小时。"],
    "zh_TW": ["圖案已鎖定，剩餘 1 分鐘。", "圖案已鎖定，剩餘 30 分鐘。", "圖案已鎖定，剩餘 1 小時。",
              "圖案已鎖定，剩餘 1 小時 30 分鐘。", "圖案已鎖定，剩餘 4 小時。"],
}
MINUTES = [1, 30, 60, 90, 240]


@pytest.mark.parametrize("language", languages.ALL)
def test_lock_is_told_in_the_hosts_language(language, locked):
    for minutes, said in zip(MINUTES, LOCKS[language]):
        locked(60 * minutes - 20)
        rest = "(1 minute left to unlock)" if minutes == 1 else ENGLISH % minutes
        assert f"{said} {rest}\n" in pamtester(language).decode()


def test_lock_for_good(locked):
    locked(None)
    assert "Muster gesperrt, bis das Passwort benutzt wird.\n" in pamtester("de").decode()


# Why a host gets English: circumstances.
UNTRANSLATED = {
    "it has no locale, whatever the environment says": ("de", False, {"LANGUAGE": "ja"}),
    "the C locale": (None, True, {"LC_ALL": "C", "LANGUAGE": "de"}),
    "C.UTF-8": (None, True, {"LC_ALL": "C.UTF-8"}),
    "no letters to write it in": (None, True, {"LC_CTYPE": "C", "LC_MESSAGES": "ja_JP.UTF-8"}),
}


@pytest.mark.parametrize("language, preload, environment", UNTRANSLATED.values(), ids=UNTRANSLATED.keys())
def test_english(language, preload, environment, locked):
    languages.locale("ja")
    locked(1780)
    said = pamtester(language, preload, **environment).decode()
    assert "Pattern locked for 30 minutes. (30 minutes left to unlock)\n" in said


def test_characters_are_the_hosts(locked):
    locked(1780)
    said = pamtester(None, LC_ALL=languages.locale("fr", "ISO-8859-1"))
    assert "Schéma verrouillé pendant 30 minutes. (30".encode("latin-1") in said


def test_a_wrong_translation_does_no_harm(locked, keep):
    """Places too few, too many and of printf's kind."""
    keep(languages.installed("de"))
    languages.compiled(languages.installed("de"),
                       'msgid "Pattern locked for %1."\nmsgstr "%s %n %2 %9 %1 %1 %"\n\n'
                       'msgid "%1 hour"\nmsgid_plural "%1 hours"\nmsgstr[0] "eine"\nmsgstr[1] ""\n')
    locked(3580)
    assert "%s %n   eine eine % (60 minutes left to unlock)\n" in pamtester("de").decode()


def test_su_in_german(sample, system_store, log):
    """A real host that is set-user-ID: what it tells is German; what is asked, and the log, is not."""
    sample("su")
    system_store.enroll()
    environment = {"LC_ALL": languages.locale("de")}
    with terminal.run(*BOB.command("env", f"LC_ALL={environment['LC_ALL']}", "su", "alice", "-c", "id -u"),
                      **environment) as su:
        su.answer("Pattern: ", WRONG.typed)
        assert su.answer("Wrong. Pattern: ", WRONG.typed).strip() == ""
        su.answer("Wrong. Pattern: ", RIGHT.typed)
        status, rest = su.finish()
    assert (status, rest.split("\r\n")[1:]) == (
        0, ["2 falsche Muster seit dem letzten richtigen.", str(ALICE.uid), ""])
    texts = [entry.text for entry in log()]
    assert any("2 wrong patterns since the last right one. user=alice" in text for text in texts), texts
    assert any("authentication failure; " in text and " reason=" in text for text in texts), texts
    assert not any("falsche" in text for text in texts), texts


def test_translations_of_others_are_not_read(sample, system_store, folder, keep):
    """LANGUAGE that leads out of libc's folder, in a set-user-ID host."""
    sample("su")
    system_store.enroll()
    system_store.count(stores.Attempts(
        last=11, total=11, boot=stores.boot_id(), seconds=clock.seconds_since_boot()))
    mine = folder / "LC_MESSAGES/pam_pattern.mo"
    mine.parent.mkdir()
    languages.compiled(
        mine, 'msgid "Pattern locked until the password is used."\nmsgstr "SOMEBODY ELSE\'S"\n')
    environment = {"LC_ALL": languages.locale("de"), "LANGUAGE": f"../../..{folder}"}
    keep("/etc/pam.d/language").write_text("auth required pam_pattern.so\n")
    assert b"SOMEBODY ELSE'S\n" in pamtester(None, **environment), "the path is not the right one"
    outward = [f"{name}={value}" for name, value in environment.items()]
    done = subprocess.run(BOB.command("env", *outward, "su", "alice", "-c", "id -u"), input="\n\n",
                          capture_output=True, text=True, timeout=60)
    assert "Pattern locked until the password is used.\n" in done.stdout + done.stderr


# --- patternctl


def test_patternctl_speaks(control):
    german = {"LC_ALL": languages.locale("de")}
    done = control("enroll", "--user=alice", typed="1236", **german)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"patternctl: zu häufig: eines der 100, die am meisten gewählt werden; zum Beispiel ist "
                        r"[\d-]+ es nicht\n", done.stderr), done.stderr
    done = control("enroll", "--user=alice", typed=RIGHT.typed, **german)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Muster für alice festgelegt.\n", "")
    done = control("status", "--user=alice", **german)
    assert "alice: hat ein Muster\n  Raster      3x3\n" in done.stdout
    assert "\n  Fehler      0 seit dem letzten richtigen Muster, 0 seit dem Passwort\n" in done.stdout


@pytest.mark.parametrize("words", [
    ("status", "--user=alice"), ("list",), ("explain",), ("audit",), ("doctor",), ("calibrate", "--target=1")],
    ids=lambda words: words[0])
def test_json_is_english(words, control, store):
    """Byte for byte, but for what is measured, and what goes to standard error too."""
    control("enroll", "--user=alice", typed=RIGHT.typed)
    (store.path / "attempts" / str(ALICE.uid)).unlink()
    typed = "1236\n12\nhello\n" if words[0] == "explain" else ""
    own = words[0] not in ("explain", "calibrate")
    answers = []
    for environment in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": languages.locale("de"), "LANGUAGE": "de"}):
        done = control(*words, "--json", typed=typed, own=own, **environment)
        answers.append((done.returncode, re.sub(r"\d", "", done.stdout), re.sub(r"\d", "", done.stderr)))
    assert answers[0] == answers[1]


def test_doctor_speaks(control, store):
    """What it finds, not how bad it is: scripts look for that word."""
    control("enroll", "--user=alice", typed=RIGHT.typed)
    (store.path / "credentials/.new.4711").write_text("")
    done = control("doctor", LC_ALL=languages.locale("de"))
    assert (f"warning: {store.path}/credentials/.new.4711: blieb von einem abgebrochenen Hinterlegen übrig und enthält "
            "einen Hash; löschen Sie es: rm\n") in done.stdout


@pytest.mark.parametrize("language", languages.ALL)
@pytest.mark.parametrize("program", ["patternctl", "pattern-pad", "pattern-askpass"])
def test_help_has_the_same_options(program, language):
    def options(**environment: str) -> list[str]:
        done = run(f"/usr/bin/{program}", "--help", **environment)
        assert done.returncode == 0 and done.stderr == ""
        return re.findall(r"^ +(--\S+|[a-z]+(?= {2,}\S| \[FILE))", done.stdout, re.M)

    english = options(LC_ALL="C")
    assert len(english) >= 6
    assert options(LC_ALL=languages.locale(language)) == english


def too_wide(text: str) -> list[str]:
    """Lines that a terminal of 80 columns would break in the midst of a word."""
    return [line for line in text.splitlines()
            if sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) > 79]


@pytest.mark.parametrize("language", ["C", *languages.ALL])
@pytest.mark.parametrize("program", ["patternctl", "pattern-pad", "pattern-askpass"])
def test_help_fits_a_terminal(program, language):
    if not (world.PROGRAMS / program).exists():
        pytest.skip(f"{program} was not built")
    done = run(f"/usr/bin/{program}", "--help", LC_ALL="C" if language == "C" else languages.locale(language))
    assert done.returncode == 0 and too_wide(done.stdout) == []


def test_help_of_install_sh_fits_a_terminal():
    done = run(str(world.CHECKOUT / "install.sh"), "--help")
    assert done.returncode == 0 and too_wide(done.stdout) == []
    steps = (world.CHECKOUT / "install.sh").read_text().partition("next_steps() {")[2].partition("\nEOF")[0]
    assert too_wide(steps) == []


# --- the pads


@pytest.fixture
def tmux(folder):
    screens = []

    def start(*options: str, language: str, size=(24, 80)) -> Screen:
        (folder / "tmux.conf").write_text(
            'set -g default-terminal "tmux-256color"\nset -g status off\nset -s escape-time 10\n')
        words = " ".join(options)
        screens.append(Screen(
            f"tmux -u -S {folder}/socket -f {folder}/tmux.conf new-session '{PAD} {words} >{folder}/result'",
            shell=False, size=size, language=languages.locale(language)))
        screens[-1].result = folder / "result"
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


# What is above the pad, below it, and at the end of the keys' line.
PADS = {
    "de": ("Muster zeichnen", "Wenn fertig: Eingabetaste.", "Esc: abbrechen"),
    "ja": ("パターンを描いてください", "終わったら Enter を押してください。", "Esc: 取消"),
    "zh_CN": ("请绘制您的图案", "完成后按 Enter。", "Esc：取消"),
    "zh_TW": ("請繪製您的圖案", "完成後按 Enter。", "Esc：取消"),
    "fr": ("Dessinez votre schéma", "Entrée pour terminer.", "Échap : annuler"),
    "es": ("Dibuje su patrón", "Intro para terminar.", "Esc: cancelar"),
}


def columns(screen: Screen, word: str) -> tuple[int, int]:
    """The first column of a text on the screen, and the one behind it."""
    for row in range(screen.screen.lines):
        if word[0] not in "".join(screen.screen.buffer[row][column].data for column in range(screen.screen.columns)):
            continue
        cells = [screen.screen.buffer[row][column].data for column in range(screen.screen.columns)]
        # The second cell of a wide character is empty.
        for start in range(len(cells)):
            if cells[start] != word[0]:
                continue
            for end in range(start, len(cells) + 1):
                if "".join(cells[start:end]) == word:
                    return start, end + (end < len(cells) and cells[end] == "")
    raise AssertionError(f"no {word} in\n{screen.text()}")


@pytest.mark.parametrize("language", PADS)
def test_pad(language, tmux):
    title, finish, cancel = PADS[language]
    screen = tmux(language=language)
    screen.see(title, cancel)
    start, end = columns(screen, title)
    assert abs(start - (80 - end)) <= 1, "the title is not in the middle"
    screen.send(*NUMBERS)
    screen.see(finish)
    screen.send(ENTER)
    screen.show("[exited]")
    assert screen.result.read_text() == PATTERN + "\n"


@pytest.mark.parametrize("language", PADS)
@pytest.mark.parametrize("size", [(10, 20), (12, 40)])
def test_small_pad(language, size, tmux):
    """Nothing is cut: where the long text has no room there is a short one."""
    screen = tmux("--confirm", language=language, size=size)
    with languages.installed(language).open("rb") as file:
        say = gettext.GNUTranslations(file).gettext
    screen.until(lambda: "4" in screen.text())
    screen.send("2", "9", ENTER)
    shorter = [say("Too short: at least %1 dots."), say("Too short: %1 dots")]
    screen.until(lambda: any(text.replace("%1", "4") in screen.text() for text in shorter))
    screen.send(CTRL_C)
    screen.show("[exited]")
    assert screen.result.read_text() == ""


def test_prompts_of_the_module_are_shown_in_the_persons_language(tmux):
    screen = tmux('--prompt="Pattern: "', "--message=Wrong.", language="ja")
    screen.see("パターン", "違います。")
    screen.send(CTRL_C)


def test_pad_is_english_on_a_terminal_that_is_not_utf8(folder):
    name = languages.locale("de", "ISO-8859-1")
    screen = Screen(f"{PAD} >{folder}/result", language=name)
    try:
        screen.see("Draw your pattern")
        screen.send(CTRL_C)
    finally:
        screen.process.close(force=True)


def test_usage_keeps_names_and_codes():
    done = run(PAD, "--grid=9", LC_ALL=languages.locale("de"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "pattern-pad: --grid 9: braucht eine Seitenlänge von 3 bis 6; siehe pattern-pad --help\n")


@pytest.mark.skipif(not os.path.exists("/usr/bin/pattern-askpass"), reason="pattern-askpass is not built")
def test_window():
    from harness import desktop
    with desktop.started() as display:
        words = ["/usr/bin/pattern-askpass", "Wrong. Pattern: "]
        environment = desktop.environment(display.name, LC_ALL=languages.locale("de"))
        process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment)
        try:
            desktop.wait(lambda: display.window("Muster"), "no window is titled Muster")
        finally:
            process.terminate()
            process.wait()
