"""A stranger's picture becomes one of our own: small, still, and with nothing of what its file told besides."""

from __future__ import annotations

import io
import os
import threading
import zlib

import pytest
from PIL import Image

from bot.features.evidence import pictures_cards as evidence_pictures_cards
from bot.kernel.errors import UserError
from bot.kernel.files import BOUNDS, FileBeyond, FileKind
from bot.layout.uploads import FORMATS, LARGEST, SIZE, NotAPicture, PictureBeyond, PictureMoves, read
from bot.living import apart
from bot.living.apart_child import PICTURE


def file(picture: Image.Image, kind: str = "PNG", **more: object) -> bytes:
    """The picture as somebody sends it."""
    data = io.BytesIO()
    picture.save(data, kind, **more)
    return data.getvalue()


def made(data: bytes) -> Image.Image:
    """What becomes of it."""
    return Image.open(io.BytesIO(read(data, "mine.png")))


@pytest.mark.parametrize("kind", FORMATS)
def test_each_kind_becomes_a_small_jpeg_of_the_same_shape(kind: str) -> None:
    small = made(file(Image.new("RGB", (2400, 1000), "teal"), kind))
    assert (small.format, small.size) == ("JPEG", (1200, 500))


def test_a_small_picture_stays_as_large_as_it_is() -> None:
    assert made(file(Image.new("RGB", (320, 180)))).size == (320, 180)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_whatever_its_colours_are_kept_in_it_is_taken(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert made(file(Image.new(mode, (40, 40)), kind)).mode == "RGB"


def test_nothing_but_the_points_is_taken_over_and_it_is_turned_as_the_camera_was() -> None:
    told = Image.Exif()
    told[0x0112], told[0x010F] = 6, "A camera"
    small = made(file(Image.new("RGB", (60, 40)), "JPEG", exif=told, comment=b"a place"))
    assert small.size == (40, 60)
    assert not small.getexif()
    assert "comment" not in small.info


def test_what_cannot_be_packed_well_is_packed_small() -> None:
    noise = Image.frombytes("RGB", SIZE, os.urandom(SIZE[0] * SIZE[1] * 3))
    assert LARGEST < len(read(file(noise), "")) < 300_000


def lying(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says to be as large as that."""
    head = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\x00\x00\x00"
    sealed = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n" + len(head).to_bytes(4) + sealed + zlib.crc32(sealed).to_bytes(4) + b"\x00\x00\x00\x08IDAT"
    )


@pytest.mark.parametrize(
    ("data", "refused"),
    [
        (b"", NotAPicture),
        (b"GIF89a" + b"\x00" * 50, NotAPicture),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NotAPicture),
        (file(Image.new("RGB", (40, 40)), "BMP"), NotAPicture),
        (file(Image.new("RGB", (400, 400), "teal"))[:200], NotAPicture),
        (lying(60_000, 60_000), PictureBeyond),
        (lying(4_000, 3_000), NotAPicture),
        (b"\x89PNG" + b"0" * BOUNDS[FileKind.PICTURE].size, FileBeyond),
    ],
)
def test_what_is_broken_or_too_large_is_refused(data: bytes, refused: type[UserError]) -> None:
    with pytest.raises(refused):
        read(data, "mine.png")


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_moves_is_refused(kind: str) -> None:
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("teal", "red")]
    with pytest.raises(PictureMoves):
        read(file(frames[0], kind, save_all=True, append_images=frames[1:]), "")


OTHERS = [pytest.param(*one, marks=pytest.mark.long) for one in (("PNG", "P"), ("JPEG", "RGB"), ("WEBP", "RGBA"))]


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGBA"), *OTHERS])
def test_the_largest_that_is_taken_is_read_apart_within_time_and_memory(kind: str, mode: str) -> None:
    whole = Image.radial_gradient("L").resize((4032, 3024)).convert(mode)
    data = file(whole, kind, **({"quality": 50} if kind == "WEBP" else {}))
    made_apart = apart.run(PICTURE, (data, "mine.png"), threading.Event())
    assert isinstance(made_apart, bytes)
    assert Image.open(io.BytesIO(made_apart)).size == (900, 675)


def test_a_table_brought_as_proof_holds_no_formula() -> None:
    rows = '=cmd|calc!A1,2\r\n"@SUM(A1)",+1\n5, -3\nAna;=1+1\n'
    kept = evidence_pictures_cards.read(rows.encode(), "moves.csv").data.decode()
    assert kept == "'=cmd|calc!A1,2\r\n\"'@SUM(A1)\",'+1\n5, '-3\nAna;'=1+1\n"
    assert evidence_pictures_cards.read(kept.encode(), "moves.csv").data.decode() == kept
    assert evidence_pictures_cards.read(b"=1", "moves.txt").data == b"=1"
