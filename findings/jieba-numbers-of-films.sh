#!/usr/bin/env bash
# @node-rs/jieba 2.0.3 (npm) and jieba 0.42.1 (PyPI): numbers with a hyphen.
#
# The one is a port of the other by way of jieba-rs, with the same dictionary and the same calls, and Chinese comes out alike, so one builds an index
# with the Python package and cuts queries with the one for Node.js, which is faster. A number with a hyphen is three words in Python,
# MZU, - and 017, and one in Node.js. Which it is there depends on letters and digits: R2-D2 is three words, 3-4 one, and 2026-01-05 is 2026-01, - and 05. A search
# for a film by its number finds nothing, though the index has it, and neither does one for MZU in an index made by Node.js. Without the hidden Markov model
# (second argument false) both cut all of them alike.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet jieba==0.42.1
npm install --silent --no-audit --no-fund --prefix "$work" @node-rs/jieba@2.0.3 >/dev/null
cat >look.py <<'PY'
import json

import jieba

TEXTS = ["山谷里的四季", "MZU-017", "R2-D2", "3-4", "2026-01-05", "1.5", "50%"]
cut = {text: ["/".join(jieba.cut(text)), "/".join(jieba.cut(text, HMM=False))] for text in TEXTS}
assert cut == {
    "山谷里的四季": ["山谷/里/的/四季", "山谷/里/的/四季"],
    "MZU-017": ["MZU/-/017", "MZU/-/017"],
    "R2-D2": ["R2/-/D2", "R2/-/D2"],
    "3-4": ["3/-/4", "3/-/4"],
    "2026-01-05": ["2026/-/01/-/05", "2026/-/01/-/05"],
    "1.5": ["1.5", "1/./5"],
    "50%": ["50%", "50/%"],
}, cut
PY
venv/bin/python look.py 2>/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'

const jieba = Jieba.withDict(dict)
const cut = {}
for (const text of ['山谷里的四季', 'MZU-017', 'R2-D2', '3-4', '2026-01-05', '1.5', '50%']) {
  cut[text] = [jieba.cut(text, true).join('/'), jieba.cut(text, false).join('/')]
}
console.log(cut)
assert.deepEqual(cut, {
  山谷里的四季: ['山谷/里/的/四季', '山谷/里/的/四季'],
  'MZU-017': ['MZU-017', 'MZU/-/017'],
  'R2-D2': ['R2/-/D2', 'R2/-/D2'],
  '3-4': ['3-4', '3/-/4'],
  '2026-01-05': ['2026-01/-/05', '2026/-/01/-/05'],
  '1.5': ['1.5', '1/./5'],
  '50%': ['50%', '50/%'],
})
JS
node look.mjs
