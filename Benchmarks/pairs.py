"""What is compared: one row each. A new peer is a service in world.py or peers.py, and a row here."""

from typing import NamedTuple, Optional

import peers
import world

# What a row's two figures are, by what the host measures.
UNITS = {"cpu": "ns", "wall": "ns", "held": "bytes", "left": "bytes", "libraries": "files"}


class Side(NamedTuple):
    service: str  # of world.SERVICES; or one of host.c's other sides: crypt, open, sync, least, load, sudo
    user: str = ""
    secret: str = ""  # empty: no question is expected; "!": a refusal
    file: str = ""

    def text(self, hashes):
        """For host.c."""
        parts = {
            "crypt": ["crypt", hashes.get(self.user), self.secret],
            "least": ["least", self.file, hashes.get(self.user), self.secret],
            "sudo": ["sudo", self.user, self.secret],
        }
        plain = [self.service, self.file] if self.file else [
            f"{world.CONFDIR}/{self.service}", self.user, self.secret]
        return ":".join(parts.get(self.service, plain))

    def modules(self):
        return world.modules(self.service) if self.service in world.SERVICES else set()


class Pair(NamedTuple):
    part: str
    name: str
    a: Side
    b: Side
    bar: Optional[float] = None  # what the ratio A/B may be at most
    cost: str = "cpu"
    span: str = "whole"  # pam_start to pam_end; "authenticate" is pam_authenticate alone
    share: float = 1  # of --rounds
    unprivileged: bool = False  # run by the account itself, so that both sides start their helpers
    at_once: int = 0
    counted: bool = True  # whether callgrind can tell the instructions of both sides

    @property
    def full_name(self):
        return f"{self.part}: {self.name}"


def ours(user="alice", service="pattern"):
    return Side(service, user, world.TYPED)


def peer(service, user="alice"):
    """What every other side is given: the hashed text itself as the password."""
    return Side(service, user, world.DRAWN)


def grouped(number):
    return f"{number:,} user{'' if number == 1 else 's'}"


def pairs(security, users, at_once, disk):
    """All rows. `users` are the sizes of stores and password files, the smallest first."""
    one, most = users[0], users[-1]
    record = f"{world.STORE}/credentials/{world.ACCOUNTS['carol'][0]}"
    slots = "/run/benchmark/slots"
    found = [
        Pair("authentication", "pam_unix", ours(), peer("unix"), bar=0.65),
        Pair("authentication", "pam_faillock, pam_unix, pam_faillock", ours(), peer("faillock"), bar=0.6),
    ]
    for count in users:
        found.append(Pair(
            "authentication", f"pam_pwdfile, {grouped(count)}", ours(service=f"pattern-{count}"),
            peer(f"pwdfile-{count}"), bar=1.05 if count == one else 0.3 if count == most else None,
            share=1 if count == one else 0.25))
    found += [
        Pair("authentication", "pam_google_authenticator, a counter's code", ours("carol"),
             Side("google", "carol", f"codes={peers.CODES}")),
        Pair("authentication", "pam_u2f, a signature pasted in", ours("dave"),
             Side("u2f", "dave", f"key={peers.SIGNER},{peers.KEY}"), counted=False),
        Pair("authentication", "unix_chkpwd beside our checker", ours(), peer("unix"), share=0.5, unprivileged=True,
             counted=False),
        Pair("authentication", "itself (the noise)", ours(), ours()),
        Pair("no question", "pam_u2f, nobody enrolled, nouserok", Side("pattern-nouserok", "frank"),
             Side("u2f-nouserok", "frank")),
        Pair("no question", "pam_u2f without its key, ours locked", Side("pattern", "erin", "!"),
             Side("u2f-absent", "erin", "!"), share=0.25),
        Pair("counting", "pam_faillock's lines alone", ours("carol"), Side("count", "carol")),
        Pair("floor", "sha512crypt", ours(), peer("crypt"), bar=1.1, span="authenticate"),
        Pair("floor", "yescrypt, cost 7", ours("bob"), peer("crypt", "bob"), bar=1.02, span="authenticate", share=0.1),
        Pair("floor", "sha512crypt, one open, one fdatasync", ours(),
             Side("least", "alice", world.DRAWN, slots), span="authenticate"),
        Pair("floor", "one open", ours("carol"), Side("open", file=record), span="authenticate"),
        Pair("floor", "one fdatasync", ours("carol"), Side("sync", file=slots), span="authenticate"),
        Pair("floor", "one fdatasync on a disk, by the clock", ours("carol", "pattern-disk"),
             Side("sync", file=f"{disk}/slots"), cost="wall", span="authenticate", share=0.25, counted=False),
    ]
    for count in users[1:]:
        found.append(Pair("enrolled", f"{grouped(count)} beside one", ours(service=f"pattern-{count}"),
                          ours(service=f"pattern-{one}"), bar=1.05))
    found.append(Pair("program", "sudo -S true by pam_unix", Side("sudo", "alice", world.TYPED),
                      Side("sudo", "grace", world.DRAWN), share=0.25, counted=False))
    for module in ("pam_unix", "pam_pwdfile", "pam_u2f"):
        found.append(Pair("loading", module, Side("load", file=f"{security}/pam_pattern.so"),
                          Side("load", file=f"{security}/{module}.so"), share=0.25, counted=False))
    for cost, what, bar in (("held", "resident while the handle is open", 1), ("left", "resident after pam_end", None),
                            ("libraries", "libraries mapped", None)):
        found.append(Pair("memory", f"pam_unix, {what}", ours(), peer("unix"), bar=bar, cost=cost, share=0.05,
                          counted=False))
    for count in at_once:
        found.append(Pair("at once", f"pam_unix, {count}", ours(world.CROWD), peer("unix", world.CROWD), cost="wall",
                          share=0.0075, at_once=count, counted=False))
    return found
