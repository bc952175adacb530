"""Every file of pam.d-sample on paper: all outcomes of all its lines, and what can come of them.

test_samples.py tries the samples out, with what happens; here is what could. Lines that include Debian's
common-auth are read together with the real one."""

import random

import pytest

from harness import native, pam, stack, world
from harness.stack import CODES, Line, State

# What of the real system the namespace left as it is.
REAL = world.folder() / "host" / "etc" / "pam.d"
COMMON = "@include common-auth\n"
PATTERN, STRONG, UNIX = ("auth sufficient pam_pattern.so\n", "auth optional pam_pattern.so strong\n",
                         "auth [success=1 default=ignore] pam_unix.so nullok\n")
DENY, PERMIT = "auth requisite pam_deny.so\n", "auth required pam_permit.so\n"

# What our first line may give, by the table of codes; and what libpam makes of a file that is not there.
OURS = ("success auth_err conv_err incomplete user_unknown ignore perm_denied maxtries authinfo_unavail"
        " service_err buf_err").split()
MISSING = "module_unknown"
FINGER_MODULE = "pam_fprintd.so"
# Always the same, whoever asks.
FIXED = {"pam_deny.so": ["auth_err"], "pam_permit.so": ["success"]}
# What takes a password and nothing else; pam_sss with use_first_pass.
PASSWORDS = ("pam_unix.so", "pam_sss.so")
# pam_unix, asked for a password, never says PAM_IGNORE (pam_unix_auth.c): `requisite` would pass over it.
UNIX_CODES = [code for code in CODES if code != "ignore"]


def is_ours(line: Line) -> bool:
    return line.module == world.MODULE and "strong" not in line.arguments


def is_strong(line: Line) -> bool:
    return line.module == world.MODULE and "strong" in line.arguments


def everything(line: Line) -> list[str]:
    """All that a line may give, and for what we did not write that is anything at all."""
    if is_strong(line):
        return ["ignore", "buf_err", "service_err", MISSING]
    if is_ours(line):
        return [*OURS, MISSING]
    if line.module == "pam_unix.so":
        return UNIX_CODES
    return FIXED.get(line.module, CODES)


def factor(line: Line, code: str) -> str | None:
    """What a line has proven by its success; a password that is right but too old is right."""
    if code != "success" and not (line.module in PASSWORDS and code == "new_authtok_reqd"):
        return None
    if is_ours(line):
        return "pattern"
    if line.module in PASSWORDS:
        return "password"
    return {"pam_rootok.so": "root", FINGER_MODULE: "finger"}.get(line.module)


def read(text: str) -> list[Line]:
    return stack.parsed(text, REAL)


# A few codes for lines that are neither ours nor deciding: enough to take each of their actions.
def _few(line: Line) -> list[str]:
    return FIXED.get(line.module) or list(
        {action: code for code, action in reversed(line.actions.items())}.values()) + ["ignore"]


def behaviour(lines: list[Line], ours: str | None) -> set[tuple]:
    """What can be seen of a stack from outside when our lines all give one code, or are taken out: the
    codes of the other lines as they are reached, and the result."""
    if ours is None:
        lines = [line for line in lines if line.module != world.MODULE]
    found = set()
    waiting: list[tuple[State, tuple]] = [(State(), ())]
    while waiting:
        state, past = waiting.pop()
        if state.is_over:
            found.add((past, state.result))
            continue
        line = lines[state.index]
        if line.module == world.MODULE:
            waiting.append((stack.step(lines, state, ours), past))
            continue
        for code in _few(line):
            waiting.append((stack.step(lines, state, code), (*past, (line.module, code))))
    return found


def faults(lines: list[Line]) -> set[str]:
    """What is wrong with a stack that takes the pattern or the password."""
    found = set()
    for kind, what, known in stack.paths(lines, everything, facts=factor, watched=is_strong):
        if kind == "reached" and "password" not in known:
            found.add("forgives without the password")
        if kind == "end" and what == "success" and not known:
            found.add("opens by nothing")
    without = behaviour(lines, None)
    for code in (MISSING, *(code for code in OURS if code not in ("success", "incomplete"))):
        if behaviour(lines, code) != without:
            found.add("the password's way depends on us")
    for ours, unix in (("success", "auth_err"), ("auth_err", "success"), (MISSING, "success")):
        if usual(lines, ours, unix) != "success":
            found.add("does not open")
    return found


def usual(lines: list[Line], ours: str, unix: str) -> str:
    """The result where all other modules do as on most days."""
    days = {"pam_unix.so": unix, "pam_rootok.so": "auth_err", "pam_deny.so": "auth_err",
            "pam_permit.so": "success", "pam_nologin.so": "ignore"}
    return stack.result(lines, [
        ("ignore" if is_strong(line) and ours != MISSING else ours) if line.module == world.MODULE
        else days.get(line.module, "ignore") for line in lines])


# --- The simulator is right


def test_simulator_agrees_with_libpam(services):
    """Random stacks through the real libpam, with a module that gives what it is told."""
    chance = random.Random(20251130)
    probe = native.library("pam_probe")
    differing = []
    for turn in range(300):
        lines, codes, text = [], [], []
        for _ in range(chance.randint(1, 5)):
            actions = ["ok", "ok", "done", "bad", "die", "ignore", "reset", "1", "2"]
            control = chance.choice(["required", "requisite", "sufficient", "optional", None, None])
            if control is None:
                pairs = {chance.choice(CODES[:13]): chance.choice(actions) for _ in range(3)}
                pairs |= {chance.choice(["success", "ignore"]): chance.choice(actions)}
                pairs["default"] = chance.choice(actions)
                control = "[" + " ".join(f"{code}={action}" for code, action in pairs.items()) + "]"
            code = chance.choice(["success", "success", "ignore", "auth_err", "maxtries", *CODES])
            lines.append(Line(control, "pam_probe.so"))
            codes.append(code)
            text.append(f"auth {control} {probe} return={CODES.index(code)}")
        name = services.write(f"random-{turn}", *text)
        outcome = pam.use(name, "alice", pam.Script(), confdir=services.folder)
        expected = stack.result(lines, codes)
        if CODES[outcome.codes["authenticate"]] != expected:
            differing.append((text, CODES[outcome.codes["authenticate"]], expected))
    assert differing == []


def test_simulator_knows_a_missing_module(services):
    """libpam goes on without it, as if it had said PAM_MODULE_UNKNOWN."""
    for control, code in (("sufficient", "perm_denied"), ("optional", "perm_denied"),
                          ("required", MISSING), ("requisite", MISSING)):
        name = services.write("missing", f"auth {control} pam_there_is_none.so")
        outcome = pam.use(name, "alice", pam.Script(), confdir=services.folder)
        assert CODES[outcome.codes["authenticate"]] == code
        assert stack.result([Line(control, "pam_there_is_none.so")], [MISSING]) == code


# --- The samples are sound

SAMPLES = sorted(path.name for path in world.SAMPLES.iterdir())
BOTH = "sudo-second-factor"
OWN = world.CHECKOUT / "etc" / "pam.d"


def sample(name: str) -> list[Line]:
    return read((world.SAMPLES / name).read_text())


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != BOTH])
def test_pattern_or_password(name):
    """No way in without a factor; forgiven by the password alone; without us as if we were not there."""
    lines = sample(name)
    assert len([line for line in lines if is_ours(line)]) == 1
    assert len([line for line in lines if is_strong(line)]) == 1
    assert faults(lines) == set()


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != BOTH])
def test_strong_line_is_reached_by_the_password(name):
    """And it changes nothing of what the stack gives, whatever it gives itself."""
    lines = sample(name)
    reached = {known for kind, _, known in stack.paths(
        lines, everything, facts=factor, watched=is_strong) if kind == "reached"}
    assert frozenset({"password"}) in reached
    for ours in ("auth_err", "user_unknown", "maxtries", MISSING):
        for unix in CODES:
            without = [line for line in lines if not is_strong(line)]
            assert usual(lines, ours, unix) == usual(without, ours, unix)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != BOTH])
def test_only_root_and_a_finger_get_in_otherwise(name):
    """pam_rootok is in the sample for su alone, pam_fprintd in the one for it."""
    known = {facts for kind, what, facts in stack.paths(sample(name), everything, facts=factor)
             if kind == "end" and what == "success"}
    assert {frozenset({"pattern"}), frozenset({"password"})} <= known
    assert any("root" in facts for facts in known) == (name == "su")
    assert (frozenset({"finger"}) in known) == (name == "sudo-fingerprint")


def test_finger():
    """It is asked for first and is enough, whatever comes behind; nothing it gives, or lacks, is in the way of
    the pattern and the password, and it forgives no wrong pattern."""
    lines = sample("sudo-fingerprint")
    at = [line.module for line in lines].index(FINGER_MODULE)
    assert at == 0 and sum(line.module == FINGER_MODULE for line in lines) == 1
    assert stack.result(lines, ["success"] + ["auth_err"] * len(lines)) == "success"
    without = lines[1:]
    for code in (*CODES, MISSING):
        # "success" has been looked at; libpam ends at "incomplete", for which PAM has to be asked once more; a
        # finger that is due to be changed does not exist.
        if code in ("success", "incomplete", "new_authtok_reqd"):
            continue
        for ours in (*OURS, MISSING):
            for unix in UNIX_CODES:
                given = [ours if is_ours(line) else unix if line.module == "pam_unix.so"
                         else FIXED.get(line.module, ["ignore"])[0] for line in without]
                assert stack.result(lines, [code, *given]) == stack.result(without, given)
    reached = {known for kind, _, known in stack.paths(lines, everything, facts=factor, watched=is_strong)
               if kind == "reached"}
    assert all("password" in known and "finger" not in known for known in reached)


def test_second_factor():
    """Both and nothing else; no strong line, which would forgive each wrong pattern beforehand."""
    lines = sample(BOTH)
    ends = {facts for kind, what, facts in stack.paths(lines, everything, facts=factor)
            if kind == "end" and what == "success"}
    assert ends == {frozenset({"password", "pattern"})}
    assert not any(is_strong(line) for line in lines)
    # The pattern is not asked for before the password was right: others can't burn tries.
    reached = {known for kind, _, known in stack.paths(lines, everything, facts=factor, watched=is_ours)
               if kind == "reached"}
    assert reached == {frozenset({"password"})}
    assert usual(lines, MISSING, "success") != "success"


@pytest.mark.parametrize("name", SAMPLES)
def test_ends_closed(name):
    """Where each line says the same and none of them is a success: refused."""
    lines = sample(name)
    for code in CODES[1:]:
        given = [FIXED.get(line.module, [code])[0] for line in lines]
        assert stack.result(lines, given) != "success"


@pytest.mark.parametrize("name, key", [("patternctl", "pattern"), ("patternctl-strong", "password")])
def test_our_own_services(name, key):
    """What `patternctl verify` asks opens by the pattern and by nothing else; where a user's own enrolment asks,
    the password does."""
    assert len(list(OWN.iterdir())) == 2
    lines = read((OWN / name).read_text())
    ends = {facts for kind, what, facts in stack.paths(lines, everything, facts=factor)
            if kind == "end" and what == "success"}
    assert ends == {frozenset({key})}


# --- And bad stacks are found

FORGIVES, OPENS = "forgives without the password", "opens by nothing"
DEPENDS, SHUT = "the password's way depends on us", "does not open"

BAD = {
    "strong line before the password": (PATTERN + STRONG + COMMON, FORGIVES),
    "strong line first": (STRONG + PATTERN + COMMON, FORGIVES),
    "strong line behind a required password": (
        PATTERN + "auth required pam_unix.so\n" + STRONG, FORGIVES),
    "strong line behind an optional password": (
        PATTERN + "auth optional pam_unix.so\n" + STRONG + DENY, FORGIVES),
    "strong line behind a sufficient password": (
        PATTERN + "auth sufficient pam_unix.so\n" + STRONG + DENY, FORGIVES),
    "strong line that is jumped over too short": (
        PATTERN + "auth [success=ignore default=1] pam_unix.so nullok\n" + STRONG
        + "auth sufficient pam_permit.so\nauth required pam_deny.so\n", OPENS),
    "strong line that success jumps over": (PATTERN + UNIX + STRONG + DENY + PERMIT, FORGIVES),
    "strong line behind another factor": (
        PATTERN + UNIX.replace("=1", "=2") + "auth [success=1 default=ignore] pam_fprintd.so\n" + DENY
        + PERMIT + STRONG, FORGIVES),
    "strong line behind a finger that goes on": (
        "auth [success=4 default=ignore] pam_fprintd.so\n" + PATTERN + UNIX + DENY + PERMIT + STRONG, FORGIVES),
    "a finger that is only preferred": (
        "auth optional pam_fprintd.so\n" + PATTERN + UNIX + PERMIT, OPENS),
    "strong line behind a pattern that goes on": (
        "auth [success=3 default=ignore] pam_pattern.so\n" + UNIX + DENY + PERMIT + STRONG, FORGIVES),
    "no pam_deny": (PATTERN + UNIX + PERMIT + PERMIT, OPENS),
    "pam_deny that may be passed": (
        PATTERN + UNIX + "auth optional pam_deny.so\n" + PERMIT, OPENS),
    "ignored, behind a line that is fulfilled": (
        "auth required pam_env.so\nauth sufficient pam_pattern.so nouserok\n", OPENS),
    "pam_permit behind it": (PATTERN + "auth sufficient pam_permit.so\n", OPENS),
    "a refusal taken for success": (
        "auth required pam_permit.so\nauth [default=done] pam_pattern.so\n" + COMMON, DEPENDS),
    "an absence taken for the end": (
        PERMIT + "auth [success=done ignore=done default=ignore] pam_pattern.so nouserok\n" + COMMON, DEPENDS),
    "required": ("auth required pam_pattern.so\n" + COMMON, DEPENDS),
    "requisite": ("auth requisite pam_pattern.so\n" + COMMON, DEPENDS),
    "locked ends it": ("auth [success=done maxtries=die default=ignore] pam_pattern.so\n" + COMMON, DEPENDS),
    "a missing module ends it": (
        "auth [success=done module_unknown=die default=ignore] pam_pattern.so\n" + COMMON, DEPENDS),
    "a strong line that is required": (
        PATTERN + COMMON + "auth required pam_pattern.so strong\n", DEPENDS),
    "a jump into pam_deny": ("auth [success=1 default=ignore] pam_pattern.so\n" + COMMON, SHUT),
    "a jump off the end": ("auth [success=9 default=ignore] pam_pattern.so\n" + COMMON, SHUT),
    "pattern behind the password": (COMMON + PATTERN, SHUT),
}


@pytest.mark.parametrize("text, fault", BAD.values(), ids=BAD.keys())
def test_bad_stacks_are_found(text, fault):
    assert fault in faults(read(text))


def test_good_stacks_are_not():
    """The README's lines, and other right ways to say the same."""
    for text in (PATTERN + COMMON + STRONG,
                 PATTERN + UNIX + DENY + PERMIT + STRONG,
                 PATTERN + "auth requisite pam_unix.so\n" + STRONG,
                 "auth [success=done default=ignore] pam_pattern.so\n" + COMMON,
                 "auth [success=2 default=ignore] pam_pattern.so\n" + UNIX + DENY + PERMIT,
                 PATTERN + "auth [success=ok default=die] pam_unix.so\n" + STRONG):
        assert faults(read(text)) == set(), text


def test_place_of_the_strong_line_on_fedora():
    """The lines of packaging/fedora/README.md. Its jump counts the strong line, so it is compared with one shorter."""
    end = "auth sufficient pam_permit.so\nauth required pam_deny.so\n"
    lines = read(PATTERN + "auth [success=ignore default=2] pam_unix.so nullok\n" + STRONG + end)
    without = behaviour(read("auth [success=ignore default=1] pam_unix.so nullok\n" + end), None)
    assert faults(lines) == {DEPENDS}
    assert all(behaviour(lines, code) == without for code in (MISSING, *OURS) if code not in ("success", "incomplete"))
