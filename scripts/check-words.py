#!/usr/bin/env python3
"""Fails when code or documents use an invented word where the field has a plain one. A newcomer should not have to learn a dialect.

Each entry has a pattern, whatever the case and whether the words are joined by a blank, a hyphen, an underscore or capitals, and
the plain word to use. Stored names (a table, a URL, a role) cannot change and are exempt. Keep both lists short.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKED = ["api", "clients", "scripts", "deploy", "docs", "openapi.yaml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
# This list, and what other programs write: the measurements of a commit, and lock files.
SKIPPED = re.compile(r"^scripts/check-words\.py$|^docs/report\.md$|(^|/)(Cargo\.lock|package-lock\.json)$")

WORDS = {
    r"(?-i:(?<![A-Za-z])MOST_|_MOST(?![A-Za-z]))": "MAX_",
    r"(?-i:(?<![A-Za-z])LEAST_|_LEAST(?![A-Za-z]))": "MIN_",
    r"\bturn(ed|s|ing)?[ _-]?away": "rejected, shed",
    r"\banew\b": "again; rebuilt, rewritten",
    r"soundness": "integrity",
    r"\blateness|(?<=_)lateness": "lag, delay",
    r"patience|\bpatiently\b": "timeout",
    r"\bpass(ed|es)[ _-]by\b": "bypassed, failed over",
    r"familiar": "trusted, known",
    r"\bstand-?ins?\b": "stub, dummy, placeholder",
    r"first[ _-]?sights?": "uncached; prerendered page",
    r"\bstart[ _-]?page": "HTML shell",
    r"\bfiled[ _-]under": "tagged with",
    r"cashier": "checkout page",
    r"\b(re)?tall(y|ies|ied)\b|(?<=_)tally|tally(?=_)": "count, summary",
    r"opening[ _-]?budget": "decryption budget",
    r"\bthe ground\b": "the foundation",
    r"\btold[ _-]apart": "distinguished",
    r"\bin[ _-]vain\b": "without result",
    r"\b(broke|breaks?|breaking)[ _-]off\b": "aborted, truncated",
    r"\bpretend(s|ed|ing)?\b": "stub, fake",
    r"\bours\b": "our own; name the owner",
    r"is_there\b": "exists",
    r"\brefusals?\b": "rejection",
    r"(?-i:\b(const|static) (KEPT|LIFE|LONGEST|REMEMBERED|SHARES|TURN)\b)": "say what it limits: RETENTION, LIFETIME, MAX_…, TIMEOUT",
}

STORED = [
    r'"familiar_origins"',  # a table's former name
    r"\d{4}-\d\d-\d\d-\d{6}_familiar",  # its migration
    r"/cashier\b",  # a URL
    r"\blist_import_refusals\b",  # an operation of the contract
    r'b"familiar"|b"av1-stand-in"',  # what stored hashes begin with
    r"(Role|Self)::Cashier\b|\bCashier = |[\"`]cashier[\"`]|\[member, editor, support, cashier, admin\]",  # a role of operators
]
# Files in which operators with that role are called by it.
OF_THE_ROLE = ("api/tests/http/operators/",)

FORBIDDEN = [(re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in WORDS.items()]
EXEMPT = re.compile("|".join(STORED))


def texts():
    """Every tracked text file with its lines."""
    listed = subprocess.run(["git", "ls-files", "-z", *CHECKED], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if SKIPPED.search(name) or path.is_symlink() or not path.is_file():
            continue
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            yield name, text.splitlines()


def faults(name, text):
    """What a line, or a path, has that is forbidden."""
    text = EXEMPT.sub("", text)
    for pattern, plain in FORBIDDEN:
        for found in pattern.finditer(text):
            if found[0].lower() == "cashier" and name.startswith(OF_THE_ROLE):
                continue
            yield f'"{found[0]}"; plain: {plain}'


def main() -> int:
    wrong = []
    for name, lines in texts():
        wrong += [f"{name}: the path has {fault}" for fault in faults(name, name)]
        wrong += [f"{name}:{number}: {fault}" for number, line in enumerate(lines, 1) for fault in faults(name, line)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
