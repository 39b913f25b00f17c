#!/usr/bin/env python3
"""Fails when a source file of the API is longer than 350 lines: it has more than one reason to change. Tests do not count."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 350
# One table after another.
ALLOWED = {"api/crates/db/src/schema.rs"}


def main() -> int:
    sources = [*ROOT.glob("api/src/**/*.rs"), *ROOT.glob("api/crates/*/src/**/*.rs")]
    wrong = 0
    for file in sorted(sources):
        name = str(file.relative_to(ROOT))
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if lines > MAX_LINES and name not in ALLOWED and not file.stem.endswith("tests"):
            wrong += 1
            print(f"{name}: {lines} lines, at most {MAX_LINES}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
