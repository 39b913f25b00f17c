#!/usr/bin/env bash
# hls.js 1.7.4 (npm), its light build, and a stream whose sound stands in playlists of its own, as ffmpeg's -var_stream_map with
# agroup writes it (ffmpeg 7.0.2 of PyPI imageio-ffmpeg 0.6.0). Needs Debian's chromium-headless-shell or chromium.
#
# The light build leaves out separate sound and subtitles. It does not refuse such a stream: it plays the picture without any
# sound, tells no error, and lists no tracks. The whole build plays it and lists both languages; subtitles become text tracks of the
# video.
#
# Seen: light: picture true, bytes of sound 0, languages [], errors []; whole: picture true, some 10,000 bytes, [zh, en], errors [].
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" hls.js@1.7.4 playwright-core@1.56.1 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
mkdir film
(cd film && "$ffmpeg" -v error -f lavfi -i testsrc=size=320x180:rate=24:duration=6 -f lavfi -i sine=440:duration=6 \
  -f lavfi -i sine=880:duration=6 -map 0:v -map 1:a -map 2:a -c:v libvpx-vp9 -b:v 200k -deadline realtime -cpu-used 8 -g 48 \
  -c:a libopus -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name index.m3u8 \
  -var_stream_map 'v:0,agroup:a a:0,agroup:a,language:zh,default:yes a:1,agroup:a,language:en' v%v.m3u8)

cat >play.mjs <<'JS'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { chromium } from 'playwright-core'

const TYPES = { mjs: 'text/javascript', m3u8: 'application/vnd.apple.mpegurl', mp4: 'video/mp4', m4s: 'video/iso.segment' }
const site = http.createServer(({ url }, answer) => {
  if (url === '/') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>film</p>')
  const file = url.endsWith('.mjs') ? `node_modules/hls.js/dist${url}` : `film${url}`
  answer.writeHead(200, { 'content-type': TYPES[url.split('.').pop()] ?? 'text/plain' }).end(readFileSync(file))
})
await new Promise((listening) => site.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${site.address().port}/`)
const play = (build) =>
  page.evaluate(async (build) => {
    const { default: Hls } = await import(build)
    const video = document.body.appendChild(document.createElement('video'))
    video.muted = true
    const engine = new Hls({ enableWorker: false })
    const errors = []
    engine.on('hlsError', (_, { details }) => errors.push(details))
    engine.loadSource('/index.m3u8')
    engine.attachMedia(video)
    await new Promise((ready) => video.addEventListener('canplay', ready, { once: true }))
    await video.play()
    await new Promise((played) => {
      video.ontimeupdate = () => video.currentTime > 1 && played()
    })
    const seen = {
      picture: video.currentTime > 1,
      sound: video.webkitAudioDecodedByteCount,
      languages: (engine.audioTracks ?? []).map(({ lang }) => lang),
      errors,
    }
    engine.destroy()
    return seen
  }, build)
const light = await play('/hls.light.mjs')
const whole = await play('/hls.mjs')
await browser.close()
site.close()
console.log('light', light)
console.log('whole', whole)
const isSilent = light.picture && light.sound === 0 && light.languages.length === 0 && light.errors.length === 0
const isHeard = whole.picture && whole.sound > 0 && whole.languages.join() === 'zh,en' && whole.errors.length === 0
process.exit(isSilent && isHeard ? 0 : 1)
JS
node play.mjs "$browser"
