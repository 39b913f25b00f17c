#!/usr/bin/env bash
# wanakana 5.3.1 (npm) and pykakasi 2.3.0 (PyPI): names with the small vowels of foreign sounds, in Latin letters.
#
# Names such as ティナ, フィオナ and シェリー are tina, fiona and sheri in the spelling on passports and posters, and people search for
# those. Hepburn, as extended for foreign sounds, has ti, fi, she, je, va, wi for them. Neither library
# keeps to it, and they fail in different places:
# - wanakana reads most small vowels as large ones, or puts a y before them: teina, fyiona, vuaioretto, uiriamu; je and che are right.
# - It does not take back its own conversion: fiona becomes フィオナ, and フィオナ becomes fyiona.
# - pykakasi has fi, va and di, but neither ti nor je nor she: teina, jieen, shierii.
# A library that spells さくら and しょうこ well can so still lose these names: a search needs a test for each row of small vowels.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" wanakana@5.3.1 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet pykakasi==2.3.0
cat >names.cjs <<'JS'
const assert = require('node:assert')
const { toKatakana, toRomaji } = require('wanakana')
const seen = Object.fromEntries(['ティナ', 'フィオナ', 'ヴァイオレット', 'ウィリアム', 'ジェーン', 'チェロ', 'しょうこ'].map((name) => [name, toRomaji(name)]))
console.log('wanakana', seen)
assert.deepEqual(seen, {
  ティナ: 'teina', フィオナ: 'fyiona', ヴァイオレット: 'vuaioretto', ウィリアム: 'uiriamu', ジェーン: 'jeen', チェロ: 'chero', しょうこ: 'shouko',
})
assert.equal(toKatakana('fiona'), 'フィオナ')
assert.equal(toRomaji(toKatakana('fiona')), 'fyiona')
JS
node names.cjs
venv/bin/python - <<'PY'
import pykakasi

kakasi = pykakasi.kakasi()
names = ["ティナ", "ディーン", "フィオナ", "ヴァイオレット", "ジェーン", "シェリー", "チェロ"]
seen = {name: "".join(part["hepburn"] for part in kakasi.convert(name)) for name in names}
print("pykakasi", seen)
assert seen == {
    "ティナ": "teina",
    "ディーン": "diin",
    "フィオナ": "fiona",
    "ヴァイオレット": "vaioretto",
    "ジェーン": "jieen",
    "シェリー": "shierii",
    "チェロ": "chero",
}
PY
