#!/usr/bin/env bash
# segno 1.6.6 (PyPI) makes QR codes that jsqr 1.4.0 (npm) does not find; zxing-cpp 3.1.1 (PyPI) does.
#
# segno.make() takes the smallest code that holds the text, and that is a Micro QR Code for some ten letters or twenty digits: an order's
# number, a short word. It has one square in a corner in place of three. Readers of the kind that web pages use know none of them, and
# say nothing but that there is no code. Longer texts, such as addresses of payment, come out as ordinary codes, so that a test with
# one of those is no help. segno.make_qr() makes ordinary ones of every text.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet segno==1.6.6 zxing-cpp==3.1.1 pillow==12.0.0
npm install --silent --no-audit --no-fund --prefix "$work" jsqr@1.4.0 >/dev/null
cat >draw.py <<'PY'
import json
from pathlib import Path

import segno
import zxingcpp
from PIL import Image

TEXTS = {"number": "2026112812345678", "word": "山谷", "address": "weixin://wxpay/bizpayurl?pr=AbCdEf1"}
drawn = []
for name, text in TEXTS.items():
    for kind, make in (("make", segno.make), ("make_qr", segno.make_qr)):
        code, file = make(text), f"{name}-{kind}"
        code.save(f"{file}.png", scale=8, border=4)
        picture = Image.open(f"{file}.png").convert("RGBA")
        Path(f"{file}.rgba").write_bytes(picture.tobytes())
        read = [one.text for one in zxingcpp.read_barcodes(picture.convert("L"))]
        assert read == [text], read
        drawn.append({"file": file, "code": code.designator, "text": text, "width": picture.width, "height": picture.height})
Path("drawn.json").write_text(json.dumps(drawn))
PY
venv/bin/python draw.py
cat >read.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import jsqr from 'jsqr'

const read = jsqr.default ?? jsqr
const seen = {}
for (const { file, code, text, width, height } of JSON.parse(readFileSync('drawn.json', 'utf8'))) {
  const found = read(new Uint8ClampedArray(readFileSync(`${file}.rgba`)), width, height)
  seen[file] = [code.split('-')[0], found?.data === text]
}
console.log(seen)
assert.deepEqual(seen, {
  'number-make': ['M3', false],
  'number-make_qr': ['1', true],
  'word-make': ['M3', false],
  'word-make_qr': ['1', true],
  'address-make': ['3', true],
  'address-make_qr': ['3', true],
})
JS
node read.mjs
