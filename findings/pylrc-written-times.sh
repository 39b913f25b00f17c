#!/usr/bin/env bash
# pylrc 0.1.2 (PyPI): lyrics in LRC that are read and written again. paroles 2.3.0 (npm) reads the same lyrics, pysubs2 1.8.1 (PyPI) the
# SRT.
#
# A time of LRC is minutes, seconds and hundredths. pylrc keeps thousandths and writes the first two digits of their number: 00:02.05, 50
# thousandths, is written 00:02.50, nearly half a second late, and 00:02.01 as 00:02.10. That is one line in ten, and the order of lines
# may change; the others, and the SRT that it makes, are right. [offset:500] means that lines come half a second earlier (sooner, as the
# page of paroles says); pylrc moves them later and takes the tag away, so that what it writes is a second off. Minutes above 59, which is
# how LRC counts, since it has no hours, are no time to it: after one hour the lines of a concert are missing.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pylrc==0.1.2 pysubs2==1.8.1
npm install --silent --no-audit --no-fund --prefix "$work" paroles@2.3.0 >/dev/null
cat >songs.lrc <<'LRC'
[00:01.50]一
[00:02.05]二
[00:02.40]三
[59:03.01]四
[75:04.00]五
LRC
venv/bin/python - <<'PY'
import json

import pylrc
import pysubs2

with open("songs.lrc", encoding="utf-8") as file:
    text = file.read()
lines = pylrc.parse(text)
read = [round(line.time, 2) for line in lines]
written = lines.toLRC().splitlines()
late = [round(line.time, 2) for line in pylrc.parse("[offset:500]\n" + text)]
print(read, written, late)
assert read == [1.5, 2.05, 2.4, 3543.01]
assert written == ["[00:01.50]一", "[00:02.50]二", "[00:02.40]三", "[59:03.10]四"]
assert late == [2, 2.55, 2.9, 3543.51]
assert "offset" not in pylrc.parse("[offset:500]\n" + text).toLRC()
assert [cue.start for cue in pysubs2.SSAFile.from_string(lines.toSRT(), "srt")] == [1500, 2050, 2400, 3543010]
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { Lyrics } from 'paroles'

const right = new Lyrics(readFileSync('songs.lrc', 'utf8')).lines.map(({ time }) => time)
console.log(right)
assert.deepEqual(right, [1.5, 2.05, 2.4, 3543.01, 4504])
JS
node look.mjs
