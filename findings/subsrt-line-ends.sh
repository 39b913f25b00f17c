#!/usr/bin/env bash
# subsrt 1.1.1 (npm): files whose lines end in LF.
#
# SubRip is at home on Windows, but files of Linux tools, and WebVTT as nearly everybody writes it, end their lines in LF, which the
# standard allows like CR LF (W3C, WebVTT, section 4.1). subsrt divides a file where a blank line holds at least one character: the CR.
# Without CR it finds one caption in an SRT, the first, whose text is the whole rest of the file, and none in a WebVTT. convert() gives a
# file that looks whole, since the rest hangs on the first caption, but its times keep the comma of SRT and are no times in WebVTT, so
# that a reader finds one line for the film. No error; what subsrt writes itself has CR LF, and a test there and back is good.
# subtitle 4.2.2 (npm) reads both.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" subsrt@1.1.1 subtitle@4.2.2 webvtt-parser@2.2.0 >/dev/null
cat >look.cjs <<'JS'
const assert = require('node:assert')
const subsrt = require('subsrt')
const subtitle = require('subtitle')
const { WebVTTParser } = require('webvtt-parser')

const srt = ['1', '00:00:01,000 --> 00:00:02,500', '早上好', '', '2', '00:00:03,000 --> 00:00:04,000', '再见', '']
const vtt = ['WEBVTT', '', '00:00:01.000 --> 00:00:02.500', '早上好', '', '00:00:03.000 --> 00:00:04.000', '再见', '']
const captions = (text) => subsrt.parse(text).filter(({ type }) => type === 'caption').length
const cues = (text) => subtitle.parseSync(text).filter(({ type }) => type === 'cue').length
const readBack = (text) => new WebVTTParser().parse(subsrt.convert(text, { format: 'vtt' })).cues.map(({ startTime }) => startTime)
const seen = {}
for (const [name, end] of [['CR LF', '\r\n'], ['LF', '\n']]) {
  seen[name] = {
    srt: captions(srt.join(end)),
    vtt: captions(vtt.join(end)),
    'made into WebVTT': readBack(srt.join(end)),
    'srt by subtitle': cues(srt.join(end)),
    'vtt by subtitle': cues(vtt.join(end)),
  }
}
console.log(seen)
assert.deepEqual(seen, {
  'CR LF': { srt: 2, vtt: 2, 'made into WebVTT': [1, 3], 'srt by subtitle': 2, 'vtt by subtitle': 2 },
  LF: { srt: 1, vtt: 0, 'made into WebVTT': [1], 'srt by subtitle': 2, 'vtt by subtitle': 2 },
})
JS
node look.cjs
