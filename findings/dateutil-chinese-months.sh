#!/usr/bin/env bash
# python-dateutil 4.0.0 (PyPI): dates in Chinese and Japanese, read with fuzzy=True. dateparser 1.5.0 (PyPI) reads the same texts.
#
# fuzzy lets the parser find a date among other words ("Today is January 1, 2047", its documentation), and default gives what the text does not
# say. 年, 月 and 日 are such words, and 1月5日 comes out right. But the number before 年 is not taken for the year: 2025年10月3日 is 3 October of the
# default's year, which is this year unless one says otherwise, so that a test with a film of this year passes. Of a month alone, 2025年10月,
# the 10 is a day: the tenth of the default's month. 下午 (afternoon) is passed over as well, and 3:30 is at night. No error; ISO dates,
# and 3:30 PM behind a Chinese date, are read as they should be.
#
# Seen: as asserted below, with a default of 30 November 2026.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet python-dateutil==4.0.0 dateparser==1.5.0
cat >look.py <<'PY'
from datetime import datetime

import dateparser
from dateutil import parser

DEFAULT = datetime(2026, 11, 30)
WANTED = {
    "2025-10-03": "2025-10-03 00:00",
    "2025年10月3日": "2026-10-03 00:00",
    "2025年10月3日公開": "2026-10-03 00:00",
    "1999年1月5日": "2026-01-05 00:00",
    "2025年10月": "2026-11-10 00:00",
    "上映：1999年1月": "2026-11-01 00:00",
    "1月5日 下午3:30": "2026-01-05 03:30",
    "1月5日 3:30 PM": "2026-01-05 15:30",
}
seen = {text: parser.parse(text, fuzzy=True, default=DEFAULT).strftime("%Y-%m-%d %H:%M") for text in WANTED}
print(seen)
assert seen == WANTED
assert dateparser.parse("2025年10月3日") == datetime(2025, 10, 3)
assert dateparser.parse("2025年1月5日下午3:30") == datetime(2025, 1, 5, 15, 30)
PY
venv/bin/python look.py
