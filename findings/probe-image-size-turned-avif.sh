#!/usr/bin/env bash
# probe-image-size 7.5.0 and image-size 2.1.0 (npm): which way up an AVIF is, as Pillow 12.0.0 (PyPI) writes it. Needs Debian's
# chromium-headless-shell or chromium.
#
# A JPEG says in its Exif how it is turned, an AVIF in a box of its own (irot), in quarters against the clock. probe-image-size gives
# the turn of both in one field, with Exif's numbers, but counts the quarters with the clock: a picture turned to the right (6) is told
# as turned to the left (8), and the other way round; upside down is right. Of a JPEG it tells the true one. image-size has a turn for
# the JPEG, and none at all for the AVIF. Chromium shows both files the same way.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet pillow==12.0.0
npm install --silent --no-audit --no-fund --prefix "$work" probe-image-size@7.5.0 image-size@2.1.0 playwright-core@1.56.1 >/dev/null
venv/bin/python - <<'PY'
from PIL import Image

for way in (3, 6, 8):
    picture = Image.new("RGB", (200, 100), "black")
    picture.paste("white", (0, 0, 40, 40))
    exif = Image.Exif()
    exif[0x0112] = way
    for kind in ("jpg", "avif"):
        picture.save(f"{way}.{kind}", exif=exif, quality=95)
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { chromium } from 'playwright-core'
import probe from 'probe-image-size'

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
/** The corner in which a browser shows the white square. */
const corner = (bytes, kind) =>
  page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    pen.drawImage(picture, 0, 0)
    const isWhite = (x, y) => pen.getImageData(x, y, 1, 1).data[0] > 128
    const corners = { 'top left': [9, 9], 'top right': [width - 9, 9], 'bottom left': [9, height - 9], 'bottom right': [width - 9, height - 9] }
    return Object.keys(corners).find((name) => isWhite(...corners[name]))
  }, `data:image/${kind};base64,${bytes.toString('base64')}`)

const seen = {}
for (const way of [3, 6, 8])
  for (const [kind, mime] of [['jpg', 'jpeg'], ['avif', 'avif']]) {
    const bytes = readFileSync(`${way}.${kind}`)
    seen[`${way}.${kind}`] = [await corner(bytes, mime), probe.sync(bytes).orientation, imageSize(bytes).orientation]
  }
await browser.close()
console.log(seen)
assert.deepEqual(seen, {
  '3.jpg': ['bottom right', 3, 3],
  '3.avif': ['bottom right', 3, undefined],
  '6.jpg': ['top right', 6, 6],
  '6.avif': ['top right', 8, undefined],
  '8.jpg': ['bottom left', 8, 8],
  '8.avif': ['bottom left', 6, undefined],
})
JS
node look.mjs "$browser"
