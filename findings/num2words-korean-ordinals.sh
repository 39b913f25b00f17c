#!/usr/bin/env bash
# num2words 0.5.14 (PyPI): ordinals in Korean.
#
# Korean counts up to 99 with words of its own and hundreds with Chinese ones, and the library knows this: 99 is 아흔아홉 번째, 1999 천구백 아흔아홉 번째, 101 백 한 번째.
# It takes whatever stands behind the word for hundred, 백, for tens and ones. If nothing does, or there are no hundreds, it finds no word: the 100th,
# the 200th and every full hundred is a KeyError, as is each of 1000 to 1099 and of 2000 to 2099, that is the years of today. Cardinals and years of
# the same numbers are right. The 20th is 스물 번째, with the word as it stands alone; before a noun it is 스무 (Standard Korean Dictionary), and so for 120.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet num2words==0.5.14
venv/bin/python - <<'PY'
from num2words import num2words

for number, wanted in ((1, "첫 번째"), (19, "열아홉 번째"), (20, "스물 번째"), (99, "아흔아홉 번째"), (101, "백 한 번째"), (120, "백 스물 번째"), (1999, "천구백 아흔아홉 번째")):
    found = num2words(number, lang="ko", to="ordinal")
    print(number, found)
    assert found == wanted

refused = []
for number in range(1, 3000):
    try:
        num2words(number, lang="ko", to="ordinal")
    except KeyError:
        refused.append(number)
print("KeyError:", len(refused), *refused[:12])
assert refused == sorted({*range(100, 3000, 100), *range(1000, 1100), *range(2000, 2100)})
assert num2words(2026, lang="ko") == "이천이십육" and num2words(2026, lang="ko", to="year") == "이천이십육년"
PY
