#!/usr/bin/env bash
# lunardate 0.3.0 (PyPI) and solarlunar 3.1.0 (npm): months of the Chinese calendar that begin a day early. zhdate 0.1 and ephem 4.2.1
# (PyPI) tell what is right.
#
# A month begins on the day, in Beijing, of its new moon (GB/T 33661-2017). Both libraries have tables of months, taken over from older
# almanacs, in which a new moon some minutes after midnight was put before it: that of 1978-09-03, 00:08, and that of 1933-07-23, 00:03.
# For the whole month every date is one too high, so that lunardate has Mid-Autumn of 1978 on 16 September (17), and people born then
# have their birthday a day early. solarlunar has 1978 right and 1933 wrong, lunardate both wrong, zhdate both right. All agree on the
# years before and after, so that no date that one tries shows it.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet lunardate==0.3.0 zhdate==0.1 ephem==4.2.1
npm init -y >/dev/null
npm install --silent --no-fund --no-audit solarlunar@3.1.0
venv/bin/python -W ignore - <<'PY'
from datetime import datetime

import ephem
from lunardate import LunarDate
from zhdate import ZhDate


def months(day: datetime) -> tuple:
    one = LunarDate.fromSolarDate(day.year, day.month, day.day)
    other = ZhDate.from_datetime(day)
    return (one.month, one.day), (other.lunar_month, other.lunar_day)


for before, moon in (("1978/8/30", "1978/9/3 00:08"), ("1933/7/20", "1933/7/23 00:03")):
    seen = ephem.Date(ephem.next_new_moon(before) + 8 * ephem.hour)
    print("new moon in Beijing:", seen)
    assert str(seen).startswith(moon), seen
mid_autumn = months(datetime(1978, 9, 16))
print(mid_autumn)
assert mid_autumn == ((8, 15), (8, 14))
assert months(datetime(1978, 10, 2)) == ((9, 1), (9, 1))
assert months(datetime(1933, 7, 23)) == ((6, 2), (6, 1))
assert months(datetime(1979, 10, 5)) == ((8, 15), (8, 15))
PY
node - <<'JS'
const assert = require("node:assert");
const module = require("solarlunar");
const solarlunar = module.default ?? module;
const of = (...day) => solarlunar.solar2lunar(...day);
const early = of(1933, 7, 23);
console.log(early.lMonth, early.lDay);
assert.deepEqual([early.lMonth, early.lDay], [6, 2]);
assert.deepEqual([of(1978, 9, 17).lMonth, of(1978, 9, 17).lDay], [8, 15]);
JS
