#!/usr/bin/env bash
# m3u8 6.0.0 (PyPI): variables of a playlist.
#
# RFC 8216bis: since version 8 a playlist may define variables with #EXT-X-DEFINE, and {$name} in addresses stands for their value.
# The parser neither reads the tag nor replaces the variables: the address of a segment is literally "{$films}/1.ts", and an
# absolute one cannot be fetched. dumps() writes the playlist without its #EXT-X-DEFINE and with the variables, so that a program
# that only adds a tag makes a playlist that no player can read, still of version 8.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet m3u8==6.0.0
"$work/venv/bin/python" - <<'PY'
import m3u8

PLAYLIST = """#EXTM3U
#EXT-X-VERSION:8
#EXT-X-DEFINE:NAME="films",VALUE="https://films.example/7"
#EXT-X-TARGETDURATION:4
#EXTINF:4,
{$films}/1.ts
#EXT-X-ENDLIST
"""
playlist = m3u8.loads(PLAYLIST, uri="https://example.org/a/index.m3u8")
written = playlist.dumps()
print(playlist.segments[0].absolute_uri, written, sep="\n")
assert playlist.segments[0].uri == "{$films}/1.ts"
assert playlist.segments[0].absolute_uri == "https://example.org/a/{$films}/1.ts"
assert "EXT-X-DEFINE" not in written and "{$films}/1.ts" in written and "#EXT-X-VERSION:8" in written
PY
