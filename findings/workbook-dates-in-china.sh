#!/usr/bin/env bash
# exceljs 4.4.0 and xlsx 0.18.5 (SheetJS), npm: the date of a film in a workbook that is written in China.
#
# A cell of a workbook has the number of a day and no time zone (ECMA-376 part 1, 18.17.4): 5 January 2026 is 46027. Both libraries take
# a Date of JavaScript. With the time zone of Shanghai, midnight of that day becomes
# - in ExcelJS 46026.666…, which every program shows as 4 January, 16:00: it writes the time of London. A list of release dates is a day
#   early, and nothing warns;
# - in SheetJS 46027.000498, which is 00:00:43: it counts from the 19th century, when Shanghai was 8:05:43 ahead. A filter for the day
#   finds nothing, and a program that compares days sees other moments.
# With the time zone of London both write 46027.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit exceljs@4.4.0 xlsx@0.18.5
cat >write.js <<'JS'
const excel = require("exceljs");
const sheet = require("xlsx");

const rows = [["release"], [new Date(2026, 0, 5)]];
const book = sheet.utils.book_new();
sheet.utils.book_append_sheet(book, sheet.utils.aoa_to_sheet(rows), "films");
sheet.writeFile(book, "sheetjs.xlsx");
const other = new excel.Workbook();
other.addWorksheet("films").addRows(rows);
other.xlsx.writeFile("exceljs.xlsx");
JS
cat >look.py <<'PY'
import re
import sys
import zipfile

for name, wanted in zip(("exceljs", "sheetjs"), map(float, sys.argv[1:]), strict=True):
    xml = zipfile.ZipFile(f"{name}.xlsx").read("xl/worksheets/sheet1.xml").decode()
    seen = float(re.search(r'<c r="A2"[^>]*><v>([^<]+)</v>', xml).group(1))
    print(name, seen)
    assert abs(seen - wanted) < 1e-6, (name, seen)
PY
TZ=Asia/Shanghai node write.js
python3 look.py 46026.666667 46027.000498
TZ=Etc/UTC node write.js
python3 look.py 46027 46027
