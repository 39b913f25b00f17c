#!/usr/bin/env bash
# python-calamine 0.9.1 (PyPI): a length of time in a workbook and in an OpenDocument table. openpyxl 3.1.5 and pyexcel-ods3 0.6.1 (PyPI) write
# the two, and pyexcel-ods3 reads its own again.
#
# Both formats have cells that are lengths: [h]:mm in Excel, PT30H00M00S in office:time-value in OpenDocument. calamine reads
# workbooks of either kind with one call, and one expects one kind of value. From XLSX it is a timedelta. From ODS a length below a
# day is a time of day, datetime.time(1, 58), which cannot be added up, and from a day on a text, 'PT30H00M00S'. A column of the
# lengths of series then has two types in it, of which each works alone. pyexcel-ods3 gives timedelta from a day on.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet python-calamine==0.9.1 openpyxl==3.1.5 pyexcel-ods3==0.6.1
venv/bin/python - <<'PY'
from datetime import time, timedelta

import openpyxl
import pyexcel_ods3
from python_calamine import CalamineWorkbook

SHORT, LONG = timedelta(hours=1, minutes=58), timedelta(hours=30)
book = openpyxl.Workbook()
book.active.append([SHORT, LONG])
book.save("a.xlsx")
pyexcel_ods3.save_data("a.ods", {"films": [[SHORT, LONG]]})


def first_row(name: str) -> list:
    return CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python()[0]


print(first_row("a.xlsx"), first_row("a.ods"), pyexcel_ods3.get_data("a.ods")["films"][0])
assert first_row("a.xlsx") == [SHORT, LONG]
assert first_row("a.ods") == [time(1, 58), "PT30H00M00S"]
assert pyexcel_ods3.get_data("a.ods")["films"][0][1] == LONG
PY
