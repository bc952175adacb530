"""Runs a command behind its arguments in a new network namespace, in which there is the loopback device and nothing
else: its ports are its own, and nobody else reaches them. Run as a program."""

import fcntl
import os
import socket
import struct
import sys

# linux/sockios.h and linux/if.h
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1


def up():
    """Switches the device on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", _IFF_UP))


if __name__ == "__main__":
    up()
    os.execvp(sys.argv[1], sys.argv[1:])
