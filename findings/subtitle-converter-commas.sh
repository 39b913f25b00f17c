#!/usr/bin/env bash
# subtitle-converter 3.0.12 (npm): ASS subtitles with commas made into SRT. pysubs2 1.8.1 (PyPI) converts the same lines.
#
# The text of a line of ASS is its last field, so that its commas belong to it (the paper "SSA v4+ File Format": the text is all that is
# left, and may have commas). subtitle-converter cuts lines at every comma unless a space follows. An English sentence is whole, and so is
# a Chinese one, whose comma is another character; 共1,000人 ends behind the 1, and of a line with a place, {\pos(320,50)}灯塔, viewers read
# {\pos(320, and none of its words. With removeTextFormatting, which takes what is in braces away, it is \pos(320. Of several \N in a line
# the first is a new line and the others are shown. The status says success: true.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pysubs2==1.8.1
npm install --silent --no-audit --no-fund --prefix "$work" subtitle-converter@3.0.12 >/dev/null
cat >films.ass <<'ASS'
[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,早上好，先生, good morning
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,共1,000人
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\pos(320,50)}灯塔
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,一\N二\N三
ASS
venv/bin/python - <<'PY'
import json

import pysubs2

with open("right.json", "w", encoding="utf-8") as file:
    json.dump([line.plaintext for line in pysubs2.load("films.ass")], file)
PY
cat >look.cjs <<'JS'
const assert = require('node:assert')
const { readFileSync } = require('node:fs')
const { convert } = require('subtitle-converter')

const texts = ({ subtitle }) => subtitle.trim().split('\r\n\r\n').map((cue) => cue.split('\r\n').slice(2).join('\n'))
const ass = readFileSync('films.ass', 'utf8')
const seen = convert(ass, '.srt')
console.log(texts(seen))
assert.equal(seen.status.success, true)
assert.deepEqual(JSON.parse(readFileSync('right.json', 'utf8')), ['早上好，先生, good morning', '共1,000人', '灯塔', '一\n二\n三'])
assert.deepEqual(texts(seen), ['早上好，先生, good morning', '共1', '{\\pos(320', '一\n二\\N三'])
assert.equal(texts(convert(ass, '.srt', { removeTextFormatting: true }))[2], '\\pos(320')
JS
node look.cjs
