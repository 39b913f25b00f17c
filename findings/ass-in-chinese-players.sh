#!/usr/bin/env bash
# xgplayer-subtitles 3.0.26 (for ByteDance's player) and artplayer 5.4.0 (both npm): subtitles in ASS; pysubs2 1.8.1 (PyPI) reads the
# same file. Needs Debian's chromium-headless-shell or chromium.
#
# ASS counts hundredths of a second (its paper says "Hrs:Mins:Secs:hundredths"), so 0:00:01.50 is one second and a half. xgplayer, whose
# subtitles are described for WebVTT but which know ASS by its first line, takes the two digits for thousandths: 1.050. A line comes and
# goes up to 0.9 s too early, by another amount each time, so that no shift of the file mends it; whole seconds are right, and so are
# the same lines as SRT. What stands in braces, such as a place on the screen, is shown as text. artplayer has the times, but loses lines
# without a word: the layer may be any number, and it wants one digit. A drawing it shows as "m 0 0 l 100 0".
#
# Seen: as asserted below; the times are those of the first and the last moment at which a line is shown.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet pysubs2==1.8.1
npm install --silent --no-audit --no-fund --prefix "$work" xgplayer-subtitles@3.0.26 artplayer@5.4.0 playwright-core@1.56.1 >/dev/null
cat >film.ass <<'ASS'
[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,0,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.50,0:00:02.90,Default,,0,0,0,,早上好
Dialogue: 0,0:00:03.80,0:00:04.50,Default,,0,0,0,,{\an8}再见
Dialogue: 10,0:00:05.00,0:00:06.00,Default,,0,0,0,,车站
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,{\p1}m 0 0 l 100 0 100 100{\p0}
ASS
venv/bin/python - <<'PY'
import pysubs2

read = [(line.start, line.end, line.plaintext, line.is_drawing) for line in pysubs2.load("film.ass")]
print("pysubs2", read)
assert [line[:2] for line in read] == [(1500, 2900), (3800, 4500), (5000, 6000), (7000, 8000)]
assert [line[2] for line in read[:3]] == ["早上好", "再见", "车站"] and [line[3] for line in read] == [False, False, False, True]
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.setContent('<div id="place"></div>')
await page.addScriptTag({ path: 'node_modules/xgplayer-subtitles/dist/index.min.js' })
await page.addScriptTag({ path: 'node_modules/artplayer/dist/artplayer.js' })
const seen = await page.evaluate(async (text) => {
  const player = { root: document.querySelector('#place'), currentTime: 0, listeners: {}, off() {} }
  player.on = (name, listener) => {
    player.listeners[name] = listener
  }
  new XgSubtitle({ player, defaultOpen: true, line: 'three', subTitles: [{ id: 'zh', language: 'zh', isDefault: true, stringContent: text }] })
  await new Promise((ready) => setTimeout(ready, 300))
  const shown = {}
  for (let time = 0; time < 900; time += 1) {
    for (const moment of [100, time / 100]) {
      player.currentTime = moment
      player.listeners.timeupdate()
    }
    const line = document.querySelector('xg-text-track-inner').textContent
    if (line) shown[line] = [shown[line]?.[0] ?? time / 100, time / 100]
  }
  const video = document.body.appendChild(document.createElement('video'))
  const track = video.appendChild(document.createElement('track'))
  track.src = Artplayer.utils.vttToBlob(Artplayer.utils.assToVtt(text))
  track.track.mode = 'hidden'
  await new Promise((loaded) => track.addEventListener('load', loaded))
  return { xgplayer: shown, artplayer: [...track.track.cues].map(({ startTime, endTime, text }) => [startTime, endTime, text]) }
}, readFileSync('film.ass', 'utf8'))
await browser.close()
console.log(seen)
assert.deepEqual(seen, {
  xgplayer: {
    早上好: [1.05, 2.08],
    '{\\an8}再见': [3.08, 4.04],
    车站: [5, 5.99],
    '{\\p1}m 0 0 l 100 0 100 100{\\p0}': [7, 7.99],
  },
  artplayer: [[1.5, 2.9, '早上好'], [3.8, 4.5, '再见'], [7, 8, 'm 0 0 l 100 0 100 100']],
})
JS
node look.mjs "$browser"
