#!/usr/bin/env bash
# Previews on the seek bar, by four players: artplayer 5.4.0 with artplayer-plugin-vtt-thumbnail 1.1.0, video.js 8.24.1 with
# videojs-vtt-thumbnails 0.0.13, @oplayer/core 1.2.37 with @oplayer/plugins 1.0.14, plyr 3.8.4 (all npm). The film is made with ffmpeg
# 7.0.2 (PyPI imageio-ffmpeg 0.6.0). Needs Debian's chromium-headless-shell or chromium.
#
# All take a WebVTT file whose cues name a picture and a part of it. By the standard (WebVTT, section 4.1) a line may end in CR LF, a
# cue may begin with a name of its own, and notes may stand between cues. The three plugins read the file by expressions of their own,
# and each stumbles elsewhere: with CR LF video.js and oplayer find no cue; with cues named in words all three have none, with numbered
# ones two; one note, or a picture of its own for each cue, and artplayer has none. Nothing is shown then, and at most the console tells
# why. Plyr reads every form. What all four take: LF, no names, no notes, one sheet with #xywh.
#
# Seen: as asserted below; 1 is the right picture, - is none.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" artplayer@5.4.0 artplayer-plugin-vtt-thumbnail@1.1.0 video.js@8.24.1 \
  videojs-vtt-thumbnails@0.0.13 @oplayer/core@1.2.37 @oplayer/ui@1.3.3 @oplayer/plugins@1.0.14 plyr@3.8.4 playwright-core@1.56.1 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -v error -f lavfi -i testsrc=size=160x90:rate=5:duration=20 -c:v libvpx-vp9 -b:v 50k -deadline realtime -cpu-used 8 film.webm
"$ffmpeg" -v error -f lavfi -i testsrc=size=640x90 -frames:v 1 sheet.jpg
for number in 0 1 2 3; do "$ffmpeg" -v error -f lavfi -i testsrc=size=160x90 -frames:v 1 "$number.jpg"; done

cat >look.mjs <<'JS'
import assert from 'node:assert'
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { chromium } from 'playwright-core'

const time = (seconds) => `00:00:${String(seconds).padStart(2, '0')}.000`
const cues = (named) => [0, 1, 2, 3].map((n) => `${named(n)}${time(n * 5)} --> ${time(n * 5 + 5)}\nsheet.jpg#xywh=${n * 160},0,160,90\n\n`).join('')
const plain = `WEBVTT\n\n${cues(() => '')}`
const FILES = {
  plain,
  crlf: plain.replaceAll('\n', '\r\n'),
  numbered: `WEBVTT\n\n${cues((n) => `${n + 1}\n`)}`,
  named: `WEBVTT\n\n${cues((n) => `shot-${n}\n`)}`,
  note: `WEBVTT\n\nNOTE 四张\n\n${cues(() => '')}`,
  alone: plain.replace(/sheet\.jpg#xywh=(\d)\d*,.*/g, (_, x) => `${[0, 1, 3, 4].indexOf(Number(x))}.jpg`),
}
const SCRIPTS = [
  'artplayer/dist/artplayer.js', 'artplayer-plugin-vtt-thumbnail/dist/artplayer-plugin-vtt-thumbnail.js', 'video.js/dist/video.js',
  'videojs-vtt-thumbnails/dist/videojs-vtt-thumbnails.js', 'plyr/dist/plyr.js', '@oplayer/core/dist/index.min.js',
  '@oplayer/ui/dist/index.min.js', '@oplayer/plugins/dist/vttThumbnails.min.js',
]
const html = `${['video.js/dist/video-js.css', 'plyr/dist/plyr.css'].map((css) => `<link rel="stylesheet" href="/${css}">`).join('')}
<div id="place"></div>${SCRIPTS.map((script) => `<script src="/${script}"></script>`).join('')}`
const TYPES = { js: 'text/javascript', css: 'text/css', webm: 'video/webm', jpg: 'image/jpeg' }
const site = http.createServer(({ url, headers }, answer) => {
  if (url === '/') return answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  if (url.endsWith('.vtt')) return answer.writeHead(200, { 'content-type': 'text/vtt' }).end(FILES[url.slice(1, -4)])
  const file = [`.${url}`, `node_modules${url}`].find((path) => existsSync(path))
  if (!file) return answer.writeHead(404).end()
  const body = readFileSync(file)
  const type = { 'content-type': TYPES[url.split('.').pop()] ?? 'text/plain', 'accept-ranges': 'bytes' }
  const range = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '')
  if (!range) return answer.writeHead(200, type).end(body)
  const [from, to] = [Number(range[1]), range[2] ? Number(range[2]) : body.length - 1]
  return answer.writeHead(206, { ...type, 'content-range': `bytes ${from}-${to}/${body.length}` }).end(body.subarray(from, to + 1))
})
await new Promise((listening) => site.listen(0, '127.0.0.1', listening))
const chrome = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })

// Each player makes itself in `place`; `bar` is what the pointer goes over, `shown` what it shows there.
const PLAYERS = {
  artplayer: {
    bar: '.art-control-progress',
    shown: '.art-control-vtt-thumbnail',
    start: async (place, vtt) => {
      const player = new Artplayer({ container: place, url: '/film.webm' })
      await player.plugins.add(artplayerPluginVttThumbnail({ vtt })).catch(() => {})
    },
  },
  'video.js': {
    bar: '.vjs-progress-control',
    shown: '.vjs-vtt-thumbnail-display',
    start: (place, vtt) => {
      place.innerHTML = '<video class="video-js" width="640" height="360" src="/film.webm"></video>'
      const player = videojs(place.firstChild, { controls: true })
      player.on('durationchange', () => player.addClass('vjs-has-started'))
      player.ready(() => player.vttThumbnails({ src: vtt }))
    },
  },
  oplayer: {
    bar: '#bar',
    shown: '#shown',
    start: (place, vtt) => {
      const player = OPlayer.make(place, { source: { src: '/film.webm' } }).use([OUI(), OVttThumbnails({ src: vtt })]).create()
      player.context.ui.$progress.firstElementChild.id = 'bar'
      document.querySelector(`.${player.context.ui.vttThumbnailsCls}`).id = 'shown'
    },
  },
  plyr: {
    bar: '.plyr__progress',
    shown: '.plyr__preview-thumb img',
    start: (place, vtt) => {
      place.innerHTML = '<video src="/film.webm"></video>'
      new Plyr(place.firstChild, { loadSprite: false, iconUrl: '', previewThumbnails: { enabled: true, src: vtt } })
    },
  },
}

/** Which of the four pictures is shown for second 7 of 20: its number, or a dash. */
const look = async ({ bar, shown, start }, name) => {
  const page = await chrome.newPage({ viewport: { width: 800, height: 600 } })
  await page.goto(`http://127.0.0.1:${site.address().port}/`)
  await page.evaluate(
    async ([start, name]) => {
      const place = document.querySelector('#place').appendChild(document.createElement('div'))
      place.style.cssText = 'width: 640px; height: 360px'
      await new Function(`return ${start}`)()(place, `/${name}.vtt`)
    },
    [start.toString(), name],
  )
  await page.waitForFunction(() => document.querySelector('video')?.duration > 19)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  const place = await page.locator(bar).first().boundingBox()
  for (const part of [0.3, 0.34, 0.35]) {
    await page.mouse.move(place.x + place.width * part, place.y + place.height / 2)
    await page.waitForTimeout(150)
  }
  const seen = await page.evaluate((shown) => {
    const element = document.querySelector(shown)
    if (!element || element.style.opacity === '0' || element.style.display === 'none') return '-'
    const { src, style } = element
    const picture = src || style.backgroundImage
    if (!picture) return '-'
    if (!picture.includes('sheet')) return picture.match(/(\d)\.jpg/)[1]
    const moved = src ? (-parseFloat(style.left) / element.width) * 640 : -parseFloat(style.backgroundPosition)
    return String(Math.round(moved / 160))
  }, shown)
  await page.close()
  return seen
}
const seen = {}
for (const [player, its] of Object.entries(PLAYERS)) {
  seen[player] = {}
  for (const name of Object.keys(FILES)) seen[player][name] = await look(its, name)
}
await chrome.close()
site.close()
console.table(seen)
assert.deepEqual(seen, {
  artplayer: { plain: '1', crlf: '1', numbered: '-', named: '-', note: '-', alone: '-' },
  'video.js': { plain: '1', crlf: '-', numbered: '-', named: '-', note: '1', alone: '1' },
  oplayer: { plain: '1', crlf: '-', numbered: '1', named: '-', note: '1', alone: '1' },
  plyr: { plain: '1', crlf: '1', numbered: '1', named: '1', note: '1', alone: '1' },
})
JS
node look.mjs "$browser"
