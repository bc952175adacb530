"""When and on what was measured: date, processor, versions. No names of machines or people."""

import datetime
import os
import pathlib
import platform
import subprocess

PACKAGES = {
    "Linux-PAM": "libpam0g", "libxcrypt": "libcrypt1", "glibc": "libc6", "sudo": "sudo",
    "pam_pwdfile": "libpam-pwdfile", "pam_u2f": "libpam-u2f",
    "pam_google_authenticator": "libpam-google-authenticator"}


def gather(options):
    versions = {name: version for name, package in PACKAGES.items() if (version := package_version(package))}
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "processors": len(os.sched_getaffinity(0)),
        "kernel": platform.release().split("-")[0],
        "system": system(),
        "versions": versions,
        "module_bytes": (pathlib.Path(options.security) / "pam_pattern.so").stat().st_size,
        "rounds": options.rounds,
    }


def package_version(package):
    """Of a Debian package; empty where there is none."""
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def system():
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.split("=", 1)[1].strip('"')
    return platform.system()
