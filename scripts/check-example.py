#!/usr/bin/env python3
"""Fails when a file of the worked example in docs/recipes/add-a-field.md is gone or no longer names its field."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/recipes/add-a-field.md"
HEADING = "## Worked example"
FIELD = re.compile(r"\bduration\b", re.IGNORECASE)


def main() -> int:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    _, found, rest = text.partition(HEADING)
    example = rest.split("\n## ")[0]
    paths = [path for path in re.findall(r"`([\w./-]+/[\w./-]+|openapi\.yaml)`", example) if not path.startswith("scripts/")]
    wrong = [path for path in paths if not (ROOT / path).is_file() or not FIELD.search((ROOT / path).read_text(encoding="utf-8"))]
    for path in wrong:
        print(f"{PAGE}: {path} does not name the field", file=sys.stderr)
    if not found or len(paths) < 10:
        print(f"{PAGE} has no worked example", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
