"""The entry point's table: every state of account and store times every reply times PAM_SILENT, each
with its exact code, number of questions, log line and delay, and no descriptor left open.

The expected codes are written down here, from the table of verdicts and the order of decisions:
bad option; user unknown; rules; store unusable; not enrolled (all before any question); then the
conversation; then empty, not a pattern, too short; then the comparison.
"""

import dataclasses
import re
import shutil
from collections.abc import Callable

import pytest

from harness import pam, store as stores
from harness.patterns import LARGE, NOT_A_PATTERN, RIGHT, TOO_SHORT, WRONG
from harness.world import ALICE, BOB, LENA

PROMPT = "Pattern: "


@dataclasses.dataclass(frozen=True)
class Reply:
    """What the conversation gives, and the code that follows where it is asked."""

    why: str
    answer: pam.Answer
    code: int
    delay: bool = False


REPLIES = {
    "right": Reply("the stored pattern", RIGHT.typed, pam.SUCCESS),
    "other-spelling": Reply("the same drawing, a node passed over", RIGHT.otherwise, pam.SUCCESS),
    "canonical": Reply("what a pad prints", RIGHT.canonical, pam.SUCCESS),
    "wrong": Reply("a pattern, another one", WRONG.typed, pam.AUTH_ERR, delay=True),
    "too-short": Reply("three nodes; not compared", TOO_SHORT, pam.AUTH_ERR),
    "not-a-pattern": Reply("a password in the wrong field", NOT_A_PATTERN, pam.AUTH_ERR),
    "other-grid": Reply("drawn on another grid: no pattern here", LARGE.canonical, pam.AUTH_ERR),
    "empty": Reply("Enter: not a try", "", pam.AUTH_ERR),
    "511-bytes": Reply("the longest reply of libpam", "x" * 511, pam.AUTH_ERR),
    "511-digits": Reply("long, and almost a pattern", "2943570" * 73, pam.AUTH_ERR),
    "non-utf-8": Reply("bytes that are no text", b"\xff\xfe2943\x80\xc3(57", pam.AUTH_ERR),
    "no-conversation": Reply("nothing to ask with", pam.NO_CONVERSATION, pam.CONV_ERR),
    "null-replies": Reply("success without replies: cancelled", pam.NO_REPLIES, pam.CONV_ERR),
    "null-text": Reply("a reply without text: cancelled", pam.NO_TEXT, pam.CONV_ERR),
    "conv-err": Reply("cancelled", pam.FAILS, pam.CONV_ERR),
    "conv-again": Reply("an application driven by events", pam.NOT_YET, pam.INCOMPLETE),
}


def _enrolled(store: stores.Store):
    store.enroll()


def _nobody(store: stores.Store):
    pass


def _lena(store: stores.Store):
    store.enroll(LENA)


def _root(store: stores.Store):
    store.count(stores.Attempts(0), ROOT)
    store.write(b"pam_pattern credential 1\nuid=0\nname=root\ngrid=3x3\nenrolled=1764486000\n"
                + f"hash={stores.hashed(RIGHT.canonical)}\n".encode(), ROOT)


ROOT = dataclasses.replace(ALICE, name="root", uid=0)


@dataclasses.dataclass(frozen=True)
class State:
    """What is there when the module is called, and the code that it alone decides."""

    why: str
    # None: the module asks, and the reply decides.
    code: int | None
    prepare: Callable[[stores.Store], None] = _enrolled
    user: str = "alice"
    options: tuple[str, ...] = ()
    service: str = "pattern-test"
    rhost: str | None = None
    uids: tuple[int, int] = (0, 0)


def _broken(fault: str) -> Callable[[stores.Store], None]:
    def prepare(store: stores.Store):
        store.enroll()
        stores.FAULTS[fault](store)

    return prepare


STATES = {
    "enrolled": State("asks", None),
    "enrolled-nouserok": State("nouserok is about who is not enrolled", None, options=("nouserok",)),
    "not-enrolled": State("others are enrolled, alice is not", pam.USER_UNKNOWN,
                          lambda store: store.enroll(BOB)),
    "record-missing": State("nobody is enrolled", pam.USER_UNKNOWN, _nobody),
    "not-enrolled-nouserok": State("proven absent: the one PAM_IGNORE", pam.IGNORE, _nobody,
                                   options=("nouserok",)),
    "unknown-user": State("not in passwd", pam.USER_UNKNOWN, user="zorro-the-fox"),
    "unknown-user-nouserok": State("nouserok needs an account", pam.USER_UNKNOWN,
                                   user="zorro-the-fox", options=("nouserok",)),
    "user-is-a-path": State("a name is never part of a path", pam.USER_UNKNOWN,
                            user="../credentials/51001"),
    "user-is-a-number": State("a uid is no name", pam.USER_UNKNOWN, user="51001"),
    "user-in-capitals": State("another name", pam.USER_UNKNOWN, user="ALICE"),
    "user-is-empty": State("no such account", pam.USER_UNKNOWN, user=""),
    "root": State("root=no unless set", pam.PERM_DENIED, _root, user="root"),
    "root-allowed": State("root=yes", None, _root, user="root", options=("root=yes",)),
    "remote": State("PAM_RHOST is set", pam.PERM_DENIED, rhost="192.0.2.7"),
    "remote-loopback": State("tunnels come from there", pam.PERM_DENIED, rhost="127.0.0.1"),
    "remote-localhost": State("tunnels come from there", pam.PERM_DENIED, rhost="localhost"),
    "remote-empty": State("an empty PAM_RHOST is local", None, rhost=""),
    "remote-allowed": State("remote=yes", None, rhost="192.0.2.7", options=("remote=yes",)),
    "others": State("setuid program of another user", pam.PERM_DENIED, uids=(BOB.uid, 0)),
    "others-allowed": State("others=yes", None, uids=(BOB.uid, 0), options=("others=yes",)),
    "self": State("setuid program of the user: sudo", None, uids=(ALICE.uid, 0)),
    "service-outside": State("not in the list", pam.PERM_DENIED,
                             options=("services=sudo,login",)),
    "service-not-local": State("not in the built-in list", pam.PERM_DENIED,
                               options=("services=local",)),
    "service-in-list": State("in the list", None, options=("services=sudo,pattern-test",)),
    "service-local": State("in the built-in list", None, service="sudo",
                           options=("services=local",)),
    "locked-account": State("usermod -L", pam.PERM_DENIED, _lena, user="lena"),
} | {
    name.replace(" ", "-"): State("store unusable", pam.AUTHINFO_UNAVAIL, _broken(name))
    for name in stores.FAULTS
} | {
    name.replace(" ", "-") + "-nouserok": State(
        "unusable is not absent", pam.AUTHINFO_UNAVAIL, _broken(name), options=("nouserok",))
    for name in ("store folder missing", "credentials folder missing", "empty", "symlink",
                 "symlink to nowhere", "wrong owner", "other user's name", "a DES hash")
}


@pytest.mark.parametrize("flags", [0, pam.SILENT], ids=["loud", "silent"])
@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES.keys())
@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_table(state, reply, flags, authenticate, store, log):
    state.prepare(store)
    before = contents(store)
    outcome = authenticate(
        reply.answer, user=state.user, options=state.options, service=state.service,
        rhost=state.rhost, uids=state.uids, flags=flags)
    entries = log()
    asks = state.code is None
    code = reply.code if asks else state.code
    assert outcome.code == code, state.why if not asks else reply.why
    # With nothing to ask with, there is no question to be seen.
    asked = asks and reply.answer is not pam.NO_CONVERSATION
    assert outcome.messages == [pam.Message(pam.ECHO_OFF, PROMPT)] * asked
    check_delay(outcome, asks and reply.delay)
    check_log(entries, state, code)
    check_nothing_typed(entries, reply.answer)
    assert outcome.token is None, "PAM_AUTHTOK was set"
    check_traces(outcome)
    check_counted(before, contents(store), code if asked else None, reply)


def contents(store: stores.Store) -> dict[str, bytes]:
    return store.contents() if store.path.is_dir() else {}


def check_counted(before: dict[str, bytes], after: dict[str, bytes], code: int | None, reply: Reply):
    """A right and a wrong pattern are counted, the right one taken back; nothing else leaves a trace."""
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    if code != pam.SUCCESS and not reply.delay or code is None:
        assert changed == set()
        return
    assert len(changed) == 1 and changed.copy().pop().startswith("attempts/")
    attempts = stores.newest(after[changed.pop()])
    assert attempts.counts == ((1, 0, 0) if code == pam.SUCCESS else (1, 1, 1))


def check_delay(outcome: pam.Outcome, expected: bool):
    """pam_fail_delay asks for 2 s, of which libpam makes 1 to 3 at random."""
    delay = max(outcome.delays, default=0)
    assert 1_000_000 <= delay <= 3_000_000 if expected else delay == 0


def check_log(entries, state: State, code: int):
    """Each refusal is one line in pam_unix's form with the reason at its end."""
    lines = [entry for entry in entries if entry.ours]
    matches = [match for entry in lines if (match := pam.REFUSAL.fullmatch(entry.text))]
    assert all(entry.facility == 10 for entry in lines), "not LOG_AUTHPRIV"
    if code in (pam.SUCCESS, pam.IGNORE, pam.INCOMPLETE):
        assert matches == []
        return
    assert len(matches) == 1, lines
    match = matches[0]
    known = state.user in ("alice", "lena", "root")
    tried = code != pam.PERM_DENIED and not (code == pam.USER_UNKNOWN and known)
    assert match["what"] == ("authentication failure" if tried else "pattern not asked for")
    assert match["service"] == state.service
    assert (match["uid"], match["euid"]) == (str(state.uids[0]), str(state.uids[1]))
    assert match["rhost"] == (state.rhost or "")
    assert (match["user"] or "") == (state.user if known else "")
    if not known and state.user:
        assert not any(state.user in entry.text for entry in lines), "an unknown name was logged"


def check_nothing_typed(entries, answer: pam.Answer):
    """No log line of anybody holds what was typed, nor the stored pattern or its hash."""
    typed = answer.decode("latin-1") if isinstance(answer, bytes) else answer
    secrets = [RIGHT.typed, RIGHT.nodes, RIGHT.otherwise, stores.hashed(RIGHT.canonical)]
    if isinstance(typed, str) and typed:
        secrets.append(typed)
    for entry in entries:
        assert not any(secret in entry.text for secret in secrets), entry.text


def check_traces(outcome: pam.Outcome):
    """Nothing is left in the application, and nothing was written past the conversation."""
    assert outcome.descriptors_after == outcome.descriptors_before
    assert outcome.inheritable == set()
    assert outcome.output == b""
    assert all(count == 1 for count in outcome.batches), "several messages in one call"


# Where two things are wrong, the first of the order decides.
ORDER = {
    "bad option before unknown user": (
        pam.SERVICE_ERR, State("", None, user="zorro-the-fox", options=("no-such-option",))),
    "bad option before rules": (
        pam.SERVICE_ERR, State("", None, rhost="192.0.2.7", options=("no-such-option",))),
    "bad option before a right pattern": (
        pam.SERVICE_ERR, State("", None, options=("no-such-option",))),
    "unknown user before rules": (
        pam.USER_UNKNOWN, State("", None, user="zorro-the-fox", rhost="192.0.2.7")),
    "unknown user before a missing store": (
        pam.USER_UNKNOWN, State("", None, _broken("store folder missing"), user="zorro-the-fox")),
    "rules before a missing store": (
        pam.PERM_DENIED, State("", None, _broken("store folder missing"), rhost="192.0.2.7")),
    "rules before not enrolled": (
        pam.PERM_DENIED, State("", None, _nobody, rhost="192.0.2.7")),
    "rules before nouserok": (
        pam.PERM_DENIED, State("", None, _nobody, uids=(BOB.uid, 0), options=("nouserok",))),
    "locked account before nouserok": (
        pam.PERM_DENIED, State("", None, _nobody, user="lena", options=("nouserok",))),
    "locked account before a broken record": (
        pam.PERM_DENIED,
        State("", None, lambda store: store.enroll(LENA, name="bob") and None, user="lena")),
    "missing store before not enrolled": (
        pam.AUTHINFO_UNAVAIL,
        State("", None, lambda store: shutil.rmtree(store.credentials), options=("nouserok",))),
}


@pytest.mark.parametrize("code, state", ORDER.values(), ids=ORDER.keys())
def test_order(code, state, authenticate, store):
    state.prepare(store)
    outcome = authenticate(
        RIGHT.typed, user=state.user, options=state.options, rhost=state.rhost, uids=state.uids)
    assert outcome.code == code
    assert outcome.messages == []
    check_traces(outcome)


# A screen locker runs as its user and can't read the store: the checker does, for that user alone.
# Somebody else's process is refused by the rules, and without these by the checker, before a question.
UNPRIVILEGED = {
    "the user's own": (pam.SUCCESS, ALICE, ()),
    "the user's own, nouserok": (pam.SUCCESS, ALICE, ("nouserok",)),
    "somebody else's": (pam.PERM_DENIED, BOB, ()),
    "somebody else's, others=yes": (pam.AUTHINFO_UNAVAIL, BOB, ("others=yes",)),
    "another store, which is root's to choose": (pam.SERVICE_ERR, ALICE, ("store=/var/lib/other",)),
    "other settings, which are root's to choose": (
        pam.SERVICE_ERR, ALICE, ("conf=/etc/security/pattern.conf",)),
}


@pytest.mark.parametrize("code, caller, options", UNPRIVILEGED.values(), ids=UNPRIVILEGED.keys())
def test_caller_without_access_to_the_store(code, caller, options, services, system_store):
    system_store.enroll()
    name = services.probing(*options)
    outcome = pam.use(name, "alice", pam.Script(RIGHT.typed), confdir=services.folder,
                      uids=(caller.uid, caller.uid))
    assert outcome.code == code
    assert outcome.prompts == [PROMPT] * (code == pam.SUCCESS)
    check_traces(outcome)


# The second field of shadow(5), and whether the account is locked to us: with a ! in front, as by
# usermod -L. One without a usable password is not: its owner may have a key, and a pattern.
SHADOW = [("!", True), ("!!", True), ("!*", True), ("!$5$rounds=1000$salt$abc", True), ("*", False),
          ("x", False), ("", False), ("$5$rounds=1000$salt$!abc", False), (None, False)]


@pytest.mark.parametrize("field, locked", SHADOW)
def test_locked_accounts(field, locked, authenticate, store, keep):
    store.enroll()
    path = keep("/etc/shadow")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("alice:")]
    if field is not None:
        lines.append(f"alice:{field}:19000:0:99999:7:::")
    path.write_text("\n".join(lines) + "\n")
    outcome = authenticate(RIGHT.typed)
    assert outcome.code == (pam.PERM_DENIED if locked else pam.SUCCESS)
    assert len(outcome.prompts) == (not locked)


# The methods that are checked, each with the cheapest setting that libcrypt takes.
METHODS = {
    "yescrypt": "$y$j75$abcdefgh",
    "gost-yescrypt": "$gy$j75$abcdefgh",
    "scrypt": "$7$66..../....abcdefgh",
    "sha512crypt": "$6$rounds=1000$abcdefgh$",
    "sha256crypt": "$5$rounds=1000$abcdefgh$",
}


@pytest.mark.parametrize("setting", METHODS.values(), ids=METHODS.keys())
def test_hash_methods(setting, authenticate, store):
    hash = stores.hashed(RIGHT.canonical, setting)
    assert hash.startswith(setting.rsplit("$", 1)[0]), "libcrypt does not know the setting"
    store.enroll(hash=hash)
    assert authenticate(RIGHT.typed).code == pam.SUCCESS
    assert authenticate(WRONG.typed).code == pam.AUTH_ERR


# Hashes of a known method that no pattern has: crypt(3) fails, or gives something else.
BROKEN_HASHES = ["$y$", "$y$j75$", "$6$", "$5$", "$7$", "$5$rounds=1000$pattern$", "$y$*0",
                 stores.hashed(RIGHT.canonical)[:-1], stores.hashed(RIGHT.canonical) + "x"]


@pytest.mark.parametrize("hash", BROKEN_HASHES)
@pytest.mark.parametrize("answer", [RIGHT.typed, RIGHT.canonical, "", "*0"])
def test_broken_hash_never_matches(hash, answer, authenticate, store, log):
    store.enroll(hash=hash)
    outcome = authenticate(answer)
    assert outcome.code in (pam.AUTH_ERR, pam.AUTHINFO_UNAVAIL)
    check_nothing_typed(log(), answer)
    check_traces(outcome)


def test_other_accounts_pattern_never_matches(authenticate, store):
    store.enroll(ALICE, RIGHT)
    store.enroll(BOB, WRONG)
    assert authenticate(WRONG.typed).code == pam.AUTH_ERR
    assert authenticate(WRONG.typed, user="bob").code == pam.SUCCESS


def test_same_drawing_on_another_grid_never_matches(authenticate, store):
    """The hash is over the canonical text with its grid in front."""
    store.enroll(grid="4x4")
    assert authenticate(RIGHT.typed).code == pam.AUTH_ERR
    assert authenticate(RIGHT.nodes).code == pam.AUTH_ERR


def test_nobody_named(authenticate, store):
    """Without PAM_USER the name is asked for, as by every module."""
    store.enroll()
    outcome = authenticate("alice", RIGHT.typed, user=None)
    assert outcome.code == pam.SUCCESS
    assert [message.style for message in outcome.messages] == [pam.ECHO_ON, pam.ECHO_OFF]


@pytest.mark.parametrize("control", ["required", "sufficient", "[success=done default=die]"])
@pytest.mark.parametrize("steps", [("authenticate", "setcred"), ("setcred",)],
                         ids=["after success", "by itself"])
def test_setcred_always_succeeds(control, steps, services, store):
    """With PAM_IGNORE or without the function, a stack of one sufficient line would fail."""
    store.enroll()
    name = services.write("plain", f"auth {control} pam_pattern.so store={store.path}")
    outcome = pam.use(name, "alice", pam.Script(RIGHT.typed), confdir=services.folder, steps=steps)
    assert outcome.codes == dict.fromkeys(steps, pam.SUCCESS)


def test_refused_stack_still_ends_in_the_password(services, store):
    """Whatever our module says, pam_unix asks for the password and decides."""
    name = services.before_password(f"store={store.path}")
    states = {"enrolled": _enrolled, "not enrolled": _nobody} | {
        fault: _broken(fault) for fault in stores.FAULTS}
    for fault, prepare in states.items():
        for password, code in ((ALICE.password, pam.SUCCESS), ("guess", pam.AUTH_ERR)):
            store.reset()
            prepare(store)
            answers = pam.ByPrompt(Pattern=[WRONG.typed], Password=[password])
            outcome = pam.use(name, "alice", answers, confdir=services.folder,
                              steps=("authenticate", "acct_mgmt", "setcred"))
            assert outcome.codes["authenticate"] == code, fault
            assert outcome.prompts == [PROMPT] * (fault == "enrolled") + ["Password: "], fault
            assert set(outcome.codes.values()) == {code}, fault


def test_log_says_why(authenticate, store, log):
    """Refusals that an administrator handles differently read differently."""

    def reason(*replies, **circumstances) -> str:
        authenticate(*replies, **circumstances)
        return [match["reason"] for entry in log()
                if (match := pam.REFUSAL.fullmatch(entry.text))][0]

    reasons = [reason()]
    store.enroll()
    reasons += [reason(answer) for answer in (WRONG.typed, TOO_SHORT, NOT_A_PATTERN, "", pam.FAILS)]
    reasons += [reason(user="zorro-the-fox"), reason(rhost="192.0.2.7"),
                reason(uids=(BOB.uid, 0)), reason(options=("services=sudo",))]
    store.enroll(LENA)
    reasons.append(reason(user="lena"))
    for fault in ("garbage", "group-writable", "a DES hash", "other user's name",
                  "store folder missing"):
        store.reset()
        store.enroll()
        stores.FAULTS[fault](store)
        reasons.append(reason(RIGHT.typed))
    assert len(set(reasons)) == len(reasons), reasons
    assert not any(re.search(r"\d{4}", text) for text in reasons), reasons


HOSTILE = ["eve\nroot", "\x1b[2Jx", "<80>forged", "%n%s%n%n", "x" * 5000, "user=root reason=none"]


@pytest.mark.parametrize("text", HOSTILE)
def test_log_cannot_be_forged(text, authenticate, store, log):
    """What a caller sets stays in its place: one line, of bounded length, and no control character."""
    store.enroll()
    authenticate(WRONG.typed, ruser=text, tty=text, rhost=text, options=("remote=yes",))
    entries = [entry for entry in log() if entry.ours]
    assert len(entries) == 1
    assert entries[0].text.isprintable() and len(entries[0].text) < 1024
    assert entries[0].text.endswith(" user=alice reason=wrong pattern")


def test_log_names_the_caller(authenticate, store, log):
    store.enroll()
    authenticate(WRONG.typed, ruser="alice", tty="/dev/pts/7", rhost="192.0.2.7",
                 options=("remote=yes",))
    match = [match for entry in log() if (match := pam.REFUSAL.fullmatch(entry.text))][0]
    assert (match["tty"], match["ruser"], match["rhost"]) == ("/dev/pts/7", "alice", "192.0.2.7")
