#!/usr/bin/env bash
# xgplayer-subtitles 3.0.26 (npm, for ByteDance's player) and pysubs2 1.8.1 (PyPI): notes and names in a WebVTT file. Needs Debian's
# chromium-headless-shell or chromium.
#
# A WebVTT file may hold notes of the translator, and a cue may begin with a name; nobody who watches the film sees either (W3C, WebVTT,
# section 4.1), and & and < stand in a line as &amp; and &lt;. Both readers know that a number before a cue is no speech. A name in
# letters, and a whole note with the word NOTE, they take for the end of the line before: xgplayer shows them under it, pysubs2 (whose
# page calls WebVTT a flavour of SubRip and misses styles and places) writes them into the SRT. &amp; is shown as it stands, and stays in
# the SRT. Files with numbers and without notes look right in both. webvtt-py 0.6.0 and Chromium's own reader leave notes and names out,
# and Chromium shows &.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet pysubs2==1.8.1 webvtt-py==0.6.0
npm install --silent --no-audit --no-fund --prefix "$work" xgplayer-subtitles@3.0.26 playwright-core@1.56.1 >/dev/null
cat >film.vtt <<'VTT'
WEBVTT

1
00:00:01.000 --> 00:00:02.500
早上好

NOTE
此处有双关

station
00:00:03.000 --> 00:00:04.000
甲 &amp; 乙

00:00:05.000 --> 00:00:06.000
再见
VTT
venv/bin/python - <<'PY'
import pysubs2
import webvtt

by_pysubs2 = [event.plaintext for event in pysubs2.load("film.vtt")]
pysubs2.load("film.vtt").save("film.srt")
written = open("film.srt", encoding="utf-8").read()
by_webvtt_py = [caption.text for caption in webvtt.read("film.vtt")]
print("pysubs2", by_pysubs2, "webvtt-py", by_webvtt_py)
assert by_pysubs2 == ["早上好\n\nNOTE\n此处有双关\n\nstation", "甲 &amp; 乙", "再见"]
assert "NOTE\n此处有双关" in written and "甲 &amp; 乙" in written
assert by_webvtt_py == ["早上好", "甲 &amp; 乙", "再见"]
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.setContent('<div id="place"></div>')
await page.addScriptTag({ path: 'node_modules/xgplayer-subtitles/dist/index.min.js' })
const seen = await page.evaluate(async (text) => {
  const player = { root: document.querySelector('#place'), currentTime: 0, listeners: {}, off() {} }
  player.on = (name, listener) => {
    player.listeners[name] = listener
  }
  new XgSubtitle({ player, defaultOpen: true, line: 'three', subTitles: [{ id: 'zh', language: 'zh', isDefault: true, stringContent: text }] })
  const lines = []
  for (const time of [1.5, 3.5, 5.5]) {
    player.currentTime = time
    await new Promise((waited) => setTimeout(waited, 200))
    player.listeners.timeupdate()
    lines.push([...document.querySelectorAll('xg-text-track-inner > *')].map((line) => line.textContent))
  }
  const video = document.body.appendChild(document.createElement('video'))
  const track = video.appendChild(document.createElement('track'))
  track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
  track.track.mode = 'hidden'
  await new Promise((loaded) => track.addEventListener('load', loaded))
  return { xgplayer: lines, chromium: [...track.track.cues].map((cue) => cue.getCueAsHTML().textContent) }
}, readFileSync('film.vtt', 'utf8'))
await browser.close()
console.log(seen)
assert.deepEqual(seen, {
  xgplayer: [['早上好', 'NOTE', '此处有双关', 'station'], ['甲 &amp; 乙'], ['再见']],
  chromium: ['早上好', '甲 & 乙', '再见'],
})
JS
node look.mjs "$browser"
