#!/usr/bin/env bash
# m3u8-parser 7.2.0 (npm, the parser of video.js) and hls-parser 0.16.1 (npm): segments that are not there, and titles.
#
# EXT-X-GAP says that a segment is missing and must not be fetched (RFC 8216bis, 4.4.4.7). m3u8-parser does not know it and lists
# such a segment like any other, so that whoever fetches by its list asks for a file that the playlist says is not there; hls-parser
# marks it, but wants EXT-X-VERSION 8 to write it. hls-parser for its part decodes the title of EXTINF as if the text still were
# bytes: a playlist that was read as UTF-8 and has a Chinese title is refused as a whole, "URI malformed". m3u8-parser reads it.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" m3u8-parser@7.2.0 hls-parser@0.16.1 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import hls from 'hls-parser'
import { Parser } from 'm3u8-parser'

const list = (...lines) => ['#EXTM3U', '#EXT-X-VERSION:8', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST', ''].join('\n')
const byParser = (text) => {
  const parser = new Parser()
  parser.push(text)
  parser.end()
  return parser.manifest.segments
}
const byHls = (text) => {
  try {
    return hls.parse(text).segments
  } catch ({ message }) {
    return message
  }
}
const gap = list('#EXTINF:4,', '1.ts', '#EXT-X-GAP', '#EXTINF:4,', '2.ts')
const titled = list('#EXTINF:4,第一段', '1.ts')
const seen = {
  'm3u8-parser, gap': byParser(gap).map(({ uri, gap }) => [uri, gap]),
  'hls-parser, gap': byHls(gap).map(({ uri, gap }) => [uri, gap]),
  'm3u8-parser, title': byParser(titled)[0].title,
  'hls-parser, title': byHls(titled),
}
console.log(seen)
assert.deepEqual(seen, {
  'm3u8-parser, gap': [['1.ts', undefined], ['2.ts', undefined]],
  'hls-parser, gap': [['1.ts', undefined], ['2.ts', true]],
  'm3u8-parser, title': '第一段',
  'hls-parser, title': 'URI malformed',
})
JS
node look.mjs
