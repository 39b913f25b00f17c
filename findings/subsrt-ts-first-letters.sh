#!/usr/bin/env bash
# subsrt-ts 2.1.2 and subsrt 1.1.1 (npm): ASS subtitles made into WebVTT.
#
# In ASS the text of a line follows its last comma at once, and its first character belongs to what is shown. subsrt-ts loses that one
# character of every line: 早上好 becomes 上好, and of an override such as {\an8} the rest comes out as text. Files that it wrote itself
# it reads in the same way, so that each pass costs a letter. Only a text with a space before it is whole. subsrt, which subsrt-ts is
# a rewriting of, keeps the letters. Subtitles that are brought beside a film have to be converted by something else, or checked.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" subsrt-ts@2.1.2 subsrt@1.1.1 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import subsrt from 'subsrt'
import subsrtTs from 'subsrt-ts'

const TEXTS = ['早上好', 'Good morning', '{\\an8}上面', ' behind a space']
const ass = [
  '[Script Info]',
  'ScriptType: v4.00+',
  '',
  '[Events]',
  'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ...TEXTS.map((text, i) => `Dialogue: 0,0:00:0${i + 1}.00,0:00:0${i + 2}.00,Default,,0,0,0,,${text}`),
  '',
].join('\n')
/** What is shown: the line behind each line of times. */
const shown = (vtt) => [...vtt.matchAll(/-->.*\r?\n(.*?)\r?\n/g)].map(([, text]) => text)
const srt = '1\n00:00:01,000 --> 00:00:02,000\n早上好\n'
const seen = {
  'subsrt-ts': shown(subsrtTs.convert(ass, { format: 'vtt' })),
  subsrt: shown(subsrt.convert(ass, { format: 'vtt' })),
  'subsrt-ts, of its own ASS': shown(subsrtTs.convert(subsrtTs.convert(srt, { format: 'ass' }), { format: 'vtt' })),
}
console.log(seen)
assert.deepEqual(seen, {
  'subsrt-ts': ['上好', 'ood morning', '\\an8}上面', 'behind a space'],
  subsrt: ['早上好', 'Good morning', '上面', ' behind a space'],
  'subsrt-ts, of its own ASS': ['上好'],
})
JS
node look.mjs
