"""The module's options, as arguments and as lines of pattern.conf; those of locks and of strength have
files of their own."""

import os

import pytest

from harness import pam, store as stores
from harness.patterns import (
    ALL_NODES, FIVE, LARGE, LONGEST, NOT_A_PATTERN, RIGHT, SECOND, TOO_SHORT, WRONG)
from harness.snapshot import Kept
from harness.world import ALICE, BOB, SETTINGS, STORE

OK, NO, CANCELLED = pam.SUCCESS, pam.AUTH_ERR, pam.CONV_ERR


@pytest.fixture(autouse=True)
def enrolled(store):
    store.enroll()


# tries: replies, and the code and prompts that follow. A prompt again says why.
PLAIN, AFTER_WRONG, AFTER_SHORT = "Pattern: ", "Wrong. Pattern: ", "Too short. Pattern: "
TRIES = {
    "right at once": (3, [RIGHT.typed], OK, [PLAIN]),
    "wrong, right": (3, [WRONG.typed, RIGHT.typed], OK, [PLAIN, AFTER_WRONG]),
    "short, right": (3, [TOO_SHORT, RIGHT.typed], OK, [PLAIN, AFTER_SHORT]),
    "wrong, short, right": (
        3, [WRONG.typed, TOO_SHORT, RIGHT.typed], OK, [PLAIN, AFTER_WRONG, AFTER_SHORT]),
    "wrong to the end": (
        3, [WRONG.typed] * 3 + [RIGHT.typed], NO, [PLAIN, AFTER_WRONG, AFTER_WRONG]),
    "short to the end": (
        3, [TOO_SHORT] * 3 + [RIGHT.typed], NO, [PLAIN, AFTER_SHORT, AFTER_SHORT]),
    "one try unless set": (None, [WRONG.typed, RIGHT.typed], NO, [PLAIN]),
    "one short try unless set": (None, [TOO_SHORT, RIGHT.typed], NO, [PLAIN]),
    "two": (2, [WRONG.typed, WRONG.typed, RIGHT.typed], NO, [PLAIN, AFTER_WRONG]),
    "empty ends it": (3, ["", RIGHT.typed], NO, [PLAIN]),
    "empty ends it later": (3, [WRONG.typed, "", RIGHT.typed], NO, [PLAIN, AFTER_WRONG]),
    "not a pattern ends it": (3, [NOT_A_PATTERN, RIGHT.typed], NO, [PLAIN]),
    "not a pattern ends it later": (
        3, [TOO_SHORT, NOT_A_PATTERN, RIGHT.typed], NO, [PLAIN, AFTER_SHORT]),
    "another grid ends it": (3, [LARGE.canonical, RIGHT.typed], NO, [PLAIN]),
    "cancelled": (3, [pam.FAILS, RIGHT.typed], CANCELLED, [PLAIN]),
    "cancelled later": (3, [WRONG.typed, pam.FAILS, RIGHT.typed], CANCELLED, [PLAIN, AFTER_WRONG]),
    "no text": (3, [pam.NO_TEXT, RIGHT.typed], CANCELLED, [PLAIN]),
}


@pytest.mark.parametrize("tries, replies, code, prompts", TRIES.values(), ids=TRIES.keys())
def test_tries(tries, replies, code, prompts, authenticate, log):
    options = (f"tries={tries}",) if tries else ()
    outcome = authenticate(*replies, options=options)
    assert (outcome.code, outcome.prompts) == (code, prompts)
    wrong = replies.count(WRONG.typed)
    said = ["1 wrong pattern since the last right one."] * (code == OK and wrong == 1)
    assert outcome.batches == [1] * len(prompts + said)
    assert outcome.infos == said
    assert outcome.token is None
    refusals = [entry for entry in log() if pam.REFUSAL.fullmatch(entry.text)]
    assert len(refusals) == len(prompts) - (code == OK)


def test_tries_from_the_file(authenticate, settings):
    outcome = authenticate(WRONG.typed, RIGHT.typed, options=(settings("tries = 2"),))
    assert (outcome.code, outcome.prompts) == (OK, [PLAIN, AFTER_WRONG])


# Prompts: options, lines of the file, what is enrolled, and what is shown.
PROMPTS = {
    "default": ((), (), RIGHT, "Pattern: "),
    "own text": (("prompt=Draw it: ",), (), RIGHT, "Draw it: "),
    "own text from the file": ((), ('prompt = "Draw it: "',), RIGHT, "Draw it: "),
    "an argument wins over the file": (("prompt=A: ",), ('prompt = "B: "',), RIGHT, "A: "),
    "larger grid": ((), (), LARGE, "Pattern (4x4): "),
    "larger grid, cue": (("cue",), (), LARGE, "Pattern (4x4): "),
    "cue": (("cue",), (), RIGHT, "Pattern (123/456/789): "),
    "cue from the file": ((), ("cue",), RIGHT, "Pattern (123/456/789): "),
    "cue, numpad": (("cue", "keypad=numpad"), (), RIGHT, "Pattern (789/456/123): "),
    "cue, letters": (("cue", "keypad=letters"), (), RIGHT, "Pattern (qwe/asd/zxc): "),
    "cue, phone": (("cue", "keypad=phone"), (), RIGHT, "Pattern (123/456/789): "),
    "one field for both": (("forward_pass",), (), RIGHT, "Pattern or password: "),
    "text alone goes on": (("forward_pass=text",), (), RIGHT, None),
}


@pytest.mark.parametrize("flags", [0, pam.SILENT], ids=["loud", "silent"])
@pytest.mark.parametrize("options, lines, drawing, prompt", PROMPTS.values(), ids=PROMPTS.keys())
def test_prompt(options, lines, drawing, prompt, flags, authenticate, settings, store):
    store.enroll(drawing=drawing)
    outcome = authenticate("", options=(*options, settings(*lines)), flags=flags)
    assert outcome.code == NO
    assert len(outcome.messages) == 1 and outcome.messages[0].style == pam.ECHO_OFF
    # With =text either prompt would do: pads know both.
    assert outcome.prompts == [prompt] or (prompt is None and outcome.prompts[0].startswith("Pattern"))


@pytest.mark.parametrize("prompt", ["Password:", "Password: "])
def test_prompt_that_sudo_rewrites_is_refused(prompt, authenticate, log):
    outcome = authenticate(RIGHT.typed, options=(f"prompt={prompt}",))
    assert (outcome.code, outcome.messages) == (pam.SERVICE_ERR, [])
    assert any("prompt" in entry.text for entry in log() if entry.ours)


# How patterns are typed: keypad, enrolled pattern, reply, code.
NUMPAD = str.maketrans("123456789", "789456123")
LETTERS = str.maketrans("123456789", "qweasdzxc")
TYPING = {
    "phone": ("phone", RIGHT, RIGHT.typed, OK),
    "phone, with separators": ("phone", RIGHT, "2-9.4, 3-5\t7", OK),
    "phone, a node twice": ("phone", RIGHT, "2294 3337", OK),
    "phone, backwards": ("phone", RIGHT, RIGHT.typed[::-1], NO),
    "phone, letters": ("phone", RIGHT, RIGHT.typed.translate(LETTERS), NO),
    "numpad": ("numpad", RIGHT, RIGHT.typed.translate(NUMPAD), OK),
    "numpad, the middle passed over": ("numpad", RIGHT, "29437".translate(NUMPAD), OK),
    "numpad, typed as on a phone": ("numpad", RIGHT, RIGHT.typed, NO),
    "letters": ("letters", RIGHT, RIGHT.typed.translate(LETTERS), OK),
    "letters, with separators": ("letters", RIGHT, "w c-a,e.z", OK),
    "letters, digits": ("letters", RIGHT, RIGHT.typed, NO),
    "letters, one too many": ("letters", RIGHT, RIGHT.typed.translate(LETTERS) + "r", NO),
    "canonical on phone": ("phone", RIGHT, RIGHT.canonical, OK),
    "canonical on numpad": ("numpad", RIGHT, RIGHT.canonical, OK),
    "canonical on letters": ("letters", RIGHT, RIGHT.canonical, OK),
    "canonical of the keypad's symbols": (
        "numpad", RIGHT, "3x3:" + RIGHT.nodes.translate(NUMPAD), NO),
    "canonical on another grid": ("phone", RIGHT, "4x4:" + RIGHT.nodes, NO),
    "canonical without nodes": ("phone", RIGHT, "3x3:", NO),
    "canonical of no grid": ("phone", RIGHT, "7x7:" + RIGHT.nodes, NO),
    "canonical, node out of the grid": ("phone", RIGHT, "3x3:2-10-4-3-7", NO),
    "zero": ("phone", RIGHT, "0" + RIGHT.typed, NO),
    "a newline": ("phone", RIGHT, RIGHT.typed + "\n", NO),
    "digits of another script": ("phone", RIGHT, "\u0662\u0669\u0664\u0663\u0665\u0667", NO),
    "all nine": ("phone", ALL_NODES, ALL_NODES.typed, OK),
    "larger grid, blanks": ("phone", LARGE, LARGE.typed, OK),
    "larger grid, separators": ("phone", LARGE, LARGE.otherwise, OK),
    "larger grid, canonical": ("phone", LARGE, LARGE.canonical, OK),
    "larger grid, numbers on any keypad": ("letters", LARGE, LARGE.typed, OK),
    "larger grid, numpad": ("numpad", LARGE, LARGE.typed, OK),
    "larger grid, no separators": ("phone", LARGE, LARGE.typed.replace(" ", ""), NO),
    "larger grid, 3x3 in front": ("phone", LARGE, "3x3:" + LARGE.nodes, NO),
    "5x5": ("phone", FIVE, FIVE.typed, OK),
    "6x6, all nodes": ("phone", LONGEST, LONGEST.typed, OK),
    "6x6, canonical": ("phone", LONGEST, LONGEST.canonical, OK),
    "larger grid, node out of the grid": ("phone", LARGE, LARGE.typed + " 17", NO),
}


@pytest.mark.parametrize("keypad, drawing, reply, code", TYPING.values(), ids=TYPING.keys())
def test_typing(keypad, drawing, reply, code, authenticate, store):
    store.enroll(drawing=drawing)
    assert authenticate(reply, options=(f"keypad={keypad}",)).code == code


@pytest.mark.parametrize("keypad", ["phone", "numpad", "letters"])
def test_wrong_grid_is_no_pattern(keypad, authenticate):
    """A drawing for another grid is no try: it ends the call at once and waits for nothing."""
    outcome = authenticate(LARGE.canonical, RIGHT.canonical,
                           options=(f"keypad={keypad}", "tries=3"))
    assert (outcome.code, outcome.prompts) == (NO, [PLAIN])
    assert max(outcome.delays, default=0) == 0


# forward_pass: option, replies, code, and PAM_AUTHTOK afterwards.
FORWARDED = {
    "both: wrong": ("forward_pass", [WRONG.typed], NO, WRONG.typed),
    "both: too short": ("forward_pass", [TOO_SHORT], NO, TOO_SHORT),
    "both: not a pattern": ("forward_pass", [NOT_A_PATTERN], NO, NOT_A_PATTERN),
    "both: a password of digits": ("forward_pass", ["90210"], NO, "90210"),
    "both: as it was typed": ("forward_pass", [" 2 9-4\t"], NO, " 2 9-4\t"),
    "both: bytes that are no text": ("forward_pass", [b"p\xe4ss\xff"], NO, b"p\xe4ss\xff"),
    "both: 511 bytes": ("forward_pass", ["x" * 511], NO, "x" * 511),
    "both: right": ("forward_pass", [RIGHT.typed], OK, None),
    "both: cancelled": ("forward_pass", [pam.FAILS], CANCELLED, None),
    "text: not a pattern": ("forward_pass=text", [NOT_A_PATTERN], NO, NOT_A_PATTERN),
    "text: wrong": ("forward_pass=text", [WRONG.typed], NO, None),
    "text: too short": ("forward_pass=text", [TOO_SHORT], NO, None),
    "text: empty": ("forward_pass=text", [""], NO, None),
    "text: right": ("forward_pass=text", [RIGHT.typed], OK, None),
    "neither: wrong": ("quiet", [WRONG.typed], NO, None),
    "neither: not a pattern": ("quiet", [NOT_A_PATTERN], NO, None),
    "neither: right": ("quiet", [RIGHT.typed], OK, None),
    "text, tries: wrong, then a password": (
        "forward_pass=text tries=3", [WRONG.typed, NOT_A_PATTERN], NO, NOT_A_PATTERN),
}


@pytest.mark.parametrize("options, replies, code, token", FORWARDED.values(), ids=FORWARDED.keys())
def test_forwarded(options, replies, code, token, authenticate, log):
    outcome = authenticate(*replies, options=tuple(options.split()))
    assert outcome.probed and outcome.code == code
    assert outcome.token == (token.encode() if isinstance(token, str) else token)
    assert not any(NOT_A_PATTERN in entry.text for entry in log())


@pytest.mark.parametrize("circumstance", [{"rhost": "192.0.2.7"}, {"user": "bob"}, {"user": "zorro"}],
                         ids=["refused", "not enrolled", "unknown"])
def test_nothing_is_forwarded_without_a_question(circumstance, authenticate):
    outcome = authenticate(RIGHT.typed, options=("forward_pass",), **circumstance)
    assert (outcome.messages, outcome.token) == ([], None)


# One field for pattern or password, in front of pam_unix: reply, then what pam_unix is told; code.
ONE_FIELD = {
    "the pattern": ("forward_pass", [RIGHT.typed], [], OK),
    "another spelling": ("forward_pass", [RIGHT.otherwise], [], OK),
    "the password": ("forward_pass", [ALICE.password], [], OK),
    "a wrong pattern": ("forward_pass", [WRONG.typed], [], NO),
    "a wrong password": ("forward_pass", [BOB.password], [], NO),
    "text: the password": ("forward_pass=text", [ALICE.password], [], OK),
    "text: a wrong password": ("forward_pass=text", [BOB.password], [], NO),
    "text: a wrong pattern, then the password": (
        "forward_pass=text", [WRONG.typed], [ALICE.password], OK),
    "text: Enter, then the password": ("forward_pass=text", [""], [ALICE.password], OK),
}


@pytest.mark.parametrize("option, replies, passwords, code", ONE_FIELD.values(), ids=ONE_FIELD.keys())
@pytest.mark.parametrize("password", ["try_first_pass", ""], ids=["try_first_pass", "plain"])
def test_one_field(option, replies, passwords, code, password, services, store):
    name = services.before_password(f"store={store.path}", option, password=password)
    answers = pam.ByPrompt(Pattern=replies, Password=passwords)
    outcome = pam.use(name, "alice", answers, confdir=services.folder,
                      steps=("authenticate", "acct_mgmt", "setcred"))
    assert outcome.codes["authenticate"] == code
    assert len(outcome.prompts) == 1 + len(passwords)


def test_second_line_does_not_inherit(services, store):
    """Two lines of one stack: each has its own options, and the first leaves none behind."""
    name = services.write(
        "twice",
        f"auth sufficient pam_pattern.so store={store.path} tries=2 cue forward_pass keypad=letters",
        f"auth required pam_pattern.so store={store.path}")
    outcome = pam.use(name, "alice", pam.Script("", RIGHT.typed), confdir=services.folder)
    assert outcome.code == OK
    assert outcome.prompts[1] == PLAIN


# Services: the option, PAM_SERVICE, whether the pattern may be used.
SERVICES = [
    (("services=any",), "vsftpd", True),
    ((), "vsftpd", True),
    *(((("services=local",), name, True)) for name in (
        "sudo", "sudo-i", "su", "su-l", "login", "polkit-1", "gdm-password", "lightdm", "sddm", "kde",
        "swaylock", "i3lock", "hyprlock")),
    *(((("services=local",), name, False)) for name in (
        "sshd", "vsftpd", "dovecot", "cups", "cron", "samba", "rlogin", "openvpn", "sud", "sudoo")),
    (("services=sudo",), "sudo", True),
    (("services=sudo",), "sudo-i", False),
    (("services=sudo,vsftpd",), "vsftpd", True),
    (("services=sudo,vsftpd",), "sudo", True),
    (("services=sudo,vsftpd",), "ftpd", False),
    (("services=sudo,vsftpd",), "sudo,vsftpd", False),
]


@pytest.mark.parametrize("options, service, allowed", SERVICES)
def test_services(options, service, allowed, authenticate):
    outcome = authenticate(RIGHT.typed, service=service, options=options)
    assert outcome.code == (OK if allowed else pam.PERM_DENIED)
    assert len(outcome.prompts) == allowed


@pytest.mark.parametrize("name", ["../pam.d/sudo", "./sudo", "{}/sudo", "{}/../pam.d//sudo"])
@pytest.mark.parametrize("options, allowed", [
    (("services=local",), False), (("services=sudo",), False), (("services=any",), True)], ids=["local", "sudo", "any"])
def test_service_that_is_a_path(options, allowed, name, authenticate, services):
    """pam_start takes what is behind the last slash; a host can set another later. libpam opens that file, here
    sudo's own; to us it is a name like any other, and none of ours."""
    outcome = authenticate(RIGHT.typed, service="sudo", renamed=name.format(services.folder), options=options)
    assert outcome.probed
    assert outcome.code == (OK if allowed else pam.PERM_DENIED)
    assert len(outcome.prompts) == allowed


# Yes and no of the rules: options and file, circumstances, code.
def _root(store: stores.Store):
    root = stores.world.Account("root", 0, "")
    store.enroll(root)


RULES = {
    "root=no": (("root=no",), (), {"user": "root"}, pam.PERM_DENIED),
    "root=yes": (("root=yes",), (), {"user": "root"}, OK),
    "root = yes in the file": ((), ("root = yes",), {"user": "root"}, OK),
    "root=no over the file": (("root=no",), ("root = yes",), {"user": "root"}, pam.PERM_DENIED),
    "remote=no": (("remote=no",), (), {"rhost": "::1"}, pam.PERM_DENIED),
    "remote=yes": (("remote=yes",), (), {"rhost": "::1"}, OK),
    "remote = yes in the file": ((), ("remote = yes",), {"rhost": "::1"}, OK),
    "others=no": (("others=no",), (), {"uids": (BOB.uid, 0)}, pam.PERM_DENIED),
    "others=yes": (("others=yes",), (), {"uids": (BOB.uid, 0)}, OK),
    "others = yes in the file": ((), ("others = yes",), {"uids": (BOB.uid, 0)}, OK),
    "root's process for alice": (("others=no",), (), {"uids": (0, 0)}, OK),
    "alice's process for alice": (("others=no",), (), {"uids": (ALICE.uid, 0)}, OK),
    "alice's process for root": (("root=yes",), (), {"user": "root", "uids": (ALICE.uid, 0)},
                                 pam.PERM_DENIED),
    "remote, and root": (("root=yes",), (), {"user": "root", "rhost": "h"}, pam.PERM_DENIED),
    "nouserok, enrolled": (("nouserok",), (), {}, OK),
    "nouserok, not enrolled": (("nouserok",), (), {"user": "bob"}, pam.IGNORE),
    "nouserok in the file": ((), ("nouserok",), {"user": "bob"}, pam.IGNORE),
    "not enrolled": ((), (), {"user": "bob"}, pam.USER_UNKNOWN),
}


@pytest.mark.parametrize("options, lines, circumstance, code", RULES.values(), ids=RULES.keys())
def test_rules(options, lines, circumstance, code, authenticate, settings, store):
    _root(store)
    outcome = authenticate(RIGHT.typed, options=(*options, settings(*lines)), **circumstance)
    assert outcome.code == code
    assert len(outcome.prompts) == (code == OK)


def test_nodelay(authenticate):
    assert min(authenticate(WRONG.typed).delays) >= 1_000_000
    assert authenticate(WRONG.typed, options=("nodelay",)).delays == [0]


def test_delay_belongs_to_wrong_tries(authenticate):
    """One wrong try among several is enough; what is not counted costs no time."""
    outcome = authenticate(TOO_SHORT, WRONG.typed, "", options=("tries=3",))
    assert min(outcome.delays) >= 1_000_000
    assert authenticate(TOO_SHORT, TOO_SHORT, options=("tries=2",)).delays == [0]


@pytest.mark.parametrize("reply", [RIGHT.typed, WRONG.typed, TOO_SHORT, NOT_A_PATTERN, RIGHT.canonical])
def test_debug_tells_no_secret(reply, authenticate, log):
    authenticate(reply)
    plain = log()
    authenticate(reply, options=("debug",))
    entries = log()
    assert len(entries) > len(plain)
    secrets = [reply, RIGHT.typed, RIGHT.nodes, RIGHT.canonical, stores.hashed(RIGHT.canonical)]
    secrets += [stores.hashed(RIGHT.canonical).rsplit("$", 1)[1], "$pattern"]
    for entry in entries:
        assert not any(secret in entry.text for secret in secrets), entry.text


def test_quiet_asks_the_same(authenticate):
    outcome = authenticate(WRONG.typed, RIGHT.typed, options=("quiet", "tries=2"))
    assert (outcome.code, outcome.prompts) == (OK, [PLAIN, AFTER_WRONG])


def test_store_option(authenticate, system_store):
    """store= is looked at and nothing else."""
    system_store.enroll(drawing=SECOND)
    assert authenticate(SECOND.typed).code == NO
    assert authenticate(RIGHT.typed).code == OK


def test_standard_places(services, system_store):
    """Without conf= and store= the compiled-in paths are used."""
    system_store.enroll(drawing=SECOND)
    name = services.probing()
    kept = Kept(SETTINGS.parent)
    path = kept.path(SETTINGS.name)
    try:
        for content, prompt in (('prompt = "Mine: "\n', "Mine: "), (None, PLAIN)):
            path.write_text(content) if content else path.unlink()
            outcome = pam.use(name, "alice", pam.Script(SECOND.typed), confdir=services.folder)
            assert (outcome.code, outcome.prompts) == (OK, [prompt])
        path.write_text("nonsense\n")
        outcome = pam.use(name, "alice", pam.Script(SECOND.typed), confdir=services.folder)
        assert (outcome.code, outcome.prompts) == (pam.SERVICE_ERR, [])
    finally:
        kept.restore()
    assert STORE.is_dir()


# Arguments that are refused, and the word that the log line must hold.
BAD_ARGUMENTS = [
    ("no-such-option", "no-such-option"), ("nullok", "nullok"), ("Tries=3", "Tries"), ("=3", "="),
    ("tries", "tries"), ("tries=", "tries"), ("tries=0", "tries"), ("tries=-1", "tries"),
    ("tries=x", "tries"), ("tries=3x", "tries"), ("tries=1.5", "tries"), ("tries= 3", "tries"),
    ("tries=99999999999999999999999", "tries"), ("tries=4294967297", "tries"),
    ("keypad", "keypad"), ("keypad=", "keypad"), ("keypad=qwerty", "keypad"),
    ("keypad=Phone", "keypad"),
    ("root=maybe", "root"), ("root=", "root"), ("remote=1", "remote"), ("others=on", "others"),
    ("cue=perhaps", "cue"), ("nouserok=perhaps", "nouserok"), ("debug=perhaps", "debug"),
    ("quiet=perhaps", "quiet"), ("nodelay=perhaps", "nodelay"),
    ("forward_pass=all", "forward_pass"), ("forward_pass=", "forward_pass"),
    ("services", "services"), ("services=", "services"), ("services=sudo,,su", "services"),
    ("prompt", "prompt"), ("prompt=", "prompt"),
    ("store", "store"), ("store=", "store"), ("store=relative/path", "store"),
    ("conf", "conf"), ("conf=", "conf"), ("conf=relative.conf", "conf"),
    # Settings of the file alone: one record must mean the same to every caller.
    ("grid=3", "grid"), ("cost=5", "cost"), ("min_nodes=4", "min_nodes"),
    ("blocklist=none", "blocklist"), ("self_service=yes", "self_service"), ("deny=5", "deny"), ("waits=1m", "waits"),
    ("budget=50", "budget"), ("self_service=no", "self_service"),
    ("strong_after_boot=yes", "strong_after_boot"), ("strong_every=8", "strong_every"),
]


@pytest.mark.parametrize("argument, word", BAD_ARGUMENTS, ids=[row[0] for row in BAD_ARGUMENTS])
@pytest.mark.parametrize("nouserok", [(), ("nouserok",)], ids=["", "nouserok"])
def test_bad_argument(argument, word, nouserok, authenticate, log):
    outcome = authenticate(RIGHT.typed, options=(*nouserok, argument))
    check_service_error(outcome, log(), word)


def check_service_error(outcome: pam.Outcome, entries, word: str):
    """PAM_SERVICE_ERR, no question, and one line that names what is wrong."""
    assert (outcome.code, outcome.messages) == (pam.SERVICE_ERR, [])
    lines = [entry for entry in entries if entry.ours]
    assert len(lines) == 1 and word in lines[0].text, lines
    assert outcome.descriptors_after == outcome.descriptors_before


# Contents of pattern.conf that are refused.
BAD_LINES = {
    "unknown key": (["colour = red"], "colour"),
    "key in capitals": (["TRIES = 3"], "TRIES"),
    "no key": (["= 3"], "="),
    "bad value": (["tries = x"], "tries"),
    "value out of range": (["tries = 0"], "tries"),
    "value missing": (["tries ="], "tries"),
    "value after a blank": (["tries 3"], "tries"),
    "words after a value": (["tries = 3 4"], "tries"),
    "quote not closed": (['prompt = "Draw: '], "prompt"),
    "quote not opened": (['prompt = Draw: "'], "prompt"),
    "text behind a quote": (['prompt = "Draw: " it'], "prompt"),
    "key twice": (["tries = 2", "tries = 2"], "tries"),
    "key twice, far apart": (["tries = 2", "", "# so", "cue", "tries = 3"], "tries"),
    "flag twice": (["cue", "cue"], "cue"),
    "grid too small": (["grid = 2"], "grid"),
    "grid too large": (["grid = 7"], "grid"),
    "cost of no method": (["cost = 0"], "cost"),
    "cost too high": (["cost = 12"], "cost"),
    "too few nodes": (["min_nodes = 3"], "min_nodes"),
    "nodes that are no number": (["min_nodes = many"], "min_nodes"),
    "another file inside the file": (["conf = /etc/other.conf"], "conf"),
    "relative store": (["store = relative"], "store"),
    "the last of several lines": (["cue", "tries = 3", "keypad = qwerty"], "keypad"),
    "two settings in a line": (["cue nouserok"], "cue"),
    "section header": (["[pam_pattern]"], "[pam_pattern]"),
}


@pytest.mark.parametrize("lines, word", BAD_LINES.values(), ids=BAD_LINES.keys())
@pytest.mark.parametrize("nouserok", [(), ("nouserok",)], ids=["", "nouserok"])
def test_bad_line(lines, word, nouserok, authenticate, settings, log):
    outcome = authenticate(RIGHT.typed, options=(settings(*lines), *nouserok))
    check_service_error(outcome, log(), word)


# Ways to write pattern.conf that all mean tries=2 and prompt "Draw: ".
GOOD_FILES = {
    "plain": ["tries=2", 'prompt="Draw: "'],
    "blanks": ["  tries  =  2  ", '\tprompt\t=\t"Draw: "\t'],
    "comments": ["# tries = 9", "tries = 2  # two", '   # indented', 'prompt = "Draw: " # why not'],
    "empty lines": ["", "tries = 2", "   ", 'prompt = "Draw: "', ""],
    "values in quotes": ['tries = "2"', 'prompt = "Draw: "'],
}


@pytest.mark.parametrize("lines", GOOD_FILES.values(), ids=GOOD_FILES.keys())
def test_ways_to_write_the_file(lines, authenticate, settings):
    outcome = authenticate(WRONG.typed, RIGHT.typed, options=(settings(*lines),))
    assert (outcome.code, outcome.prompts) == (OK, ["Draw: ", "Wrong. Draw: "])


def test_values_in_the_file(authenticate, settings):
    """Only the first = parts, blanks count inside quotes alone, and # inside quotes is text."""
    for line, prompt in (('prompt = "a = b "', "a = b "), ('prompt = "no #1: "', "no #1: "),
                         ("prompt =  word  ", "word"), ('prompt = "  two: "', "  two: ")):
        assert authenticate("", options=(settings(line),)).prompts == [prompt], line


def test_file_without_a_last_line_feed(authenticate, settings, folder):
    settings()
    (folder / "pattern.conf").write_text("cue\ntries = 2")
    outcome = authenticate(WRONG.typed, RIGHT.typed, options=(f"conf={folder}/pattern.conf",))
    assert outcome.code == OK and outcome.prompts[0] == "Pattern (123/456/789): "


# Files that can't be settings, whatever they say.
BAD_FILES = {
    "missing": lambda path: path.unlink(),
    "writable by others": lambda path: path.chmod(0o646),
    "writable by a group": lambda path: path.chmod(0o664),
    "of another owner": lambda path: os.chown(path, BOB.uid, 0),
    "a symlink": lambda path: path.rename(f"{path}.real") and path.symlink_to(f"{path}.real"),
    "a symlink to nowhere": lambda path: path.unlink() or path.symlink_to("/nonexistent"),
    "a FIFO": lambda path: path.unlink() or os.mkfifo(path, 0o644),
    "a folder": lambda path: path.unlink() or path.mkdir(),
    "too long": lambda path: path.write_text("# so\n" * 820),
    "1 MiB": lambda path: path.write_text("\n" * (1 << 20)),
    "binary": lambda path: path.write_bytes(bytes(range(1, 256))),
    "with a NUL": lambda path: path.write_bytes(b"tries = 2\0\n"),
}


@pytest.mark.parametrize("fault", BAD_FILES.values(), ids=BAD_FILES.keys())
@pytest.mark.parametrize("nouserok", [(), ("nouserok",)], ids=["", "nouserok"])
def test_bad_file(fault, nouserok, authenticate, settings, log, folder):
    option = settings("tries = 2")
    fault(folder / "pattern.conf")
    outcome = authenticate(RIGHT.typed, options=(option, *nouserok))
    check_service_error(outcome, log(), str(folder / "pattern.conf"))


def test_file_of_4096_bytes_is_read(authenticate, settings, folder):
    option = settings("cue")
    path = folder / "pattern.conf"
    path.write_text("cue\n" + "#" * 4091 + "\n")
    assert path.stat().st_size == 4096
    assert authenticate("", options=(option,)).prompts == ["Pattern (123/456/789): "]
