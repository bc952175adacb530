"""Locales that the tests make, and the translations that are installed."""

import functools
import pathlib
import subprocess

from harness import world

FOLDER = pathlib.Path("/usr/share/locale")
PO = world.CHECKOUT / "po"
ALL = (PO / "LINGUAS").read_text().split()
# A locale for each language; sources of Debian's package `locales`.
LOCALES = {"de": "de_DE", "fr": "fr_FR", "es": "es_ES", "ja": "ja_JP", "zh_CN": "zh_CN", "zh_TW": "zh_TW"}


def installed(language: str) -> pathlib.Path:
    """The file that libc reads for a language."""
    return FOLDER / language / "LC_MESSAGES/pam_pattern.mo"


@functools.cache
def locale(language: str, characters: str = "UTF-8") -> str:
    """The name of a locale of a language, made when it is first asked for. Not in the archive, which would be
    copied whole."""
    name = f"{LOCALES[language]}.{characters}"
    done = subprocess.run(["localedef", "--no-archive", "-i", LOCALES[language], "-f", characters, name],
                          capture_output=True, text=True)
    # It fails when it has but warned.
    assert any(pathlib.Path("/usr/lib/locale").glob(f"{LOCALES[language]}*")), done.stderr
    return name


def compiled(target: pathlib.Path, source: str):
    """Makes a translation, unchecked as somebody else's may be."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    subprocess.run(["msgfmt", "-o", target, "-"], input=head + source, text=True, check=True)
