"""A picture of each kind, into a folder: make.py FOLDER"""

import io
import pathlib
import struct
import sys
import zlib

from kinds import KINDS
from PIL import Image, ImageDraw
from profiles import greys, inks, swapped

FOLDER = pathlib.Path(sys.argv[1])
WIDE, HIGH = 900, 600


def scene() -> Image.Image:
    """Patches of colour over a gradient, different in every corner."""
    slope = Image.linear_gradient("L").resize((WIDE, HIGH))
    picture = Image.merge("RGB", (slope, slope.rotate(180), Image.new("L", (WIDE, HIGH), 90)))
    draw = ImageDraw.Draw(picture)
    colours = ("#c02020", "#20a040", "#2040c0", "#e0d040", "#f0f0f0", "#101010", "#d060c0", "#40c0c0", "#808080")
    for at, colour in enumerate(colours):
        left, top = 60 + at % 3 * 280, 50 + at // 3 * 180
        draw.rectangle((left, top, left + 200, top + 120), fill=colour)
    draw.rectangle((0, 0, 120, 30), fill="#ffffff")
    return picture


def encoded(picture: Image.Image, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, **options)
    return out.getvalue()


def turned(way: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = way
    return exif


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def deep(picture: Image.Image) -> bytes:
    """A PNG of 16 bits a colour."""
    rows = b""
    for y in range(picture.height):
        row = picture.crop((0, y, picture.width, y + 1)).tobytes()
        rows += b"\0" + b"".join(bytes((byte, byte ^ 0x55)) for byte in row)
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def interlaced(picture: Image.Image) -> bytes:
    """A PNG in the seven passes of Adam7."""
    rows = b""
    for left, top, right, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        for y in range(top, picture.height, down):
            row = picture.crop((0, y, picture.width, y + 1)).tobytes()
            rows += b"\0" + b"".join(row[3 * x : 3 * x + 3] for x in range(left, picture.width, right))
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def with_gamma(png: bytes, gamma: float) -> bytes:
    after_head = 8 + 25
    return png[:after_head] + chunk(b"gAMA", struct.pack(">I", round(gamma * 100_000))) + png[after_head:]


plain = scene()
grey = plain.convert("L")
jpeg, png = encoded(plain, format="JPEG", quality=92), encoded(plain, format="PNG")
clear = plain.convert("RGBA")
clear.putalpha(Image.linear_gradient("L").resize((WIDE, HIGH)))
made = {
    "plain.jpg": jpeg,
    "progressive.jpg": encoded(plain, format="JPEG", quality=92, progressive=True),
    "grey.jpg": encoded(grey, format="JPEG", quality=92),
    "grey-profile.jpg": encoded(grey, format="JPEG", quality=92, icc_profile=greys()),
    "inks.jpg": encoded(plain.convert("CMYK"), format="JPEG", quality=92),
    "inks-profile.jpg": encoded(plain.convert("CMYK"), format="JPEG", quality=92, icc_profile=inks()),
    "profile.jpg": encoded(plain, format="JPEG", quality=92, icc_profile=swapped()),
    "turned.jpg": encoded(plain, format="JPEG", quality=92, exif=turned(6)),
    "mirrored.jpg": encoded(plain, format="JPEG", quality=92, exif=turned(5)),
    "plain.webp": encoded(plain, format="WEBP", quality=92),
    "clear.webp": encoded(clear, format="WEBP", quality=92),
    "turned.webp": encoded(plain, format="WEBP", quality=92, exif=turned(6)),
    "plain.avif": encoded(plain, format="AVIF", quality=80),
    "turned.avif": encoded(plain, format="AVIF", quality=80, exif=turned(6)),
    "gamma.png": with_gamma(png, 1.0),
    "deep.png": deep(plain),
    "palette.png": encoded(plain.quantize(64), format="PNG", transparency=0),
    "profile.png": encoded(plain, format="PNG", icc_profile=swapped()),
    "bits.png": encoded(grey.convert("1"), format="PNG"),
    "grey-clear.png": encoded(clear.convert("LA"), format="PNG"),
    "deep-grey.png": encoded(grey.convert("I").point(lambda value: value * 257).convert("I;16"), format="PNG"),
    "rows.png": interlaced(plain),
    "turned.png": encoded(plain, format="PNG", exif=turned(6)),
    "moving.png": encoded(plain, format="PNG", save_all=True, append_images=[plain.rotate(180)], duration=60_000),
    "moving.webp": encoded(plain, format="WEBP", save_all=True, append_images=[plain.rotate(180)], duration=60_000),
    "lossless.webp": encoded(plain, format="WEBP", lossless=True),
    "half-colours.jpg": encoded(plain, format="JPEG", quality=92, subsampling=2, restart_marker_rows=1),
    "plain.gif": encoded(plain.quantize(64), format="GIF"),
    "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#20a040"/></svg>',
    "long.png": encoded(Image.new("RGB", (9000, 20), "#20a040"), format="PNG"),
    "half.jpg": jpeg[: len(jpeg) // 2],
    "half.png": png[: len(png) // 2],
}
assert made.keys() == KINDS.keys()
for name, content in made.items():
    (FOLDER / name).write_bytes(content)
place = turned(1)
place.get_ifd(0x8825)[1] = "N"
place.get_ifd(0x8825)[2] = (31.0, 14.0, 0.0)
(FOLDER / "place.jpg").write_bytes(encoded(plain, format="JPEG", quality=92, exif=place))
