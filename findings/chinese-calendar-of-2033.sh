#!/usr/bin/env bash
# date-chinese 2.1.4 and chinese-lunar 0.1.4 (npm): the Chinese year 2033. lunar-javascript 1.7.7 (npm) and lunardate 0.3.0 (PyPI) tell
# what is right.
#
# A month without a solar term of the greater kind is a leap month only if the year from one winter solstice to the next has thirteen
# months (GB/T 33661-2017). In 2033 such a month begins on 25 August, in a year of twelve; the leap month is the one of 22 December, a
# second eleventh. Old almanacs had it after the seventh, and chinese-lunar still has. date-chinese, which computes sun and moon for any
# year and so seems above such errors, has both: a seventh and an eleventh leap month in one year, and between them every month is one too
# low, so that Mid-Autumn is on 7 October (8 September). Other years with leap months come out right, so that a test with them finds
# nothing.
#
# Seen: as asserted below; a leap month is negative.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet lunardate==0.3.0
npm install --silent --no-audit --no-fund --prefix "$work" date-chinese@2.1.4 chinese-lunar@0.1.4 lunar-javascript@1.7.7 >/dev/null
venv/bin/python - <<'PY'
import json

from lunardate import LunarDate

DAYS = ((2033, 7, 26), (2033, 8, 25), (2033, 9, 8), (2033, 10, 7), (2033, 11, 22), (2033, 12, 22), (2034, 1, 20), (2023, 3, 22))
seen = []
for day in DAYS:
    date = LunarDate.fromSolarDate(*day)
    seen.append([day, [-date.month if date.isLeapMonth else date.month, date.day]])
with open("right.json", "w", encoding="utf-8") as file:
    json.dump(seen, file)
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import chineseLunar from 'chinese-lunar'
import { CalendarChinese } from 'date-chinese'
import lunar from 'lunar-javascript'

function computed(year, month, day) {
  const calendar = new CalendarChinese()
  calendar.fromGregorian(year, month, day)
  const [, , number, leap, dayOfMonth] = calendar.get()
  return [leap ? -number : number, dayOfMonth]
}
function byTable(year, month, day) {
  const date = chineseLunar.solarToLunar(new Date(year, month - 1, day))
  return [date.leap ? -date.month : date.month, date.day]
}
const seen = {}
for (const [day, right] of JSON.parse(readFileSync('right.json', 'utf8'))) {
  const date = lunar.Solar.fromYmd(...day).getLunar()
  assert.deepEqual([date.getMonth(), date.getDay()], right)
  seen[day.join('-')] = { right: right.join('/'), 'date-chinese': computed(...day).join('/'), 'chinese-lunar': byTable(...day).join('/') }
}
console.table(seen)
assert.deepEqual(seen, {
  '2033-7-26': { right: '7/1', 'date-chinese': '7/1', 'chinese-lunar': '7/1' },
  '2033-8-25': { right: '8/1', 'date-chinese': '-7/1', 'chinese-lunar': '-7/1' },
  '2033-9-8': { right: '8/15', 'date-chinese': '-7/15', 'chinese-lunar': '-7/15' },
  '2033-10-7': { right: '9/15', 'date-chinese': '8/15', 'chinese-lunar': '8/15' },
  '2033-11-22': { right: '11/1', 'date-chinese': '10/1', 'chinese-lunar': '10/1' },
  '2033-12-22': { right: '-11/1', 'date-chinese': '-11/1', 'chinese-lunar': '11/1' },
  '2034-1-20': { right: '12/1', 'date-chinese': '12/1', 'chinese-lunar': '12/1' },
  '2023-3-22': { right: '-2/1', 'date-chinese': '-2/1', 'chinese-lunar': '-2/1' },
})
JS
node look.mjs
