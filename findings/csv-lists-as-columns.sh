#!/usr/bin/env bash
# papaparse 5.7.1 (npm) and clevercsv 0.8.5 (PyPI): the delimiter of a table whose cells are lists. csv-string 4.1.1 (npm) and Python's
# csv.Sniffer look at the same text.
#
# Films have several tags in one cell, 剧情|悬疑|历史, and an export without a line of names has commas between few columns. Both libraries find
# the delimiter by how even the rows come out, and more columns count for more: with three tags on each row the film's name and its first
# tag are one cell, "灯塔,剧情", and the others columns. Neither has an error or a warning. As soon as one film has two tags, or a line of
# names stands above, both find the comma; a list of five films is split in one way and the list with a sixth in another. The other two
# find the comma in all three. delimiter, or delimitersToGuess, settles it.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet clevercsv==0.8.5
npm install --silent --no-audit --no-fund --prefix "$work" papaparse@5.7.1 csv-string@4.1.1 >/dev/null
cat >films.json <<'JSON'
{
  "three tags each": "灯塔,剧情|悬疑|历史\n海,喜剧|爱情|历史\n山,剧情|爱情|悬疑\n",
  "one with two": "灯塔,剧情|悬疑|历史\n海,喜剧|爱情\n山,剧情|爱情|悬疑\n",
  "names above": "标题,类型\n灯塔,剧情|悬疑|历史\n海,喜剧|爱情|历史\n"
}
JSON
venv/bin/python - <<'PY'
import csv
import json

import clevercsv

with open("films.json", encoding="utf-8") as file:
    films = json.load(file)
seen = {name: (clevercsv.Sniffer().sniff(text).delimiter, csv.Sniffer().sniff(text).delimiter) for name, text in films.items()}
print(seen)
assert seen == {"three tags each": ("|", ","), "one with two": (",", ","), "names above": (",", ",")}, seen
PY
cat >look.cjs <<'JS'
const assert = require('node:assert')
const csvString = require('csv-string')
const films = require('./films.json')
const Papa = require('papaparse')

const seen = {}
for (const [name, text] of Object.entries(films)) {
  const { meta, errors, data } = Papa.parse(text.trim())
  assert.deepEqual(errors, [])
  seen[name] = [meta.delimiter, csvString.detect(text), data[0]]
}
console.log(seen)
assert.deepEqual(seen, {
  'three tags each': ['|', ',', ['灯塔,剧情', '悬疑', '历史']],
  'one with two': [',', ',', ['灯塔', '剧情|悬疑|历史']],
  'names above': [',', ',', ['标题', '类型']],
})
JS
node look.cjs
