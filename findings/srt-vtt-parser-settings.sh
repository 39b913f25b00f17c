#!/usr/bin/env bash
# @plussub/srt-vtt-parser 2.0.5 (npm): the end of a WebVTT cue that has a place on the screen. webvtt-parser 2.2.0 (npm) reads the same
# file.
#
# A time of WebVTT may leave the hours out, and the settings of a cue stand behind its end (W3C, WebVTT, sections 4.1 and 4.4). This
# parser cuts what follows the arrow at its colons, and settings have colons: 00:02.500 line:90% is read as 0 hours, 2 minutes and 90 ms,
# so that the line stays for two minutes over all that is said; the end with line:0 at 59:59.500 is hour 59, and with align:start it is
# NaN. With hours the colons are enough and the end is right, as it is without settings: examples of either kind say that both are known.
#
# Seen: as asserted below, in seconds.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" @plussub/srt-vtt-parser@2.0.5 webvtt-parser@2.2.0 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { parse } from '@plussub/srt-vtt-parser'
import webvtt from 'webvtt-parser'

const seen = {}
for (const end of [
  '00:02.500',
  '00:00:02.500 line:90%',
  '00:02.500 line:90%',
  '00:02.500 position:10% align:start',
  '59:59.500 line:0',
  '00:02.500 align:start',
]) {
  const text = `WEBVTT\n\n00:01.000 --> ${end}\n早上好\n`
  seen[end] = [new webvtt.WebVTTParser().parse(text).cues[0].endTime, parse(text).entries[0].to / 1000]
}
console.log(seen)
assert.deepEqual(seen, {
  '00:02.500': [2.5, 2.5],
  '00:00:02.500 line:90%': [2.5, 2.5],
  '00:02.500 line:90%': [2.5, 120.09],
  '00:02.500 position:10% align:start': [2.5, 120.01],
  '59:59.500 line:0': [3599.5, 215940],
  '00:02.500 align:start': [2.5, Number.NaN],
})
JS
node look.mjs
