#!/usr/bin/env bash
# babel 2.19.0 and arrow 1.4.0 (PyPI): afternoons in Chinese, Japanese and Korean. pendulum 3.3.0 (PyPI) beside them.
#
# Babel has a format_time and a parse_time for each locale. Where a locale has a clock of twelve hours, format_time writes the half of the day in its
# own words: 下午3:30 in Taiwan and Hong Kong, 오후 3:30 in Korea. parse_time looks for the letters "pm" alone, in every locale, so what format_time wrote
# for half past three in the afternoon is read as half past three at night, without an error. English makes the round trip.
# arrow has a token A for the half of the day, and locales of Chinese, Japanese and Korean, but none of them has a word for it: what it writes for A
# is nothing, "3:30" for both halves, and it reads its own text back as the morning. pendulum writes the words and reads them.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet babel==2.19.0 arrow==1.4.0 pendulum==3.3.0
venv/bin/python - <<'PY'
from datetime import time

import arrow
import pendulum
from babel.dates import format_time, parse_time

afternoon = time(15, 30)
for locale, written, read in (
    ("en_US", "3:30\u202fPM", 15),
    ("zh_Hant_TW", "下午3:30", 3),
    ("zh_Hant_HK", "下午3:30", 3),
    ("ko_KR", "오후 3:30", 3),
):
    text = format_time(afternoon, "short", locale=locale)
    found = parse_time(text, locale=locale, format="short")
    print("babel   ", locale, text, found)
    assert (text, found) == (written, time(read, 30))

layout = "YYYY-MM-DD A h:mm"
for locale, words, own in (("en", "PM", "PM"), ("zh-cn", "下午", ""), ("zh-tw", "下午", ""), ("ja", "午後", ""), ("ko", "오후", "")):
    text = arrow.get(2026, 1, 5, 15, 30).format(layout, locale=locale)
    again = arrow.get(text, layout, locale=locale)
    print("arrow   ", locale, repr(text), again.hour)
    assert text == f"2026-01-05 {own} 3:30" and again.hour == (15 if own else 3)
    if locale == "zh-tw":
        continue
    locale = locale[:2]
    text = pendulum.datetime(2026, 1, 5, 15, 30).format(layout, locale=locale)
    again = pendulum.from_format(text, layout, locale=locale)
    print("pendulum", locale, repr(text), again.hour)
    assert text == f"2026-01-05 {words} 3:30" and again.hour == 15
PY
