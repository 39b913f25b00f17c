"""Colour profiles (ICC.1:2001-04) small enough to write by hand."""

import struct


def _fixed(number: float) -> bytes:
    return struct.pack(">i", round(number * 65536))


def _xyz(x: float, y: float, z: float) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(x) + _fixed(y) + _fixed(z)


def _gamma(gamma: float) -> bytes:
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)


def _text(text: str) -> bytes:
    return b"text" + bytes(4) + text.encode() + b"\0"


def _profile(kind: bytes, space: bytes, between: bytes, tags: "dict[bytes, bytes]") -> bytes:
    name = b"desc" + bytes(4) + struct.pack(">I", 5) + b"kind\0" + bytes(4 + 4 + 2 + 1 + 67)
    tags = {b"desc": name, b"cprt": _text("none"), b"wtpt": _xyz(0.9642, 1.0, 0.8249), **tags}
    table, data = b"", b""
    begin = 128 + 4 + 12 * len(tags)
    for tag, content in tags.items():
        content += bytes(-len(content) % 4)
        table += tag + struct.pack(">II", begin + len(data), len(content))
        data += content
    head = struct.pack(">I4sI4s4s4s", begin + len(data), b"none", 0x02100000, kind, space, between)
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + _fixed(0.9642) + _fixed(1) + _fixed(0.8249)
    return head + bytes(128 - len(head)) + struct.pack(">I", len(tags)) + table + data


def swapped() -> bytes:
    """sRGB with red and green swapped: ignoring the profile shows other colours."""
    red, green, blue = (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)
    tags = {b"rXYZ": _xyz(*green), b"gXYZ": _xyz(*red), b"bXYZ": _xyz(*blue)}
    curve = _gamma(2.2)
    return _profile(b"mntr", b"RGB ", b"XYZ ", {**tags, b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


def greys() -> bytes:
    return _profile(b"mntr", b"GRAY", b"XYZ ", {b"kTRC": _gamma(1.0)})


def inks() -> bytes:
    """Cyan, magenta, yellow and black as a table of the sixteen corners, in Lab."""
    lab = {
        (0, 0, 0): (100, 0, 0), (1, 0, 0): (55, -37, -50), (0, 1, 0): (48, 74, -3), (0, 0, 1): (89, -5, 93),
        (1, 1, 0): (24, 22, -46), (1, 0, 1): (50, -65, 27), (0, 1, 1): (47, 68, 48), (1, 1, 1): (23, 0, 0),
    }
    corners = b""
    for corner in range(16):
        c, m, y, k = (corner >> 3) & 1, (corner >> 2) & 1, (corner >> 1) & 1, corner & 1
        light, a, b = lab[(c, m, y)] if not k else (12, 0, 0)
        corners += bytes([round(light * 2.55), a + 128, b + 128])
    ramp = bytes(range(256))
    matrix = b"".join(_fixed(1 if at % 4 == 0 else 0) for at in range(9))
    table = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + matrix + ramp * 4 + corners + ramp * 3
    return _profile(b"prtr", b"CMYK", b"Lab ", {b"A2B0": table})
