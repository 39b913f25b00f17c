#!/usr/bin/env bash
# srt-parser-2 1.2.3 (npm) and pycaption 2.3.14 (PyPI): subtitles whose times have a place on the screen behind them. pysubs2 1.8.1 and pysrt
# 1.1.2 (PyPI) read the same file.
#
# SubRip writes the area that it has read a line from behind the times: 00:00:03,000 --> 00:00:04,000 X1:201 X2:516 Y1:397 Y2:423. ffmpeg,
# VLC and most readers know it. srt-parser-2 takes it for the first line that is spoken, so that viewers read the numbers. pycaption
# refuses the whole file: "Invalid SRT timestamp".
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf '1\n00:00:01,000 --> 00:00:02,000\n甲\n\n2\n00:00:03,000 --> 00:00:04,000 X1:201 X2:516 Y1:397 Y2:423\n乙\n\n3\n00:00:05,000 --> 00:00:06,000\n丙\n' >film.srt
npm init -y >/dev/null
npm install --silent --no-fund --no-audit srt-parser-2@1.2.3
python3 -m venv venv
venv/bin/pip install --quiet pycaption==2.3.14 pysubs2==1.8.1 pysrt==1.1.2
node - <<'JS'
const assert = require("node:assert");
const Parser = require("srt-parser-2").default;
const lines = new Parser().fromSrt(require("node:fs").readFileSync("film.srt", "utf8")).map((line) => line.text);
console.log(lines);
assert.deepEqual(lines, ["甲", "X1:201 X2:516 Y1:397 Y2:423\n乙", "丙"]);
JS
venv/bin/python - <<'PY'
from pathlib import Path

import pysrt
import pysubs2
from pycaption import SRTReader
from pycaption.exceptions import CaptionReadSyntaxError

text = Path("film.srt").read_text()
try:
    SRTReader().read(text)
except CaptionReadSyntaxError as error:
    print(error)
    assert "Invalid SRT timestamp" in str(error)
else:
    raise AssertionError("the file is read")
assert [line.text for line in pysubs2.SSAFile.from_string(text)] == ["甲", "乙", "丙"]
assert [line.text for line in pysrt.from_string(text)] == ["甲", "乙", "丙"]
PY
