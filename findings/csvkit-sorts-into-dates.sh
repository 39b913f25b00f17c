#!/usr/bin/env bash
# csvkit 2.2.0 with agate 1.14.2 (PyPI): a table that is sorted, or turned into JSON.
#
# Tools that change no cell keep its text: csvcut and csvgrep do. csvsort, csvjson and csvlook find a type for each column first, and write the value in
# its form. That 00123 becomes 123 and yes becomes true is in its documentation (-I turns all of it off). Less so what else is a date or a number, if each
# cell of the column is: episodes 1-2 and 1-3 are days of the year 2001 (2001-01-02), the titles Sunday and Today days of the year 1 (0001-01-07), and
# March and June too; 5.1.2026, in January, is the first of May. ¥30 and $25 are 30 and 25, whatever the sign, and the sign is gone. Lengths of 1:30 are a
# minute and a half, 0:01:30. The titles Nan and Inf make a JSON that is none (NaN, Infinity). 2026年1月5日 stays as it is. One more row decides: a
# title that is no date, and the whole column is text.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet csvkit==2.2.0 agate==1.14.2 parsedatetime==2.6
cat >check.py <<'PY'
import json
import subprocess
from pathlib import Path


def run(tool: str, *arguments: str) -> str:
    return subprocess.run([f"venv/bin/{tool}", *arguments, "films.csv"], check=True, capture_output=True, text=True).stdout


def column(*cells: str) -> list[object]:
    Path("films.csv").write_text("\n".join(("cell,row", *(f"{cell},{row}x" for row, cell in enumerate(cells)))) + "\n")
    found = [row["cell"] for row in json.loads(run("csvjson"))]
    print(*cells, "→", *found)
    return found


assert column("1-2", "1-3") == ["2001-01-02", "2001-01-03"]
assert column("Sunday", "Today") == ["0001-01-07", "0001-01-01"]
assert column("March", "June") == ["0001-03-01", "0001-06-01"]
assert column("5.1.2026", "6.1.2026") == ["2026-05-01", "2026-06-01"]
assert column("¥30", "$25") == [30, 25]
assert column("1:30", "2:05") == ["0:01:30", "0:02:05"]
assert column("Sunday", "Today", "Tower") == ["Sunday", "Today", "Tower"]
assert column("2026年1月5日", "2026年1月6日") == ["2026年1月5日", "2026年1月6日"]
column("Nan", "Inf")
assert '"cell": NaN' in run("csvjson") and '"cell": Infinity' in run("csvjson")

Path("films.csv").write_text("title,episode,price\nSunday,1-2,¥30\nToday,1-3,$25\n")
print(run("csvsort", "-c", "price"))
assert run("csvcut", "-c", "title,episode,price") == Path("films.csv").read_text()
assert run("csvsort", "-c", "price") == "title,episode,price\n0001-01-01,2001-01-03,25\n0001-01-07,2001-01-02,30\n"
assert run("csvsort", "-I", "-c", "title") == Path("films.csv").read_text()
PY
venv/bin/python check.py
