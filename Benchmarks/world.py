"""The accounts, stores and service files that the pairs are measured on.

Written into the private world that stage.sh made, never on the machine itself.
"""

import contextlib
import os
import pathlib
import shutil
import struct
import subprocess

import peers

TOP = pathlib.Path(__file__).resolve().parent.parent
CONFDIR = pathlib.Path("/run/benchmark/pam.d")
STORES = pathlib.Path("/run/benchmark/stores")
STORE = pathlib.Path("/var/lib/pam_pattern")
CHECKER = pathlib.Path("/usr/libexec/pam_pattern/pattern-chkpwd")
GROUP_ID = 900

# The hashed text is also the password that the peers are given: the very same hash, so the same cost.
DRAWN = "3x3:2-9-4-3-8-1"
TYPED = "294381"

# name: (uid, crypt prefix, cost; 0 is the method's default: 5000 rounds of sha512crypt), or a whole setting and "-"
ACCOUNTS = {
    "alice": (1000, "$6$", 0),
    "bob": (1001, "$y$", 7),
    # The cheapest that is accepted, scrypt of 1 KiB: a hundredth of alice's, as an HMAC is, so that all the rest shows.
    "carol": (1002, "$7$0/..../....benchmark", "-"),
    # Of the cost of an ECDSA signature's check, scrypt of 8 KiB with r = 8.
    "dave": (1003, "$7$36..../....benchmark", "-"),
    "erin": (1004, "$6$", 0),  # locked
    "frank": (1005, "$6$", 0),  # not enrolled
    "grace": (1006, "$6$", 0),  # alice, for sudo by pam_unix
}
LOCKED, NOT_ENROLLED = "erin", "frank"
CROWD, CROWD_LIKE, FIRST_OF_CROWD = "user", "bob", 2000

FAILLOCK = [
    "requisite pam_faillock.so preauth",
    "[success=1 default=bad] {}",
    "[default=die] pam_faillock.so authfail",
    "sufficient pam_faillock.so authsucc",
    "required pam_deny.so",
]
UNIX = "pam_unix.so nullok"  # as Debian's common-auth has it

# The auth lines of each service. Modules are named by file and loaded from the system's folder.
SERVICES = {
    "pattern": ["required pam_pattern.so"],
    "pattern-nouserok": ["required pam_pattern.so nouserok", "required pam_permit.so"],
    "unix": [f"required {UNIX}"],
    "faillock": [line.format(UNIX) for line in FAILLOCK],
    "count": [line.format("pam_permit.so") for line in FAILLOCK],
    "permit": ["required pam_permit.so"],
    "other": ["required pam_deny.so"],  # libpam reads it too, and logs when it is missing
    **peers.SERVICES,
}
# In /etc/pam.d, for sudo; `nodelay`, since a wrong secret is tried once.
PROGRAM_SERVICES = {
    "benchmark-pattern": "pam_pattern.so nodelay",
    "benchmark-unix": "pam_unix.so nodelay",
}
SUDOERS = """Defaults !lecture, timestamp_timeout=0
Defaults:alice pam_service=benchmark-pattern
Defaults:grace pam_service=benchmark-unix
alice, grace ALL=(ALL:ALL) ALL
"""


def write(path, text, mode=0o644, group=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.chown(path, 0, group)
    path.chmod(mode)


def modules(service):
    """The files of the modules in a service's lines."""
    words = " ".join(SERVICES[service]).split()
    return {word for word in words if word.endswith(".so")}


def identity(name):
    """How subprocess.run becomes an account."""
    uid = ACCOUNTS[name][0]
    return {"user": uid, "group": uid, "extra_groups": []}


class World:
    """What build made: each account's hash by its name, and where the modules are."""

    def __init__(self, host, security, users, disk):
        self.security = security
        self.hashes = {
            name: subprocess.check_output([host, "--hash", prefix, str(cost), DRAWN], text=True).strip()
            for name, (_, prefix, cost) in ACCOUNTS.items()
        }
        self.people = {name: (uid, self.hashes[name]) for name, (uid, _, _) in ACCOUNTS.items()}
        for count in users:
            SERVICES[f"pattern-{count}"] = [f"required pam_pattern.so store={STORES}/{count}"]
            SERVICES[f"pwdfile-{count}"] = [f"required pam_pwdfile.so pwdfile={peers.pwdfile(count)}"]
        SERVICES["pattern-disk"] = [f"required pam_pattern.so store={disk}/store"]

    @contextlib.contextmanager
    def crowd(self, count):
        """Accounts of their own for as many at once, meanwhile."""
        crowd = {f"{CROWD}{number}": (FIRST_OF_CROWD + number, self.hashes[CROWD_LIKE]) for number in range(count)}
        make_accounts(self.people | crowd)
        for name, (uid, hash_) in crowd.items():
            make_record(STORE, uid, name, hash_)
        yield
        make_accounts(self.people)

    def line(self, text):
        """A line of a service, with the modules' folder."""
        return " ".join(f"{self.security}/{word}" if word.endswith(".so") else word for word in text.split())


def build(host, security, checker, users, disk):
    """Makes the world. `users` are the sizes of further stores."""
    world = World(host, security, users, disk)
    make_accounts(world.people)
    # As it is installed: all of it comments.
    shutil.copyfile(TOP / "etc/security/pattern.conf", "/etc/security/pattern.conf")
    STORE.mkdir(parents=True, exist_ok=True)
    subprocess.check_call(["mount", "-t", "tmpfs", "-o", "mode=0755", "tmpfs", str(STORE)])
    make_store(STORE, world.people)
    (STORE / "credentials" / str(ACCOUNTS[NOT_ENROLLED][0])).unlink()
    make_attempts(STORE / "attempts" / str(ACCOUNTS[LOCKED][0]), ACCOUNTS[LOCKED][0], failures=50)
    make_store(disk / "store", {"carol": world.people["carol"]})
    alice = {"alice": world.people["alice"]}
    for count in users:
        make_store(STORES / str(count), alice, count)
    install_checker(checker)
    peers.build(host, world, users)
    for service, lines in SERVICES.items():
        write(CONFDIR / service, "".join(f"auth {world.line(line)}\n" for line in lines))
    for service, line in PROGRAM_SERVICES.items():
        rest = "".join(f"{kind} required {security}/pam_unix.so\n" for kind in ("account", "session"))
        write(pathlib.Path("/etc/pam.d") / service, f"auth required {world.line(line)}\n{rest}")
    write(pathlib.Path("/etc/sudoers"), SUDOERS, 0o440)
    return world


def make_accounts(people):
    """Only the accounts that are measured: passwd and shadow are read line by line, whoever asks."""
    passwd = "root:x:0:0:root:/root:/bin/sh\n"
    shadow = "root:*:20000:0:99999:7:::\n"
    for name, (uid, hash_) in people.items():
        passwd += f"{name}:x:{uid}:{uid}::/home/{name}:/bin/sh\n"
        shadow += f"{name}:{hash_}:20000:0:99999:7:::\n"
    write(pathlib.Path("/etc/passwd"), passwd)
    # unix_chkpwd reads it by its group, as Debian sets it up.
    path = pathlib.Path("/etc/shadow")
    write(path, shadow, 0o640, path.stat().st_gid)
    write(pathlib.Path("/etc/group"), f"root:x:0:\n_pam_pattern:x:{GROUP_ID}:\n")
    write(pathlib.Path("/etc/nsswitch.conf"), "passwd: files\ngroup: files\nshadow: files\nhosts: files\n")


def make_store(store, people, count=0):
    """A store with these people, and with others up to a count."""
    shutil.rmtree(store / "credentials", ignore_errors=True)
    shutil.rmtree(store / "attempts", ignore_errors=True)
    store.mkdir(parents=True, exist_ok=True)
    for folder in ("credentials", "attempts"):
        (store / folder).mkdir(mode=0o750)
        os.chown(store / folder, 0, GROUP_ID)
        (store / folder).chmod(0o750)
    for name, (uid, hash_) in people.items():
        make_record(store, uid, name, hash_)
    for number in range(count - len(people)):
        # Nobody opens those: what counts is that they are there.
        for folder in ("credentials", "attempts"):
            os.close(os.open(store / folder / str(100_000 + number), os.O_WRONLY | os.O_CREAT, 0o640))


def make_record(store, uid, name, hash_):
    record = ["pam_pattern credential 1", f"uid={uid}", f"name={name}", "grid=3x3", "enrolled=1764486000"]
    record.append(f"hash={hash_}")
    write(store / "credentials" / str(uid), "".join(f"{line}\n" for line in record), 0o640, GROUP_ID)
    make_attempts(store / "attempts" / str(uid), uid)


def make_attempts(path, uid, failures=0):
    """Attempts with so many wrong ones counted, in the form of Attempts+Slot.swift."""
    slot = b"pamptry1" + struct.pack("<QQQQQQ", 1, uid, failures, 0, failures, 0) + bytes(16 + 8 + 8 + 16 + 8)
    slot += struct.pack("<Q", fnv1a(slot))
    path.write_bytes(slot.ljust(8192, b"\0"))
    os.chown(path, 0, GROUP_ID)
    path.chmod(0o660)


def fnv1a(data):
    """The 64-bit checksum of Fowler, Noll and Vo."""
    hash_ = 0xCBF29CE484222325
    for byte in data:
        hash_ = (hash_ ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hash_


def install_checker(built):
    """The set-group-ID helper, where the module looks for it."""
    CHECKER.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(built, CHECKER)
    os.chown(CHECKER, 0, GROUP_ID)
    CHECKER.chmod(0o2755)
