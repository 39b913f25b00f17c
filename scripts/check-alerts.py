#!/usr/bin/env python3
"""Fails when docs/runbook.md lacks an alert of deploy/alerts.yml, or names one that does not exist."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALERT = re.compile(r"^\s*- alert: (\w+)$", re.MULTILINE)
NAMED = re.compile(r"`(Yingku[A-Z]\w+)`")


def main() -> int:
    rules = set(ALERT.findall((ROOT / "deploy" / "alerts.yml").read_text()))
    page = (ROOT / "docs" / "runbook.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in NAMED.findall(row.split(" | ")[0])}
    for name in sorted(rules - named):
        print(f"docs/runbook.md: no row for {name}", file=sys.stderr)
    for name in sorted(named - rules):
        print(f"docs/runbook.md: {name} is not in deploy/alerts.yml", file=sys.stderr)
    return 1 if not rules or rules != named else 0


if __name__ == "__main__":
    sys.exit(main())
