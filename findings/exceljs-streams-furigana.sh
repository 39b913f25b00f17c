#!/usr/bin/env bash
# exceljs 4.4.0 (npm), its streaming reader: cells that were typed in Japanese. read-excel-file 9.3.17 (npm), the reader of whole workbooks in
# exceljs itself, and openpyxl 3.1.5 (PyPI) read the same file; xlsxwriter 3.2.9 (PyPI) makes it.
#
# Excel keeps how a word was typed beside a cell of kanji (ECMA-376 part 1, 18.4.6, rPh: a phonetic run), to sort by it and to show it above the
# characters: the text 東京物語, then トウキョウ and モノガタリ. It does that for everything typed with a Japanese input method, so that nearly each cell of a
# Japanese list of films has it. The streaming reader, made for large files, keeps the last text it has seen within the
# string: 東京物語 comes out as モノガタリ, the reading of its second half. Words without kanji are right, and a cell with a bold word, which is built
# of runs, is too, as is every cell with the other reader of exceljs: a test with a small file and that one shows nothing.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet xlsxwriter==3.2.9 openpyxl==3.1.5
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17
venv/bin/python - <<'PY'
import zipfile

import openpyxl
import xlsxwriter

book = xlsxwriter.Workbook("plain.xlsx")
sheet = book.add_worksheet()
sheet.write_column(0, 0, ["東京物語", "Tower", "山"])
sheet.write_rich_string(3, 0, "雪", book.add_format({"bold": True}), "国")
book.close()
runs = {
    "<t>東京物語</t>": '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><rPh sb="2" eb="4"><t>モノガタリ</t></rPh><phoneticPr fontId="0"/>',
    "<t>山</t>": '<rPh sb="0" eb="1"><t>ヤマ</t></rPh><phoneticPr fontId="0"/>',
    "<t>国</t></r>": '<rPh sb="0" eb="2"><t>ユキグニ</t></rPh><phoneticPr fontId="0"/>',
}
with zipfile.ZipFile("plain.xlsx") as plain, zipfile.ZipFile("typed.xlsx", "w") as typed:
    for name in plain.namelist():
        part = plain.read(name)
        if name == "xl/sharedStrings.xml":
            text = part.decode()
            for before, run in runs.items():
                assert text.count(before) == 1
                text = text.replace(before, before + run)
            part = text.encode()
        typed.writestr(name, part)
read = [row[0] for row in openpyxl.load_workbook("typed.xlsx").active.iter_rows(values_only=True)]
print("openpyxl         ", *read)
assert read == ["東京物語", "Tower", "山", "雪国"]
PY
cat >check.mjs <<'JS'
import assert from "node:assert";
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";

const text = (value) => (value.richText ? value.richText.map((run) => run.text).join("") : value);
const right = ["東京物語", "Tower", "山", "雪国"];

const book = new ExcelJS.Workbook();
await book.xlsx.readFile("typed.xlsx");
const whole = right.map((_, at) => text(book.worksheets[0].getRow(at + 1).getCell(1).value));
console.log("exceljs          ", whole.join(" "));
assert.deepEqual(whole, right);

const other = (await readSheet("typed.xlsx")).map((row) => row[0]);
console.log("read-excel-file  ", other.join(" "));
assert.deepEqual(other, right);

const streamed = [];
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader("typed.xlsx", { sharedStrings: "cache" })) {
  for await (const row of sheet) streamed.push(text(row.getCell(1).value));
}
console.log("exceljs, streamed", streamed.join(" "));
assert.deepEqual(streamed, ["モノガタリ", "Tower", "ヤマ", "雪国"]);
JS
node check.mjs
