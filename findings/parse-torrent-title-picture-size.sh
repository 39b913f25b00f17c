#!/usr/bin/env bash
# parse-torrent-title 3.0.1 and parse-torrent-name 0.5.4 (npm): the size of the picture in a file's name.
#
# Both know 1080p, and one expects that they know the size in full as well. They read it as they read 2x03, for season and episode:
# 1280x720 is season 80, and the 12 that is left over becomes part of the title; 1920x1080 is season 20, of the year 1920. Neither says
# which resolution it is. In a catalogue a film comes among the series, under a title that nobody gave it. parsett 1.8.5 (PyPI), made
# for the same names, reads the sizes.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" parse-torrent-title@3.0.1 parse-torrent-name@0.5.4 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --no-input parsett==1.8.5
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import byName from 'parse-torrent-name'
import byTitle from 'parse-torrent-title'

const WANTED = {
  'Salt.Lake.1080p.mkv': ['Salt Lake', undefined, undefined, '1080p'],
  'Salt.Lake.2x03.mkv': ['Salt Lake', undefined, 2, undefined],
  'Salt.Lake.1280x720.mkv': ['Salt Lake 12', undefined, 80, undefined],
  'Salt.Lake.3840x2160.mkv': ['Salt Lake 38', undefined, 40, undefined],
  'Salt Lake (1920x1080).mkv': ['Salt Lake', 1920, 20, undefined],
}
for (const [name, wanted] of Object.entries(WANTED))
  for (const [parser, parse] of Object.entries({ 'parse-torrent-title': byTitle.parse, 'parse-torrent-name': byName })) {
    const { title, year, season, resolution } = parse(name)
    console.log(parser, name, { title, year, season, resolution })
    assert.deepEqual([title, year, season, resolution], wanted, `${parser}, ${name}`)
  }
JS
node look.mjs
venv/bin/python - <<'PY'
from PTT import parse_title

for name, wanted in {"Salt.Lake.1280x720.mkv": "720p", "Salt.Lake.3840x2160.mkv": "2160p", "Salt Lake (1920x1080).mkv": "1080p"}.items():
    found = parse_title(name)
    print("parsett", name, found["title"], found["resolution"])
    assert (found["title"], found["resolution"], found["seasons"]) == ("Salt Lake", wanted, []), name
PY
