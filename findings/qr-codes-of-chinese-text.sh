#!/usr/bin/env bash
# qrcode-svg 1.1.0 and qrcode-generator 2.0.4 (npm): QR codes of Chinese text. jsqr 1.4.0 (npm) reads them; qr-image 3.2.0 (npm) makes the
# same ones.
#
# A code holds bytes, and phones take those for UTF-8, which qrcode-svg says that it supports. As soon as one character is not of ASCII it
# puts a byte order mark before the text, and the reader gets it as the first character: the address of a search for 灯塔 begins with
# U+FEFF, URL() refuses it, and it is a text rather than an address that can be opened. Where it is shown, the mark cannot be seen.
# Addresses in ASCII have none. qrcode-generator, unless its stringToBytes is replaced, keeps the low byte of each character: 灯塔 is "oT",
# without an error. Amounts and Latin titles come out right in both.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" qrcode-svg@1.1.0 qrcode-generator@2.0.4 qr-image@3.2.0 jsqr@1.4.0 >/dev/null
cat >look.cjs <<'JS'
const assert = require('node:assert')
const generator = require('qrcode-generator')
const image = require('qr-image')
const jsqr = require('jsqr')
const Svg = require('qrcode-svg')

const QUIET = 4
const DOT = 6
function read(size, dark) {
  const width = (size + 2 * QUIET) * DOT
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const [row, column] = [Math.floor(y / DOT) - QUIET, Math.floor(x / DOT) - QUIET]
      const inside = row >= 0 && column >= 0 && row < size && column < size
      if (inside && dark(row, column)) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return jsqr(pixels, width, width).data
}
const makers = {
  svg(text) {
    const { modules } = new Svg({ content: text, ecl: 'M' }).qrcode
    return read(modules.length, (row, column) => modules[column][row])
  },
  generator(text) {
    const code = generator(0, 'M')
    code.addData(text)
    code.make()
    return read(code.getModuleCount(), (row, column) => code.isDark(row, column))
  },
  image(text) {
    const rows = image.matrix(text, 'M')
    return read(rows.length, (row, column) => rows[row][column])
  },
}
const seen = {}
for (const text of ['https://films.example/?q=MTN-104', 'https://films.example/?q=灯塔', '灯塔']) {
  seen[text] = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(text)]))
}
console.log(JSON.stringify(seen, null, 1))
assert.throws(() => new URL(seen['https://films.example/?q=灯塔'].svg))
const address = 'https://films.example/?q='
assert.deepEqual(seen, {
  [`${address}MTN-104`]: { svg: `${address}MTN-104`, generator: `${address}MTN-104`, image: `${address}MTN-104` },
  [`${address}灯塔`]: { svg: `\uFEFF${address}灯塔`, generator: `${address}oT`, image: `${address}灯塔` },
  灯塔: { svg: '\uFEFF灯塔', generator: 'oT', image: '灯塔' },
})
JS
node look.cjs
