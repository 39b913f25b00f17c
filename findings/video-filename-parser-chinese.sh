#!/usr/bin/env bash
# @ctrl/video-filename-parser 5.4.1 (npm): a Chinese title in a file's name.
#
# What stands before the year is the title, as one expects, if it is in Latin letters. Of a Chinese or Japanese title the first character
# and a full stop are left, so that all films whose names begin with one character have one title; the year is right, and nothing
# tells that something is missing. A name without a year is kept whole, with its ending. The language is English for all of
# them; Chinese has to be said in English, and 国语 is not known. An import by titles joins films that have nothing in common.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" @ctrl/video-filename-parser@5.4.1 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import { filenameParse } from '@ctrl/video-filename-parser'

const WANTED = {
  'Salt.Lake.2024.1080p.mkv': ['Salt Lake', '2024', ['English']],
  '盐湖.2024.1080p.mkv': ['盐.', '2024', ['English']],
  '盐场的早晨 (2024).mkv': ['盐.', '2024', ['English']],
  '塩の湖.2024.1080p.mkv': ['塩.', '2024', ['English']],
  '盐湖.mkv': ['盐湖.mkv', undefined, ['English']],
  'Salt.Lake.2024.国语.1080p.mkv': ['Salt Lake', '2024', ['English']],
  'Salt.Lake.2024.Chinese.1080p.mkv': ['Salt Lake', '2024', ['Chinese']],
}
for (const [name, wanted] of Object.entries(WANTED)) {
  const { title, year, languages } = filenameParse(name)
  console.log(name, title, year, languages)
  assert.deepEqual([title, year, languages], wanted, name)
}
JS
node look.mjs
