#!/usr/bin/env bash
# exifr 7.1.3 (npm): when a picture was taken, and its title as Windows writes it. exifreader 4.46.0 (npm) reads the same file; Pillow 13.0.0 (PyPI)
# makes it.
#
# A camera writes the time on its own clock (DateTimeOriginal) and, since Exif 2.31, the clock's zone beside it (OffsetTimeOriginal, +09:00). exifr makes
# a Date, which is a moment, of the time, and one expects the moment that the two say: 8:00 in Tokyo is 23:00 UTC of the day before. It does not
# look at the zone, though it hands it on, and takes the clock for that of the computer: 00:00 UTC in Shanghai, 8:00 UTC in London, so that one picture
# has two moments, and pictures of two cameras are in the wrong order. XPTitle, Windows' own field, is UTF-16 with the low byte first in
# every file (Microsoft, "Windows Imaging Component: photo metadata"); exifr reads it with the high byte first: 灯塔 becomes 潰员. exifreader has the title, and leaves the time as text.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pillow==13.0.0
npm install --silent --no-audit --no-fund --prefix "$work" exifr@7.1.3 exifreader@4.46.0 >/dev/null
cat >write.py <<'PY'
from PIL import Image

picture = Image.new("RGB", (16, 16), "red")
exif = picture.getexif()
exif[0x9C9B] = "灯塔".encode("utf-16-le") + b"\0\0"
taken = exif.get_ifd(0x8769)
taken[0x9003] = "2026:01:05 08:00:00"
taken[0x9011] = "+09:00"
picture.save("picture.jpg", exif=exif)
PY
venv/bin/python write.py
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import exifr from 'exifr'
import ExifReader from 'exifreader'

const file = readFileSync('picture.jpg')
const read = await exifr.parse(file, true)
const other = ExifReader.load(file)
console.log(read.DateTimeOriginal, read.OffsetTimeOriginal, read.XPTitle)
assert.equal(new Date('2026-01-05T08:00:00+09:00').toISOString(), '2026-01-04T23:00:00.000Z')
assert.equal(read.DateTimeOriginal.toISOString(), process.argv[2])
assert.equal(read.OffsetTimeOriginal, '+09:00')
assert.equal(read.XPTitle, '潰员')
assert.equal(other.XPTitle.description, '灯塔')
assert.equal(other.DateTimeOriginal.description, '2026:01:05 08:00:00')
JS
TZ=Asia/Shanghai node look.mjs 2026-01-05T00:00:00.000Z
TZ=Europe/London node look.mjs 2026-01-05T08:00:00.000Z
