#!/usr/bin/env bash
# mpegdash 0.4.1 (PyPI): a DASH manifest that is read and written again, and the names of its tracks.
#
# Who puts another host or a token into a manifest reads it, changes BaseURL and writes it back. What a person picks in a player's menu are
# the Labels of the adaptation sets (ISO/IEC 23009-1, since 2019): two tracks in Chinese are "国语" and "导演评论". mpegdash knows a long list of
# elements and passes over the others without a word, and Label is none of them: after writing, both tracks are "zh", and nobody can
# tell the speech of the film from the director's. Roles, events, protection and segments stay, so that the film plays and a test
# finds nothing missing. mpd-parser 0.2.1 (PyPI) reads the same manifest and keeps them.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet mpegdash==0.4.1 mpd-parser==0.2.1
"$work/venv/bin/python" - <<'PY'
import re

from mpd_parser.parser import Parser
from mpegdash.parser import MPEGDASHParser


def track(number: int, label: str, role: str) -> str:
    return f"""<AdaptationSet id="{number}" contentType="audio" lang="zh"><Label>{label}</Label>
<Role schemeIdUri="urn:mpeg:dash:role:2011" value="{role}"/>
<Representation id="{number}" bandwidth="64000" mimeType="audio/mp4" codecs="mp4a.40.2"><BaseURL>{number}.mp4</BaseURL>
<SegmentBase indexRange="800-900"/></Representation></AdaptationSet>"""


manifest = f"""<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"
minBufferTime="PT2S" mediaPresentationDuration="PT10S"><Period>{track(1, "国语", "main")}{track(2, "导演评论", "commentary")}</Period></MPD>"""
written = MPEGDASHParser.toprettyxml(MPEGDASHParser.parse(manifest))
print(written)
assert "Label" not in written
assert re.findall(r'<Role [^>]*value="(\w+)"', written) == ["main", "commentary"]
assert re.findall(r"<BaseURL>(.*?)</BaseURL>", written) == ["1.mp4", "2.mp4"]
kept = Parser.to_string(Parser.from_string(manifest))
assert kept.count("<Label>") == 2, kept
PY
