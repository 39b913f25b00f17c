#!/usr/bin/env bash
# bencode.py 4.1.0 (PyPI): the type of a value depends on its bytes.
#
# A string of bencoding is bytes (BEP 3). The decoder tries each as UTF-8 and returns str where that succeeds, bytes where not. So
# "pieces" of a torrent, which are hashes, are bytes nearly always and text for the rare small file whose hash happens to be
# UTF-8, and a program that slices and compares bytes fails for that film alone. A list of file names in GBK has both types
# within one torrent. There is no parameter of decode() for bytes; the class of the decoder must be given to another function.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet bencode.py==4.1.0
"$work/venv/bin/python" - <<'PY'
import bencode

for pieces in (b"\xff\xfe\xfd\xfc" * 5, b"abcdefghijklmnopqrst"):
    seen = bencode.decode(b"d6:pieces20:" + pieces + b"e")["pieces"]
    print(type(seen).__name__, seen)
    assert isinstance(seen, str) == (pieces[0] < 128)

names = ["灯塔.mp4", "a.mp4"]
listed = bencode.decode(b"l" + b"".join(b"%d:%s" % (len(name.encode("gbk")), name.encode("gbk")) for name in names) + b"e")
print(listed)
assert [type(name) for name in listed] == [bytes, str]
PY
