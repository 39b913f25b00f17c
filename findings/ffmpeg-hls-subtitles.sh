#!/usr/bin/env bash
# ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0) writes subtitles beside its own TS that hls.js 1.7.4 (npm) shows 1.4 s too early. Needs
# Debian's chromium-headless-shell or chromium.
#
# With sgroup in -var_stream_map the HLS muxer writes the subtitles as WebVTT beside the segments, in one run and from one file. Its TS
# begins at 1.4 s, its WebVTT at 0, and the header that says how the two go together, X-TIMESTAMP-MAP (RFC 8216, 3.5), is not written.
# Without it a player has to take both clocks for one, as hls.js does: the first lines are cut at 0, the others come 1.4 s before
# they are spoken, and nothing complains. -muxdelay 0 -muxpreload 0, or fMP4, brings them to their place.
#
# Seen: the line of second 5 at 3.6 in TS; at 5.0 without the delay, and in fMP4.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" hls.js@1.7.4 playwright-core@1.56.1 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
for second in 1 3 5 7; do printf '%d\n00:00:0%d,000 --> 00:00:0%d,900\nsecond %d\n\n' "$second" "$second" "$second" "$second"; done >lines.srt
film() {
  local name=$1
  shift
  mkdir "$name"
  (cd "$name" && "$ffmpeg" -v error -f lavfi -i testsrc=size=320x180:rate=24:duration=10 -f lavfi -i sine=440:duration=10 -i ../lines.srt \
    -map 0:v -map 1:a -map 2:s -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 48 -sc_threshold 0 -c:a aac -c:s webvtt "$@" -f hls -hls_time 2 \
    -hls_playlist_type vod -master_pl_name index.m3u8 -var_stream_map v:0,a:0,s:0,sgroup:s,language:en v%v.m3u8)
}
film ts
film undelayed -muxdelay 0 -muxpreload 0
film fmp4 -hls_segment_type fmp4
if grep -rq X-TIMESTAMP-MAP --include='*.vtt' ts undelayed fmp4; then exit 1; fi

cat >play.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { chromium } from 'playwright-core'

const TYPES = { mjs: 'text/javascript', m3u8: 'application/vnd.apple.mpegurl', mp4: 'video/mp4', m4s: 'video/iso.segment', ts: 'video/mp2t', vtt: 'text/vtt' }
const site = http.createServer(({ url }, answer) => {
  if (url === '/') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>film</p>')
  const file = url.endsWith('.mjs') ? `node_modules/hls.js/dist${url}` : `.${url}`
  answer.writeHead(200, { 'content-type': TYPES[url.split('.').pop()] ?? 'text/plain' }).end(readFileSync(file))
})
await new Promise((listening) => site.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${site.address().port}/`)
const linesOf = (film) =>
  page.evaluate(async (film) => {
    const { default: Hls } = await import('/hls.mjs')
    const video = document.body.appendChild(document.createElement('video'))
    video.muted = true
    const engine = new Hls({ enableWorker: false })
    const errors = []
    engine.on('hlsError', (_, { details }) => errors.push(details))
    engine.loadSource(`/${film}/index.m3u8`)
    engine.attachMedia(video)
    await new Promise((ready) => video.addEventListener('canplay', ready, { once: true }))
    engine.subtitleTrack = 0
    const cues = () => [...video.textTracks].flatMap((track) => [...(track.cues ?? [])])
    for (let turn = 0; turn < 100 && cues().length < 4; turn += 1) await new Promise((later) => setTimeout(later, 100))
    const lines = Object.fromEntries(cues().map(({ text, startTime }) => [text, Math.round(startTime * 10) / 10]))
    engine.destroy()
    return { lines, errors }
  }, film)
const seen = {}
for (const film of ['ts', 'undelayed', 'fmp4']) seen[film] = await linesOf(film)
await browser.close()
site.close()
console.log(seen)
const right = { 'second 1': 1, 'second 3': 3, 'second 5': 5, 'second 7': 7 }
assert.deepEqual(seen, {
  ts: { lines: { 'second 1': 0, 'second 3': 1.6, 'second 5': 3.6, 'second 7': 5.6 }, errors: [] },
  undelayed: { lines: right, errors: [] },
  fmp4: { lines: right, errors: [] },
})
JS
node play.mjs "$browser"
