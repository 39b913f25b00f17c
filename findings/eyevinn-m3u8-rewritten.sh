#!/usr/bin/env bash
# @eyevinn/m3u8 0.5.9 (npm), a fork of m3u8 0.0.10 (npm): a playlist that is read and written again. hls-parser 0.16.1 (npm) reads the
# result; the film is made with ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0).
#
# Who puts tokens or another host into a playlist reads it, changes addresses and writes it back. EXT-X-ENDLIST says that nothing will be
# added, and EXT-X-PLAYLIST-TYPE is optional (RFC 8216, 4.3.3.4 and 4.3.3.5); ffmpeg writes the first without the second, unless told
# otherwise. The fork skips the end when it reads, and writes one for the type VOD only: a finished film comes out as a live one, which
# players begin near its end and load again and again. m3u8 itself adds the type VOD where it finds the end, and keeps both. EXT-X-GAP,
# which belongs to the segment behind it (RFC 8216bis, 4.4.4.7), goes to the head of the list in both (in m3u8 as EXT-X-GAP:undefined),
# so that the first segment, which is there, is called missing, and the missing one is fetched.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" @eyevinn/m3u8@0.5.9 m3u8@0.0.10 hls-parser@0.16.1 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -v error -f lavfi -i testsrc=size=160x90:rate=5:duration=6 -c:v mpeg2video -g 10 -f hls -hls_time 2 -hls_list_size 0 film.m3u8
cat >look.cjs <<'JS'
const assert = require('node:assert')
const { readFileSync } = require('node:fs')
const { Readable } = require('node:stream')
const hls = require('hls-parser')

const READERS = { '@eyevinn/m3u8': require('@eyevinn/m3u8'), m3u8: require('m3u8') }
const rewritten = (reader, text) =>
  new Promise((written, failed) => {
    const parser = reader.createStream()
    parser.on('m3u', (list) => written(list.toString()))
    parser.on('error', failed)
    Readable.from([Buffer.from(text)]).pipe(parser)
  })
const told = (text) => {
  const { endlist, segments } = hls.parse(text)
  return { ended: endlist, missing: segments.filter(({ gap }) => gap).map(({ uri }) => uri) }
}
const film = readFileSync('film.m3u8', 'utf8')
const gap = film.replace('#EXT-X-VERSION:3', '#EXT-X-VERSION:8').replace(/(#EXTINF:[^\n]*\nfilm1\.ts)/, '#EXT-X-GAP\n$1')
const look = async () => {
  const seen = { ffmpeg: told(film), 'with a gap': told(gap) }
  for (const [name, reader] of Object.entries(READERS)) {
    seen[`ffmpeg by ${name}`] = told(await rewritten(reader, film))
    const text = await rewritten(reader, gap)
    seen[`with a gap by ${name}`] = [told(text).missing, text.split('\n').find((line) => line.startsWith('#EXT-X-GAP'))]
  }
  console.log(film, seen)
  assert.ok(!film.includes('PLAYLIST-TYPE'))
  assert.deepEqual(seen, {
    ffmpeg: { ended: true, missing: [] },
    'with a gap': { ended: true, missing: ['film1.ts'] },
    'ffmpeg by @eyevinn/m3u8': { ended: false, missing: [] },
    'with a gap by @eyevinn/m3u8': [['film0.ts'], '#EXT-X-GAP'],
    'ffmpeg by m3u8': { ended: true, missing: [] },
    'with a gap by m3u8': [['film0.ts'], '#EXT-X-GAP:undefined'],
  })
}
look()
JS
node look.cjs
