"""crypt(3). Python's own module of this name is gone since 3.13."""

import ctypes

_library = ctypes.CDLL("libcrypt.so.1")
_library.crypt.restype = ctypes.c_char_p
_library.crypt.argtypes = [ctypes.c_char_p, ctypes.c_char_p]


def crypt(text: str, setting: str) -> str:
    """The hash of a text, with the setting in front."""
    hashed = _library.crypt(text.encode(), setting.encode())
    assert hashed and not hashed.startswith(b"*"), setting
    return hashed.decode()
