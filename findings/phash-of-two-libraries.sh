#!/usr/bin/env bash
# imagehash 4.3.2 (PyPI) and sharp-phash 2.2.0 (npm): the perceptual hash of one picture.
#
# Both give 64 bits, made of an 8x8 corner of a 32x32 cosine transform, and both name the same source, "Looks Like It" of The Hacker
# Factor Blog. So one expects hashes that can be compared, say of covers hashed by a program in Python and looked up by one in
# JavaScript. imagehash takes the corner with its first row and column, and the median; sharp-phash leaves these out, takes the mean, and
# writes columns for rows. Of one and the same picture they are as far apart as two pictures that have nothing in common, some 29 to 43
# bits of 64, while each gives a smaller copy of the picture almost its own hash. A table of hashes has to say whose they are.
#
# Seen: for six pictures, below 4 bits between a picture and its copy by either, and above 20 across the two as between other pictures.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet imagehash==4.3.2 pillow==12.0.0
npm install --silent --no-audit --no-fund --prefix "$work" sharp-phash@2.2.0 sharp@0.35.5 >/dev/null
venv/bin/python - <<'PY'
import json
import math
import random

import imagehash
from PIL import Image, ImageDraw


def picture(seed):
    """Waves of colour with five rectangles on them."""
    chance = random.Random(seed)
    image = Image.new("RGB", (400, 600))
    a, b, c = (chance.uniform(20, 120) for _ in range(3))
    wave = lambda turn: int(127 + 120 * turn)
    image.putdata([
        (wave(math.sin(x / a + seed)), wave(math.sin(y / b)), wave(math.cos((x + y) / c))) for y in range(600) for x in range(400)
    ])
    for _ in range(5):
        x, y, width, height = chance.randrange(300), chance.randrange(450), chance.randrange(60, 200), chance.randrange(60, 200)
        ImageDraw.Draw(image).rectangle((x, y, x + width, y + height), fill=tuple(chance.randrange(256) for _ in range(3)))
    return image


hashes = {}
for seed in range(6):
    whole = picture(seed)
    for name, image in ((f"{seed}.png", whole), (f"{seed}-small.png", whole.resize((200, 300)))):
        image.save(name)
        hashes[name] = str(imagehash.phash(Image.open(name)))
json.dump(hashes, open("hashes.json", "w"))
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import phash from 'sharp-phash'

const python = JSON.parse(readFileSync('hashes.json', 'utf8'))
const javascript = {}
for (const name of Object.keys(python)) {
  const bits = await phash(readFileSync(name))
  javascript[name] = BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}
const apart = (one, other) => (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
const rows = [0, 1, 2, 3, 4, 5].map((n) => {
  const [name, small, next] = [`${n}.png`, `${n}-small.png`, `${(n + 1) % 6}.png`]
  return {
    imagehash: python[name],
    'sharp-phash': javascript[name],
    'copy, imagehash': apart(python[name], python[small]),
    'copy, sharp-phash': apart(javascript[name], javascript[small]),
    across: apart(python[name], javascript[name]),
    'other, imagehash': apart(python[name], python[next]),
    'other, sharp-phash': apart(javascript[name], javascript[next]),
  }
})
console.table(rows)
for (const row of rows) {
  assert.ok(row['copy, imagehash'] < 4 && row['copy, sharp-phash'] < 4)
  assert.ok(row.across > 20 && row['other, imagehash'] > 20 && row['other, sharp-phash'] > 20)
}
JS
node look.mjs
