#!/usr/bin/env bash
# pycaption 2.3.14 (PyPI): italics of SubRip in WebVTT and TTML. pysubs2 1.8.1 (PyPI) converts the same file.
#
# SubRip marks thoughts, songs and off-screen voices with <i>, and WebVTT has the same tag. pycaption knows italics, bold and underline of
# WebVTT, DFXP and SAMI and carries them from one to another. Of SubRip it takes the line as plain text: in WebVTT viewers read
# "<i>早上好</i>" letter by letter, and in TTML as well. From SRT to SRT, the way that one tests first, the file is as it was, because the tags
# are never looked at. No error, and no note in the page of the format.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pycaption==2.3.14 pysubs2==1.8.1
"$work/venv/bin/python" - <<'PY'
import pysubs2
from pycaption import DFXPWriter, SRTReader, SRTWriter, WebVTTReader, WebVTTWriter

TEXT = "1\n00:00:01,000 --> 00:00:02,500\n<i>早上好</i>\n"
captions = SRTReader().read(TEXT)
vtt = WebVTTWriter().write(captions)
print(vtt)
assert "&lt;i>早上好&lt;/i>" in vtt
assert "&lt;i&gt;早上好&lt;/i&gt;" in DFXPWriter().write(captions)
assert "<i>早上好</i>" in SRTWriter().write(captions)
good = "WEBVTT\n\n00:01.000 --> 00:02.500\n<i>早上好</i>\n"
assert "<i>早上好</i>" in WebVTTWriter().write(WebVTTReader().read(good))
assert "<i>早上好</i>" in pysubs2.SSAFile.from_string(TEXT).to_string("vtt")
PY
