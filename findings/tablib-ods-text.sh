#!/usr/bin/env bash
# tablib 3.10.0 (PyPI): the text of cells in an OpenDocument table. odfpy 1.4.1 (PyPI) writes it, pyexcel-ods3 0.6.1 (PyPI) reads the same
# file.
#
# A cell holds paragraphs; in a paragraph a run of spaces is an element of its own, as is a word with a style (OpenDocument 1.2, 6.1.3 and
# 6.1.7), and a comment on the cell is an element of the cell with paragraphs of its own (14.1). tablib takes the first paragraph that it
# comes to, and the first piece of text in that. A cell with a comment has the comment for its value; of 灯塔之夜 with two characters in bold,
# of 104 behind two spaces and of a second paragraph nothing is left. No error; plain cells, which are what tablib writes itself, are
# whole, so that a test there and back finds nothing.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet 'tablib[ods]==3.10.0' odfpy==1.4.1 pyexcel-ods3==0.6.1
venv/bin/python - <<'PY'
import pyexcel_ods3
import tablib
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P, S, Span


def cell(*children):
    one = TableCell(valuetype="string")
    for child in children:
        one.addElement(child)
    return one


comment = Annotation()
comment.addElement(P(text="待核对"))
styled = P()
styled.addElement(Span(text="灯塔"))
styled.addText("之夜")
spaced = P(text="灯塔")
spaced.addElement(S(c=2))
spaced.addText("104")
row = TableRow()
for one in (
    cell(P(text="灯塔")),
    cell(comment, P(text="灯塔")),
    cell(styled),
    cell(spaced),
    cell(P(text="第一段"), P(text="第二段")),
):
    row.addElement(one)
table = Table(name="films")
table.addElement(row)
book = OpenDocumentSpreadsheet()
book.spreadsheet.addElement(table)
book.save("films.ods")

with open("films.ods", "rb") as file:
    seen = tablib.Dataset().load(file.read(), "ods", headers=False)[0]
right = pyexcel_ods3.get_data("films.ods")["films"][0]
print(seen)
print(right)
assert right == ["灯塔", "灯塔", "灯塔之夜", "灯塔  104", "第一段\n第二段"], right
assert list(seen) == ["灯塔", "待核对", "灯塔", "灯塔", "第一段"], seen
PY
