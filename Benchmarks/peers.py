"""What pam_pwdfile, pam_u2f and pam_google_authenticator need to accept somebody."""

import base64
import hashlib
import hmac
import pathlib
import subprocess

FOLDER = pathlib.Path("/run/benchmark")
SIGNER = FOLDER / "key.so"  # of key.c
KEY = FOLDER / "u2f.pem"
MAPPING = FOLDER / "u2f"
SECRET = FOLDER / "google"
CODES = FOLDER / "codes"
ORIGIN = "pam://benchmark"  # as in key.c

SERVICES = {
    # With `manual` the challenge is shown and its signature pasted in: all of it but the talk with a device.
    "u2f": [f"required pam_u2f.so manual authfile={MAPPING} origin={ORIGIN} appid={ORIGIN}"],
    "u2f-absent": [f"required pam_u2f.so authfile={MAPPING} origin={ORIGIN} appid={ORIGIN}"],
    "u2f-nouserok": [f"required pam_u2f.so nouserok authfile={FOLDER}/none origin={ORIGIN}", "required pam_permit.so"],
    "google": [f"required pam_google_authenticator.so secret={SECRET} user=root no_increment_hotp"],
}


def pwdfile(count):
    return FOLDER / f"pwdfile-{count}"


def build(host, world, users):
    for count in users:
        # Its user comes last: the longest way, twice that of the average.
        lines = "".join(f"user{number}:{world.hashes['alice']}\n" for number in range(count - 1))
        write_private(pwdfile(count), f"{lines}alice:{world.hashes['alice']}\n")
    subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", KEY], check=True)
    public = subprocess.check_output(
        ["openssl", "ec", "-in", KEY, "-pubout", "-outform", "DER"], stderr=subprocess.DEVNULL)
    point, handle = (base64.b64encode(part).decode() for part in (public[-64:], bytes(64)))
    write_private(MAPPING, "".join(f"{name}:{handle},{point},es256,+presence\n" for name in ("dave", "erin")))


def provide_codes(count):
    """A new counter, and a file of as many codes from it on (HOTP, RFC 4226)."""
    secret = b"0123456789"
    write_private(SECRET, f'{base64.b32encode(secret).decode()}\n" HOTP_COUNTER 1\n')
    CODES.write_text("".join(f"{code(secret, counter):06}\n" for counter in range(1, count + 1)))


def code(secret, counter):
    digest = hmac.digest(secret, counter.to_bytes(8, "big"), hashlib.sha1)
    offset = digest[-1] & 15
    return (int.from_bytes(digest[offset:offset + 4], "big") & 0x7FFFFFFF) % 1_000_000


def write_private(path, text):
    path.write_text(text)
    path.chmod(0o600)
