#!/usr/bin/env bash
# exceljs 4.4.0 (npm): cells with a format or a link, written as CSV.
#
# A CSV file has the text that a person sees. ExcelJS writes a text of which one word is bold as JSON, {"richText":[{"text":"雪"},…]}, and
# of a cell with a link the address in place of the text: the name of a performer is https://films.example/p/1. Its own cell.text has
# the text of both. The workbook of the same cells is right, so that a list of films is as it should be in .xlsx, and lost in .csv.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit exceljs@4.4.0
cat >look.js <<'JS'
const assert = require("node:assert");
const excel = require("exceljs");

const book = new excel.Workbook();
const row = book.addWorksheet("films").addRow([
  "MZU-002",
  { richText: [{ text: "雪" }, { font: { bold: true }, text: "线" }] },
  { text: "江白", hyperlink: "https://films.example/p/1" },
]);
assert.deepEqual([1, 2, 3].map((at) => row.getCell(at).text), ["MZU-002", "雪线", "江白"]);
book.csv.writeBuffer().then((csv) => {
  console.log(csv.toString());
  const title = '"{""richText"":[{""text"":""雪""},{""font"":{""bold"":true},""text"":""线""}]}"';
  assert.equal(csv.toString(), `MZU-002,${title},https://films.example/p/1`);
});
JS
node look.js
