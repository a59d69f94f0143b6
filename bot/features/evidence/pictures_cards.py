"""What a player sends as proof of how a match was played: a picture made one of our own, or a plain text."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from bot.features.evidence.model import LARGEST_TEXT, PICTURE, TEXTS, ProofFile
from bot.i18n.names import speakable
from bot.kernel.errors import Refused, RefusedNumber
from bot.kernel.files import BOUNDS, FileKind, without_formulas
from bot.layout import uploads

SIZE: Final = (1800, 1800)
"""As wide and as high as a picture becomes at most: the screen of a telephone stays legible."""
LARGEST: Final = 400_000
"""Bytes that it becomes at most."""
_TABLE: Final = "csv"
"""The ending of texts that a spreadsheet opens."""


def read(data: bytes, name: str) -> ProofFile:
    """What is kept of the file. Raises FileBeyond, NotAProof, ProofTextTooLong and what a picture may be refused by."""
    BOUNDS[FileKind.PROOF].refuse_size(len(data))
    ending = PurePath(name).suffix.removeprefix(".").casefold()
    if ending in TEXTS:
        return _text(data, ending)
    try:
        return ProofFile(PICTURE, uploads.made_anew(data, SIZE, LARGEST))
    except uploads.NotAPicture as fault:
        raise Refused("error.NotAProof") from fault


def _text(data: bytes, ending: str) -> ProofFile:
    """The text without what nobody can see in it; a table's cells never begin a formula, since rivals open the file."""
    if len(data) > LARGEST_TEXT:
        raise RefusedNumber("error.ProofTextTooLong", number=LARGEST_TEXT // 1000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Refused("error.NotAProof") from fault
    told = speakable(text)
    return ProofFile(ending, (without_formulas(told) if ending == _TABLE else told).encode())
