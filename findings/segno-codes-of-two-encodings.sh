#!/usr/bin/env bash
# segno 1.6.6 (PyPI) makes QR codes that jsqr 1.4.0 (npm) reads as an empty text; zxing-cpp 3.1.1 (PyPI) reads most of them.
#
# Without an encoding segno takes the first of ISO 8859-1, Shift JIS and UTF-8 that has all characters ("encoding", its documentation), and writes no mark of
# it (ECI). Chinese words are of either kind: 灯塔 has only characters that Japanese has as well, 东京 has not. jsqr decodes bytes as UTF-8,
# whatever they are, and where that fails gives the empty text. So 东京 100 is read, and 灯塔 A1, Café, or an address with 灯台 behind it is
# found in the picture, with its bytes, and is "". Words of kanji alone are a segment of their own kind and read by both, so that 灯塔 without
# A1 works. zxing-cpp guesses well, but takes ¢£ for half-width katakana. encoding="utf-8" is read by all.
#
# Seen: as asserted below; the text by jsqr, then by zxing-cpp.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet segno==1.6.6 zxing-cpp==3.1.1 pillow==13.0.0
npm install --silent --no-audit --no-fund --prefix "$work" jsqr@1.4.0 >/dev/null
cat >draw.py <<'PY'
import json
from pathlib import Path

import segno
import zxingcpp
from PIL import Image

TEXTS = ["灯塔", "灯塔 A1", "东京 100", "Café", "Café 10€", "https://a.example/?q=灯台", "¢£"]
drawn = []
for at, (text, encoding) in enumerate([*((text, None) for text in TEXTS), ("灯塔 A1", "utf-8"), ("Café", "utf-8")]):
    code = segno.make_qr(text, encoding=encoding)
    code.save(f"{at}.png", scale=8, border=4)
    picture = Image.open(f"{at}.png").convert("RGBA")
    Path(f"{at}.rgba").write_bytes(picture.tobytes())
    by_zxing = [one.text for one in zxingcpp.read_barcodes(picture.convert("L"))]
    name = text if encoding is None else f"{text} in {encoding}"
    drawn.append({"name": name, "mode": code.mode, "width": picture.width, "height": picture.height, "zxing": by_zxing})
Path("drawn.json").write_text(json.dumps(drawn))
PY
venv/bin/python draw.py
cat >read.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import jsqr from 'jsqr'

const read = jsqr.default ?? jsqr
const seen = {}
JSON.parse(readFileSync('drawn.json', 'utf8')).forEach(({ name, mode, width, height, zxing }, at) => {
  const found = read(new Uint8ClampedArray(readFileSync(`${at}.rgba`)), width, height)
  assert.ok(found && found.binaryData.length > 0, name)
  seen[name] = [mode, found.data, ...zxing]
})
console.log(seen)
assert.deepEqual(seen, {
  灯塔: ['kanji', '灯塔', '灯塔'],
  '灯塔 A1': ['byte', '', '灯塔 A1'],
  '东京 100': ['byte', '东京 100', '东京 100'],
  Café: ['byte', '', 'Café'],
  'Café 10€': ['byte', 'Café 10€', 'Café 10€'],
  'https://a.example/?q=灯台': ['byte', '', 'https://a.example/?q=灯台'],
  '¢£': ['byte', '', '｢｣'],
  '灯塔 A1 in utf-8': ['byte', '灯塔 A1', '灯塔 A1'],
  'Café in utf-8': ['byte', 'Café', 'Café'],
})
JS
node read.mjs
