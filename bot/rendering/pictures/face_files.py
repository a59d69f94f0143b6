"""What a member shows of themselves on Discord, made a small square picture of our own; read apart, as uploads are."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageOps

from bot.errors import UserError
from bot.rendering.pictures.uploads import FORMATS, NotAPicture, PictureBeyond, on_ground, pack

SIDE: Final = 128
MOST_POINTS: Final = 1_000_000
MOST_BYTES: Final = 300_000
KEPT: Final = 20_000
"""Bytes that it becomes at most."""


def read(data: bytes) -> bytes:
    """The picture as a JPEG of our own, of one that moves its first frame. Raises NotAPicture and PictureBeyond."""
    if len(data) > MOST_BYTES:
        raise NotAPicture
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            width, height = picture.size
            if width * height > MOST_POINTS:
                raise PictureBeyond(width=width, height=height, limit=1)
            return pack(on_ground(ImageOps.fit(picture.convert("RGBA"), (SIDE, SIDE))), KEPT)
    except (UserError, MemoryError):
        raise
    except Exception as fault:
        raise NotAPicture from fault
