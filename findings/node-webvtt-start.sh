#!/usr/bin/env bash
# Subtitles cut by node-webvtt 1.9.4 (npm) beside TS of ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0), in hls.js 1.7.4 (npm): 8.6 s too
# late. Needs Debian's chromium-headless-shell or chromium.
#
# node-webvtt cuts a WebVTT file into segments for HLS, with X-TIMESTAMP-MAP=MPEGTS:900000 in each: second 0 of the lines is second 10
# of the TS clock, where Apple's segmenter lets a film begin. ffmpeg's begins at 1.4 s. Each side is valid, and a player that heeds
# the map shows every line 10 - 1.4 s after its time. hlsSegment takes the begin as its third argument, in ticks of a 90 kHz clock:
# 126000 fits ffmpeg.
#
# Seen: the line of second 5 at 13.6, and at 5.0 with 126000.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" node-webvtt@1.9.4 hls.js@1.7.4 playwright-core@1.56.1 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -v error -f lavfi -i testsrc=size=320x180:rate=24:duration=20 -f lavfi -i sine=440:duration=20 -c:v libx264 -preset ultrafast \
  -pix_fmt yuv420p -g 48 -sc_threshold 0 -c:a aac -f hls -hls_time 2 -hls_playlist_type vod film.m3u8

cat >cut.cjs <<'JS'
const { mkdirSync, writeFileSync } = require('node:fs')
const { hls } = require('node-webvtt')

const lines = [1, 3, 5, 7].map((at) => `00:0${at}.000 --> 00:0${at}.900\nsecond ${at}\n`)
const whole = `WEBVTT\n\n${lines.join('\n')}`
for (const [name, begin] of [['itself', undefined], ['told', 126_000]]) {
  mkdirSync(name)
  for (const { filename, content } of hls.hlsSegment(whole, 2, begin)) writeFileSync(`${name}/${filename}`, content)
  writeFileSync(`${name}/lines.m3u8`, hls.hlsSegmentPlaylist(whole, 2))
  writeFileSync(`${name}/index.m3u8`, `#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="lines.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=200000,SUBTITLES="s"
../film.m3u8
`)
}
JS
node cut.cjs
grep -h TIMESTAMP itself/0.vtt told/0.vtt
cat >play.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { chromium } from 'playwright-core'

const TYPES = { mjs: 'text/javascript', m3u8: 'application/vnd.apple.mpegurl', ts: 'video/mp2t', vtt: 'text/vtt' }
const site = http.createServer(({ url }, answer) => {
  if (url === '/') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>film</p>')
  const file = url.endsWith('.mjs') ? `node_modules/hls.js/dist${url}` : `.${url}`
  answer.writeHead(200, { 'content-type': TYPES[url.split('.').pop()] ?? 'text/plain' }).end(readFileSync(file))
})
await new Promise((listening) => site.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${site.address().port}/`)
const linesOf = (name) =>
  page.evaluate(async (name) => {
    const { default: Hls } = await import('/hls.mjs')
    const video = document.body.appendChild(document.createElement('video'))
    video.muted = true
    const engine = new Hls({ enableWorker: false })
    const errors = []
    engine.on('hlsError', (_, { details }) => errors.push(details))
    engine.loadSource(`/${name}/index.m3u8`)
    engine.attachMedia(video)
    await new Promise((ready) => video.addEventListener('canplay', ready, { once: true }))
    engine.subtitleTrack = 0
    const lines = () => {
      const cues = [...video.textTracks].flatMap((track) => [...(track.cues ?? [])])
      return Object.fromEntries(cues.map(({ text, startTime }) => [text, Math.round(startTime * 10) / 10]))
    }
    for (let turn = 0; turn < 100 && Object.keys(lines()).length < 4; turn += 1) await new Promise((later) => setTimeout(later, 100))
    const seen = lines()
    engine.destroy()
    return { seen, errors }
  }, name)
const seen = { itself: await linesOf('itself'), told: await linesOf('told') }
await browser.close()
site.close()
console.log(seen)
assert.deepEqual(seen, {
  itself: { seen: { 'second 1': 9.6, 'second 3': 11.6, 'second 5': 13.6, 'second 7': 15.6 }, errors: [] },
  told: { seen: { 'second 1': 1, 'second 3': 3, 'second 5': 5, 'second 7': 7 }, errors: [] },
})
JS
node play.mjs "$browser"
