#!/usr/bin/env python3
"""Fails when docs/attacks.md does not tell which tests prove what it says.

- The rows are numbered A1, A2, …, H1, … and T1, …, each once and without a gap.
- Every test that a row names is there, and one of them carries the row's number.
- Every test that carries a number is named by the row of that number.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/attacks.md"
# Tests whose paths the page shortens.
HTTP = "api/tests/http/"

ROW = re.compile(r"^\| \*\*([AHT])(\d+)\*\* \|")
NAMED = re.compile(r"`([\w./-]+\.(?:rs|tsx?))::([^`]+)`")
NUMBERED_RUST = re.compile(r"\bfn ([aht]\d+)_(\w+)\(")
NUMBERED_SITE = re.compile(r"""\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*['"`]([AHT]\d+) ([^'"`]+)['"`]""")


def rows(text):
    """Each numbered row with the tests that it names, and what is wrong with the numbers."""
    found, wrong, last = {}, [], {"A": 0, "H": 0, "T": 0}
    for line in text.splitlines():
        if not (row := ROW.match(line)):
            continue
        kind, number = row[1], int(row[2])
        if number != last[kind] + 1:
            wrong.append(f"{PAGE}: {kind}{number} follows {kind}{last[kind]}")
        last[kind] = number
        found[f"{kind}{number}"] = NAMED.findall(line)
    wrong += [f"{PAGE}: there is no {kind}1" for kind, number in last.items() if not number]
    return found, wrong


def path_of(file):
    """The path of a file as the page writes it."""
    return file if (ROOT / file).is_file() else HTTP + file


def is_there(path, test):
    """Whether a file has a test."""
    if not (ROOT / path).is_file():
        return False
    text = (ROOT / path).read_text()
    if path.endswith(".rs"):
        return re.search(rf"\bfn {re.escape(test)}\b", text) is not None
    return re.search(rf"\((?:\s*)(['\"`]){re.escape(test)}\1", text) is not None


def carries(path, test, number):
    """Whether a test begins with a number."""
    return test.startswith(f"{number.lower()}_" if path.endswith(".rs") else f"{number} ")


def numbered():
    """Every test of the repository that carries a number."""
    # Films are called .ts, too.
    kinds = ["*.rs", "frontend/*.ts", "frontend/*.tsx"]
    listed = subprocess.run(["git", "ls-files", "-z", *kinds], cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        text = path.read_text() if path.is_file() else ""
        if name.endswith(".rs"):
            yield from ((name, f"{number}_{rest}", number.upper()) for number, rest in NUMBERED_RUST.findall(text))
        else:
            yield from ((name, f"{number} {rest}", number) for number, rest in NUMBERED_SITE.findall(text))


def faults(found):
    """What is wrong with the tests that the rows name."""
    proofs = {number: [(path_of(file), test) for file, test in named] for number, named in found.items()}
    for number, named in proofs.items():
        for path, test in named:
            if not is_there(path, test):
                yield f"{PAGE}: {number} names {path}::{test}, which is not there"
        if not any(carries(path, test, number) for path, test in named):
            yield f"{PAGE}: no test of {number} carries its number"
    for path, test, number in numbered():
        if (path, test) not in proofs.get(number, []):
            yield f"{path}: {test} is not in the row {number} of {PAGE}"


def main():
    found, wrong = rows((ROOT / PAGE).read_text())
    wrong += faults(found)
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
