#!/usr/bin/env bash
# xlsx 0.18.5 (SheetJS) and tabletojson 4.1.15 (npm): a table of HTML whose cells have no end tags, and names below each other in a cell. pandas 3.1.1
# with lxml 6.1.3 (PyPI) reads the same page.
#
# </td> and </tr> may be left out (HTML, "Optional tags"), as pages of older systems do that call themselves .xls; browsers and Excel show
# the same table. SheetJS looks for the end tag: each row is one cell, its names in one text, 番号演员, and its values too. With end tags
# both libraries read the cells. Within a cell a line break is <br> or a paragraph, and separates the names of the people of a film.
# SheetJS has a line break for <br> and nothing for paragraphs; tabletojson has nothing for either: 林晓月 and 江白 are one person, 林晓月江白.
# pandas has a space or a line for <br>.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 lxml==6.1.3
npm install --silent --no-audit --no-fund --prefix "$work" xlsx@0.18.5 tabletojson@4.1.15 >/dev/null
cat >bare.html <<'HTML'
<table><tr><th>番号<th>演员<tr><td>MZU-1<td>林晓月<br>江白<tr><td>MZU-2<td><p>何青</p><p>沈秋</p></table>
HTML
cat >whole.html <<'HTML'
<table><tr><th>番号</th><th>演员</th></tr><tr><td>MZU-1</td><td>林晓月<br>江白</td></tr><tr><td>MZU-2</td><td><p>何青</p><p>沈秋</p></td></tr></table>
HTML
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { Tabletojson } from 'tabletojson'
import xlsx from 'xlsx'

const rows = (page) => xlsx.utils.sheet_to_json(xlsx.read(page, { type: 'string' }).Sheets.Sheet1, { header: 1 })
const seen = {}
for (const name of ['bare', 'whole']) {
  const page = readFileSync(`${name}.html`, 'utf8').trim()
  seen[name] = [rows(page), Tabletojson.convert(page)[0]]
}
console.log(JSON.stringify(seen))
const glued = [
  { 番号: 'MZU-1', 演员: '林晓月江白' },
  { 番号: 'MZU-2', 演员: '何青沈秋' },
]
assert.deepEqual(seen, {
  bare: [[['番号演员'], ['MZU-1林晓月\n江白'], ['MZU-2何青沈秋']], glued],
  whole: [[['番号', '演员'], ['MZU-1', '林晓月\n江白'], ['MZU-2', '何青沈秋']], glued],
})
JS
node look.mjs
venv/bin/python - <<'PY'
import pandas

for name in ("bare", "whole"):
    rows = pandas.read_html(f"{name}.html", encoding="utf-8", flavor="lxml")[0].values.tolist()
    assert [row[0] for row in rows] == ["MZU-1", "MZU-2"], rows
    assert rows[0][1].split() == ["林晓月", "江白"], rows
PY
