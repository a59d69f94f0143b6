"""Pictures that members show of themselves, read apart: made small, or refused before they cost anything."""

from __future__ import annotations

import io
import random
import struct
import threading
import zlib

import pytest
from PIL import Image

from bot.layout.uploads import KEPT, MOST_BYTES, SIDE, NotAPicture, PictureBeyond, read_face
from bot.living import apart
from bot.living.apart_child import FACE


def picture(kind: str, size: tuple[int, int] = (128, 128), mode: str = "RGB", colour: object = (200, 30, 40)) -> bytes:
    packed = io.BytesIO()
    Image.new(mode, size, colour).save(packed, kind)  # type: ignore[arg-type]
    return packed.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is huge."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 10_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(16, 16), (128, 128), (300, 40), (999, 1000)])
def test_whatever_its_size_it_becomes_a_small_square_jpeg(kind: str, size: tuple[int, int]) -> None:
    made = Image.open(io.BytesIO(read_face(picture(kind, size))))
    assert (made.format, made.size) == ("JPEG", (SIDE, SIDE))


def test_nothing_of_the_file_but_its_points_is_taken_over() -> None:
    packed = io.BytesIO()
    tagged = Image.new("RGB", (64, 64))
    exif = tagged.getexif()
    exif[0x010E] = "where I live"
    tagged.save(packed, "JPEG", exif=exif)
    assert b"where I live" in packed.getvalue()
    assert b"where I live" not in read_face(packed.getvalue())


def test_noise_is_as_small_as_everything_else() -> None:
    lot, packed = random.Random(1), io.BytesIO()
    Image.frombytes("RGB", (128, 128), lot.randbytes(128 * 128 * 3)).save(packed, "PNG")
    assert len(read_face(packed.getvalue())) <= KEPT


def test_of_one_that_moves_the_first_frame_is_shown() -> None:
    packed = io.BytesIO()
    frames = [Image.new("RGB", (32, 32), colour) for colour in ("red", "blue")]
    frames[0].save(packed, "PNG", save_all=True, append_images=frames[1:])
    red, _, blue = Image.open(io.BytesIO(read_face(packed.getvalue()))).convert("RGB").getpixel((64, 64))  # type: ignore[misc]
    assert red > 200
    assert blue < 60


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"<svg/>", picture("PNG")[:60], picture("GIF")])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(NotAPicture):
        read_face(data)


def test_what_is_too_large_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(PictureBeyond):
        read_face(bomb(50_000, 50_000))
    with pytest.raises(NotAPicture):
        read_face(b"\0" * (MOST_BYTES + 1))


def test_it_is_read_in_a_process_of_its_own() -> None:
    made = apart.run(FACE, (picture("PNG"),), threading.Event())
    assert isinstance(made, bytes)
    with pytest.raises(PictureBeyond):
        apart.run(FACE, (bomb(50_000, 50_000),), threading.Event())
