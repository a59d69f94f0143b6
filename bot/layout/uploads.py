"""Pictures and faces that strangers send, made our own: small, still, and without anything else that their files held.

They are read apart (`bot/living/apart.py`), since what unpacks pictures has been broken into before.
"""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageOps

from bot.kernel.errors import UserError
from bot.kernel.files import BOUNDS, FileKind

# --- pictures -------------------------------------------------------------------------------------------------------


FORMATS: Final = ("PNG", "JPEG", "WEBP")
MEGAPIXELS: Final = 12
_POINTS: Final = 12_500_000
"""Telephones count 4032 × 3024 as twelve million."""
SIZE: Final = (1200, 675)
"""As wide and as high as it becomes at most."""
LARGEST: Final = 120_000
"""Bytes that it becomes at most: it goes with each new state of the announcement."""
_QUALITIES: Final = (85, 70, 50)
_LOWEST: Final = 30
_SMOOTH: Final = ("RGB", "RGBA", "L")
"""Ways to keep colours in which a picture can be made smaller as it is, which spares a copy of the large one."""
_GROUND: Final = (43, 45, 49)
"""What shows through where the picture is not there: the ground of Discord's cards."""


# What is refused has its sentence, by a bound far below that of the library.
Image.MAX_IMAGE_PIXELS = None


class NotAPicture(UserError):
    """The file is no picture of a kind that is taken, or a broken one."""


class PictureMoves(UserError):
    """The picture has several frames."""


class PictureBeyond(UserError):
    """Unpacked the picture would be too large to be looked at."""

    width: int
    height: int
    limit: int
    """Millions of points."""


def read(data: bytes, _: str) -> bytes:
    """The picture as a JPEG of our own. Raises FileBeyond, NotAPicture, PictureMoves and PictureBeyond."""
    BOUNDS[FileKind.PICTURE].refuse_size(len(data))
    return made_anew(data, SIZE, LARGEST)


def made_anew(data: bytes, size: tuple[int, int], largest: int) -> bytes:
    """As `read`, as wide and high and of as many bytes as is said at most."""
    try:
        return _made_anew(data, size, largest)
    except (UserError, MemoryError):
        raise
    except Exception as fault:
        raise NotAPicture from fault


def _made_anew(data: bytes, size: tuple[int, int], largest: int) -> bytes:
    with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
        width, height = picture.size
        if width * height > _POINTS:
            raise PictureBeyond(width=width, height=height, limit=MEGAPIXELS)
        if getattr(picture, "is_animated", False):
            raise PictureMoves
        picture.draft("RGB", size)
        picture.load()
        mode = "RGBA" if picture.has_transparency_data else "RGB"
        small = picture if picture.mode in _SMOOTH else picture.convert(mode)
        small.thumbnail(size)
        return pack(on_ground(ImageOps.exif_transpose(small), size), largest)


def on_ground(picture: Image.Image, size: tuple[int, int] = SIZE) -> Image.Image:
    """Without the place, the camera and the rest that files tell: only the points are taken over."""
    plain = Image.new("RGB", picture.size, _GROUND)
    plain.paste(picture, mask=picture.getchannel("A") if picture.mode == "RGBA" else None)
    plain.thumbnail(size)
    return plain


def pack(picture: Image.Image, largest: int = LARGEST) -> bytes:
    """As good as fits."""
    made = (_at_quality(picture, quality) for quality in _QUALITIES)
    return next((one for one in made if len(one) <= largest), None) or _at_quality(picture, _LOWEST)


def _at_quality(picture: Image.Image, quality: int) -> bytes:
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=quality, optimize=True)
    return packed.getvalue()


# --- faces ----------------------------------------------------------------------------------------------------------


SIDE: Final = 128
MOST_POINTS: Final = 1_000_000
MOST_BYTES: Final = 300_000
KEPT: Final = 20_000
"""Bytes that it becomes at most."""


def read_face(data: bytes) -> bytes:
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
