#!/usr/bin/env python3
"""Fails when docs or deploy create a PostgreSQL database with the machine's default collation: releases sort differently."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAKES = re.compile(r"createdb --|INITDB_ARGS")
FIXED = "--locale=C.UTF-8"


def main() -> int:
    files = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted(p for p in (ROOT / "deploy").rglob("*") if p.is_file())]
    made, wrong = 0, []
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if MAKES.search(line):
                made += 1
                if FIXED not in line:
                    wrong.append(f"{file.relative_to(ROOT)}:{number}")
    for place in wrong:
        print(f"{place}: the database has no fixed collation ({FIXED})", file=sys.stderr)
    if not made:
        print("nothing creates a database", file=sys.stderr)
    return 1 if wrong or not made else 0


if __name__ == "__main__":
    sys.exit(main())
