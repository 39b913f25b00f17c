#!/usr/bin/env bash
# m3u8-file-parser 0.2.4 (npm, "built against RFC8216"): parts of one file, and the size of the picture.
#
# A byte range without an offset begins where the one before it ended (RFC 8216, 4.3.2.2), so a list of parts of one file may leave
# all offsets out but the first. This parser gives each of them the offset 0, as if it had been written: whoever fetches or mirrors
# by its list gets the beginning of the file again for every segment, in the right length. Of RESOLUTION=640x360 it keeps the number
# 640, so that nothing tells a film filmed upright. hls-parser 0.16.1 (npm) reads both by the standard.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" m3u8-file-parser@0.2.4 hls-parser@0.16.1 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import hls from 'hls-parser'
import FileParser from 'm3u8-file-parser'

const byFile = (text) => {
  const parser = new FileParser()
  parser.read(text)
  return parser.getResult().segments
}
const list = (...lines) => ['#EXTM3U', ...lines, ''].join('\n')
const parts = list(
  '#EXT-X-VERSION:4',
  '#EXT-X-TARGETDURATION:4',
  ...['1000@0', '800', '600'].flatMap((range) => [`#EXT-X-BYTERANGE:${range}`, '#EXTINF:4,', 'all.ts']),
  '#EXT-X-ENDLIST',
)
const variants = list('#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=640x360', 'low.m3u8')
const ranges = (found) => found.map(({ offset, length }) => `${length}@${offset}`)
const seen = {
  'm3u8-file-parser': [ranges(byFile(parts).map((segment) => segment.byteRange)), byFile(variants)[0].streamInf.resolution],
  'hls-parser': [ranges(hls.parse(parts).segments.map((segment) => segment.byterange)), hls.parse(variants).variants[0].resolution],
}
console.log(JSON.stringify(seen))
assert.deepEqual(seen, {
  'm3u8-file-parser': [['1000@0', '800@0', '600@0'], 640],
  'hls-parser': [['1000@0', '800@1000', '600@1800'], { width: 640, height: 360 }],
})
JS
node look.mjs
