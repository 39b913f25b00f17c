#!/usr/bin/env bash
# polars 2.1.0 with fastexcel 0.21.0 (PyPI): a workbook whose first hundred numbers have only digits. pandas 3.1.1 with openpyxl 3.1.5 (PyPI)
# reads the same; openpyxl writes it.
#
# read_excel finds the type of a column by its first hundred rows (infer_schema_length: "the maximum number of rows to scan for schema
# inference"), as read_csv does; a later text in a CSV file is an error that names it. In a workbook it is a null, without an error or a
# warning: of a list of films numbered 1001, 1002, … the first MZU-017 behind them has no number, and 8.6/10 among plain ratings is
# none. Where a row has nothing else, as in a list of numbers alone, the row itself is gone, since empty rows are dropped. With 99 rows before, or with
# infer_schema_length=None or engine="openpyxl", all of it is there.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet polars==2.1.0 fastexcel==0.21.0 pandas==3.1.1 openpyxl==3.1.5
cat >look.py <<'PY'
import openpyxl
import pandas
import polars


def write(path, count, *rows):
    book = openpyxl.Workbook()
    for row in [["number", "title", "rating"][: len(rows[0])], *([[1001 + at, "a", 4][: len(rows[0])] for at in range(count)]), *rows]:
        book.active.append(row)
    book.save(path)


films = [["MZU-017", "灯塔", "8.6/10"], ["MZU-018", "早", 5]]
write("late.xlsx", 100, *films)
write("early.xlsx", 99, *films)
write("numbers.xlsx", 100, ["MZU-017"], [1002])
seen = {
    "late": polars.read_excel("late.xlsx").tail(2).rows(),
    "early": polars.read_excel("early.xlsx").tail(2).rows(),
    "whole": polars.read_excel("late.xlsx", infer_schema_length=None).tail(2).rows(),
    "openpyxl": polars.read_excel("late.xlsx", engine="openpyxl").tail(2).rows(),
    "numbers": polars.read_excel("numbers.xlsx").height,
    "pandas": [len(pandas.read_excel("numbers.xlsx")), pandas.read_excel("late.xlsx").tail(2).values.tolist()],
}
print(seen)
texts = [("MZU-017", "灯塔", "8.6/10"), ("MZU-018", "早", "5")]
assert seen == {
    "late": [(None, "灯塔", None), (None, "早", 5)],
    "early": texts,
    "whole": texts,
    "openpyxl": texts,
    "numbers": 101,
    "pandas": [102, films],
}
rows = "number\n" + "".join(f"{1001 + at}\n" for at in range(100)) + "MZU-017\n"
try:
    polars.read_csv(rows.encode(), infer_schema_length=100)
    raise SystemExit("CSV: no error")
except polars.exceptions.ComputeError as error:
    assert "MZU-017" in str(error), error
PY
venv/bin/python look.py
