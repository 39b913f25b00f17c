#!/usr/bin/env bash
# WebVTT made into SubRip by webvtt-py 0.6.0, pysubs2 1.8.1, ttconv 1.2.3, pycaption 2.3.14 (PyPI), subtitle 4.2.2 (npm) and ffmpeg 7.0.2 (PyPI
# imageio-ffmpeg 0.6.0).
#
# The text of a WebVTT cue is escaped: & and < are &amp; and &lt;, and &nbsp; and &#39; are characters as in HTML (W3C, WebVTT, 4.2.2 and 6.4). SubRip has no
# such thing; players show its text as it is. webvtt-py, pysubs2 and subtitle copy the escapes, so that a viewer reads Tom &amp; Jerry; subtitle copies
# the tags of WebVTT as well (<v>, <ruby>). ffmpeg resolves &amp; and &lt;, leaves &#39;, and writes a space that does not break as \h, which ASS has and
# SubRip has not. Of Japanese with readings (<ruby>山<rt>やま</rt></ruby>の家) most write the two in one row, 山やまの家. ttconv drops
# both, the word as well: の家 is all that is left of the line, without a warning. pycaption alone has each character, and parts the reading with spaces.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet webvtt-py==0.6.0 pysubs2==1.8.1 ttconv==1.2.3 pycaption==2.3.14 imageio-ffmpeg==0.6.0
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund subtitle@4.2.2
cat >in.vtt <<'VTT'
WEBVTT

00:01.000 --> 00:02.000
<v 甲>Tom &amp; Jerry</v> <i>3 &lt; 5</i>

00:03.000 --> 00:04.000
<ruby>山<rt>やま</rt></ruby>の家

00:05.000 --> 00:06.000
a&nbsp;b &#39;c&#39;
VTT
venv/bin/python -m ttconv.tt convert -i in.vtt -o ttconv.srt >/dev/null 2>&1
"$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" -v error -i in.vtt ffmpeg.srt
cat >convert.mjs <<'JS'
import fs from "node:fs";
import { parseSync, stringifySync } from "subtitle";

fs.writeFileSync("subtitle.srt", stringifySync(parseSync(fs.readFileSync("in.vtt", "utf8")), { format: "SRT" }));
JS
node convert.mjs
cat >check.py <<'PY'
from pathlib import Path

import pycaption
import pysubs2
import webvtt

webvtt.read("in.vtt").save_as_srt("webvtt-py.srt")
pysubs2.load("in.vtt").save("pysubs2.srt")
source = Path("in.vtt").read_text()
Path("pycaption.srt").write_text(pycaption.SRTWriter().write(pycaption.WebVTTReader().read(source)))

expected = {
    "webvtt-py": ["Tom &amp; Jerry 3 &lt; 5", "山やまの家", "a&nbsp;b &#39;c&#39;"],
    "pysubs2": ["Tom &amp; Jerry <i>3 &lt; 5</i>", "山やまの家", "a&nbsp;b &#39;c&#39;"],
    "subtitle": ["<v 甲>Tom &amp; Jerry</v> <i>3 &lt; 5</i>", "<ruby>山<rt>やま</rt></ruby>の家", "a&nbsp;b &#39;c&#39;"],
    "ffmpeg": ["Tom & Jerry <i>3 < 5</i>", "山やまの家", r"a\hb &#39;c&#39;"],
    "ttconv": ["Tom & Jerry <i>3 < 5</i>", "の家", "a\u00a0b 'c'"],
    "pycaption": ["甲: Tom & Jerry 3 < 5", "山 やま の家", "a\u00a0b 'c'"],
}
for name, wanted in expected.items():
    blocks = Path(f"{name}.srt").read_text().strip().split("\n\n")
    found = [block.split("\n", 2)[2].strip() for block in blocks]
    print(name.ljust(9), *found, sep=" | ")
    assert found == wanted
PY
venv/bin/python check.py
