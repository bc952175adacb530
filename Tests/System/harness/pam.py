"""A PAM application in a child process, through ctypes: it records all that a stack asks and does."""

import ctypes
import dataclasses
import os
import pickle
import re
import signal
import traceback
from collections.abc import Callable, Sequence


# security/_pam_types.h
SUCCESS, SERVICE_ERR, SYSTEM_ERR, BUF_ERR, PERM_DENIED, AUTH_ERR = 0, 3, 4, 5, 6, 7
AUTHINFO_UNAVAIL, USER_UNKNOWN, MAXTRIES, CONV_ERR = 9, 10, 11, 19
IGNORE, MODULE_UNKNOWN, CONV_AGAIN, INCOMPLETE = 25, 28, 30, 31
SILENT = 0x8000
ESTABLISH_CRED = 0x2
_SERVICE, _TTY, _RHOST, _RUSER, _FAIL_DELAY = 1, 3, 4, 8, 10
ECHO_OFF, ECHO_ON, ERROR_MSG, TEXT_INFO = 1, 2, 3, 4

_SECONDS_BEFORE_A_CALL_COUNTS_AS_HUNG = 60

_libc = ctypes.CDLL(None, use_errno=True)
_pam = ctypes.CDLL("libpam.so.0")


class _Message(ctypes.Structure):
    _fields_ = [("style", ctypes.c_int), ("text", ctypes.c_char_p)]


class _Reply(ctypes.Structure):
    _fields_ = [("text", ctypes.c_void_p), ("code", ctypes.c_int)]


_CONVERSE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.POINTER(_Message)),
    ctypes.POINTER(ctypes.POINTER(_Reply)), ctypes.c_void_p)
_DELAY = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p)


class _Conversation(ctypes.Structure):
    _fields_ = [("converse", _CONVERSE), ("data", ctypes.c_void_p)]


for _name in ("calloc", "strdup"):
    getattr(_libc, _name).restype = ctypes.c_void_p
_libc.calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
_libc.strdup.argtypes = [ctypes.c_char_p]
_pam.pam_getenv.restype = ctypes.c_char_p
_pam.pam_getenv.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_pam.pam_set_item.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
_pam.pam_end.argtypes = [ctypes.c_void_p, ctypes.c_int]
for _name in ("authenticate", "setcred", "acct_mgmt"):
    getattr(_pam, f"pam_{_name}").argtypes = [ctypes.c_void_p, ctypes.c_int]


@dataclasses.dataclass(frozen=True)
class Misbehaviour:
    """An answer that is no text: what the conversation does instead."""

    name: str
    code: int = SUCCESS


NO_CONVERSATION = Misbehaviour("no conversation function")
NO_REPLIES = Misbehaviour("success without an array of replies")
NO_TEXT = Misbehaviour("success with a reply whose text is NULL")
FAILS = Misbehaviour("PAM_CONV_ERR", CONV_ERR)
NOT_YET = Misbehaviour("PAM_CONV_AGAIN", CONV_AGAIN)

Answer = str | bytes | Misbehaviour


@dataclasses.dataclass(frozen=True)
class Message:
    """One message that the stack sent to the application."""

    style: int
    text: str


@dataclasses.dataclass
class Outcome:
    """All that one use of PAM did."""

    codes: dict[str, int] = dataclasses.field(default_factory=dict)
    messages: list[Message] = dataclasses.field(default_factory=list)
    # How many messages came in each conversation call.
    batches: list[int] = dataclasses.field(default_factory=list)
    # What libpam asked the application to wait, in microseconds: 0 without pam_fail_delay.
    delays: list[int] = dataclasses.field(default_factory=list)
    # PAM_AUTHTOK as the probe after our module saw it; None when it was not set or not reached.
    token: bytes | None = None
    probed: bool = False
    # What the process wrote to its standard output and error.
    output: bytes = b""
    descriptors_before: dict[int, str] = dataclasses.field(default_factory=dict)
    # What every child of the application would inherit that was opened for the question.
    inheritable: set[str] = dataclasses.field(default_factory=set)
    descriptors_after: dict[int, str] = dataclasses.field(default_factory=dict)

    @property
    def code(self) -> int:
        """What our module gave, where the stack is the one of `services.probing`."""
        code = self.codes["authenticate"]
        return IGNORE if code == MODULE_UNKNOWN else code

    @property
    def prompts(self) -> list[str]:
        """The questions, in order."""
        return [message.text for message in self.messages
                if message.style in (ECHO_OFF, ECHO_ON)]

    @property
    def infos(self) -> list[str]:
        """What was said without a question."""
        return [message.text for message in self.messages
                if message.style not in (ECHO_OFF, ECHO_ON)]


class Script:
    """Answers one after the other; nothing left to say is a failed conversation."""

    def __init__(self, *answers: Answer):
        self.answers = list(answers)

    def __call__(self, prompt: str) -> Answer:
        return self.answers.pop(0) if self.answers else FAILS


class ByPrompt:
    """Answers by what is asked: the first key that the prompt holds names the script that answers."""

    def __init__(self, **scripts: Sequence[Answer]):
        self.scripts = {name: Script(*answers) for name, answers in scripts.items()}

    def __call__(self, prompt: str) -> Answer:
        for name, script in self.scripts.items():
            if name in prompt:
                return script(prompt)
        return FAILS


def use(
    service: str, user: str | None, answer: Callable[[str], Answer], *, confdir: os.PathLike,
    flags: int = 0, rhost: str | None = None, ruser: str | None = None, tty: str | None = None,
    uids: tuple[int, int] = (0, 0), steps: Sequence[str] = ("authenticate",), renamed: str | None = None,
) -> Outcome:
    """Takes the steps (authenticate, acct_mgmt, setcred) in a child with these real and effective
    uids, as long as all succeed. `renamed` is the service from then on."""

    def body() -> Outcome:
        outcome = Outcome(descriptors_before=_descriptors())
        converse = _conversation(answer, outcome)
        handle = ctypes.c_void_p()
        if user is not None:
            name = user.encode("utf-8", "surrogateescape")
        code = _pam.pam_start_confdir(
            service.encode(), name if user is not None else None, ctypes.byref(converse),
            os.fsencode(confdir), ctypes.byref(handle))
        assert code == SUCCESS, f"pam_start: {code}"

        @_DELAY
        def delay(_code, microseconds, _data):
            outcome.delays.append(microseconds)

        _pam.pam_set_item(handle, _FAIL_DELAY, ctypes.cast(delay, ctypes.c_void_p))
        for item, value in ((_RHOST, rhost), (_RUSER, ruser), (_TTY, tty), (_SERVICE, renamed)):
            if value is not None:
                text = ctypes.create_string_buffer(value.encode())
                assert _pam.pam_set_item(handle, item, text) == SUCCESS
        for step in steps:
            extra = ESTABLISH_CRED if step == "setcred" else 0
            code = getattr(_pam, f"pam_{step}")(handle, flags | extra)
            outcome.codes[step] = code
            if code != SUCCESS:
                break
        outcome.probed = _pam.pam_getenv(handle, b"PROBED") is not None
        token = _pam.pam_getenv(handle, b"PROBED_AUTHTOK")
        outcome.token = bytes.fromhex(token.decode()) if token is not None else None
        outcome.descriptors_after = _descriptors()
        _pam.pam_end(handle, code)
        return outcome

    return in_child(body, uids)


def _conversation(answer: Callable[[str], Answer], outcome: Outcome) -> _Conversation:
    @_CONVERSE
    def converse(count, messages, replies, _data):
        outcome.batches.append(count)
        outcome.inheritable |= {
            path for number, path in _descriptors().items()
            if number not in outcome.descriptors_before and os.get_inheritable(number)}
        given: list[Answer | None] = []
        for index in range(count):
            message = messages[index].contents
            text = (message.text or b"").decode("utf-8", "replace")
            outcome.messages.append(Message(message.style, text))
            asked = message.style in (ECHO_OFF, ECHO_ON)
            given.append(answer(text) if asked else None)
        for reply in given:
            if isinstance(reply, Misbehaviour) and reply.code != SUCCESS:
                return reply.code
        if NO_REPLIES in given:
            replies[0] = ctypes.POINTER(_Reply)()
            return SUCCESS
        memory = _libc.calloc(count, ctypes.sizeof(_Reply))
        array = ctypes.cast(memory, ctypes.POINTER(_Reply))
        for index, reply in enumerate(given):
            if reply is not None and reply is not NO_TEXT:
                text = reply.encode() if isinstance(reply, str) else reply
                array[index].text = _libc.strdup(text)
        replies[0] = array
        return SUCCESS

    # The answer to no conversation at all is known before anything is asked.
    absent = isinstance(answer, Script) and NO_CONVERSATION in answer.answers
    structure = _Conversation(_CONVERSE() if absent else converse, None)
    structure.keep = converse
    return structure


def in_child(body: Callable[[], Outcome], uids: tuple[int, int] = (0, 0)) -> Outcome:
    """Runs `body` in a forked child with these uids. A crash, a hang or an exception there fails
    the test."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(_SECONDS_BEFORE_A_CALL_COUNTS_AS_HUNG)
        output = os.memfd_create("output")
        for number in (1, 2):
            os.dup2(output, number)
        try:
            _become(*uids)
            result = body()
            result.output = os.pread(output, 65536, 0)
        except BaseException:
            result = traceback.format_exc()
        with open(writer, "wb") as pipe:
            pickle.dump(result, pipe)
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the application died: {signal.Signals(status & 0x7f).name}"
    result = pickle.loads(content)
    assert isinstance(result, Outcome), result
    return result


def _become(real: int, effective: int):
    if real == effective and real != 0:
        os.setgroups([])
        os.setresgid(real, real, real)
        os.setresuid(real, real, real)
    else:
        os.setresuid(real, effective, 0)


def _descriptors() -> dict[int, str]:
    """The open descriptors and what they are."""
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[int(name)] = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            pass  # The one that listed them.
    return found


# pam_unix's line, as fail2ban and logwatch look for it, and our reason at its end. Where the pattern
# does not apply and nobody tried anything, it begins otherwise, or a right password behind it would
# count as a failure.
REFUSAL = re.compile(
    r"pam_pattern\((?P<service>[^:]+):auth\): (?P<what>authentication failure|pattern not asked for);"
    r" logname=\S* uid=(?P<uid>\d+)"
    r" euid=(?P<euid>\d+) tty=(?P<tty>\S*) ruser=(?P<ruser>\S*) rhost=(?P<rhost>\S*)"
    r"(?:\s+user=(?P<user>\S*))? reason=(?P<reason>\S.*)")
