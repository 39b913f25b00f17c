#!/usr/bin/env bash
# xlsx2csv 0.8.6 (PyPI): number formats with words in them. openpyxl 3.1.5 (PyPI) writes the workbook.
#
# What stands between quotes in a number format is shown as it is (ECMA-376 part 1, 18.8.31). The usual format of a Chinese date has
# such words, yyyy"年"m"月"d"日", and xlsx2csv leaves the quotes in: 2024"年"01"月"05"日". It also looks for the letters of dates inside the
# words, and takes a number whose word has one for a date, so that the number is gone: 104 shown as MTN-104 becomes "04tn-"000, and 90
# shown as 90min becomes 0"03in". Words without such letters only disappear: 90分钟 is 90. A list of films that comes through it has lost
# dates, numbers and lengths, without a warning; openpyxl gives the plain values.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --no-input xlsx2csv==0.8.6 openpyxl==3.1.5
cat >look.py <<'PY'
import csv
import datetime
import subprocess
import sys

import openpyxl

DAY = datetime.datetime(2024, 1, 5)
WANTED = [
    ("yyyy-mm-dd", DAY, "2024-01-05"),
    ("yyyy年m月d日", DAY, "2024年01月05日"),
    ('yyyy"年"m"月"d"日"', DAY, '2024"年"01"月"05"日"'),
    ('"MTN-"000', 104, '"04tn-"000'),
    ('"SEA-"000', 2, '"sea-"000'),
    ('0"min"', 90, '0"03in"'),
    ('0"分钟"', 90, "90"),
]
book = openpyxl.Workbook()
for row, (code, value, _) in enumerate(WANTED, 1):
    book.active.cell(row, 1, value).number_format = code
book.save("list.xlsx")
values = [row[0] for row in openpyxl.load_workbook("list.xlsx").active.iter_rows(values_only=True)]
assert values == [value for _, value, _ in WANTED], values
text = subprocess.run([sys.argv[1], "list.xlsx"], check=True, capture_output=True, encoding="utf-8").stdout
for (code, _, wanted), (seen,) in zip(WANTED, csv.reader(text.splitlines()), strict=True):
    print(code, seen)
    assert seen == wanted, code
PY
venv/bin/python look.py venv/bin/xlsx2csv
