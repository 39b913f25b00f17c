#!/usr/bin/env bash
# nzh 1.0.14 and chinese-numbers-converter 2.3.1 (npm): Chinese numbers read as figures.
#
# Years, episodes and takings are written with Chinese numbers, in more ways than the one of the schoolbook. nzh turns them back
# ("中文小写转数字" says its page) by adding digits that carry a unit and has no answer for the rest, but a number all the same: 两 is no
# digit, so that 两百 is 0 and 两千零五 is 5; a zero in a year takes its place away, 二〇二四 is 224 and 二零零一 is 21, whereas 一九八四, which
# one tries first, is right; 廿三 is 3; 一百三 (130) is 103. chinese-numbers-converter reads those and promises numbers up to 亿, but of
# two great units it takes the second times everything before it: 三亿五千万 is 3,000,050,000,000. Nothing is raised by either.
# chinese-parseint2 2.0.6 (npm) and cn2an 0.5.24 (PyPI) read all of them alike.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet cn2an==0.5.24
npm install --silent --no-audit --no-fund --prefix "$work" nzh@1.0.14 chinese-numbers-converter@2.3.1 chinese-parseint2@2.0.6 >/dev/null
venv/bin/python - <<'PY'
import json

import cn2an

TEXTS = "十二 一百零三 一九八四 二〇二四 二零零一 两百 两千零五 廿三 一百三 一万三 三亿五千万".split()
with open("read.json", "w", encoding="utf-8") as file:
    json.dump({text: cn2an.cn2an(text, "normal") for text in TEXTS}, file)
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import converter from 'chinese-numbers-converter'
import parseint from 'chinese-parseint2'
import Nzh from 'nzh'

const { ChineseNumber } = converter.default ?? converter
const seen = {}
for (const [text, byCn2an] of Object.entries(JSON.parse(readFileSync('read.json', 'utf8')))) {
  assert.equal((parseint.default ?? parseint)(text), byCn2an, text)
  seen[text] = [byCn2an, Nzh.cn.decodeS(text), new (ChineseNumber ?? converter)(text).toInteger()]
}
console.log(seen)
assert.deepEqual(seen, {
  十二: [12, 12, 12],
  一百零三: [103, 103, 103],
  一九八四: [1984, 1984, 1984],
  二〇二四: [2024, 224, 2024],
  二零零一: [2001, 21, 2001],
  两百: [200, 0, 200],
  两千零五: [2005, 5, 2005],
  廿三: [23, 3, 23],
  一百三: [130, 103, 130],
  一万三: [13000, 10003, 13000],
  三亿五千万: [350000000, 350000000, 3000050000000],
})
JS
node look.mjs
