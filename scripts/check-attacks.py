#!/usr/bin/env python3
"""Fails when docs/attacks.md does not name the tests that prove its claims.

- The sections are numbered A1, A2, …, H1, … and T1, …, each once and without a gap, in any order. Each says what is
  attempted, what stops it and which tests prove it.
- The overview has one row for each section, in the same order, and its link leads there.
- Every test that a section names is there, and one of them carries the section's id.
- Every test that carries an id is named by the section of that id.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/attacks.md"
# Tests whose paths the page abbreviates.
HTTP = "api/tests/http/"

SECTION = re.compile(r"^### (([AHT])([1-9]\d*) .+)$")
ROW = re.compile(r"^\| \[([AHT]\d+)\]\(#([^)]+)\) \| [^|]*\S[^|]* \| [^|]*\S[^|]* \|$")
PARTS = ("Attack", "Defence", "Tests")
NAMED = re.compile(r"^- `([\w./-]+\.(?:rs|tsx?))::([^`]+)`$")
NUMBERED_RUST = re.compile(r"\bfn ([aht]\d+)_(\w+)\(")
NUMBERED_SITE = re.compile(r"""\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*['"`]([AHT]\d+) ([^'"`]+)['"`]""")


def anchor(heading):
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def numbering(ids):
    """Faults of the numbers of the sections."""
    for kind in "AHT":
        numbers = sorted(int(name[1:]) for name in ids if name[0] == kind)
        if not numbers:
            yield f"{PAGE}: there is no {kind}1"
        for expected, number in enumerate(numbers, 1):
            if number != expected:
                yield f"{PAGE}: {kind}{expected} is missing, or {kind}{number} is duplicated"
                break


def parts_of(lines):
    """The texts of a section by their labels, and the tests in its list."""
    label, parts, named = None, {}, []
    for line in lines:
        if begin := re.match(r"\*\*(\w+):\*\*(.*)", line):
            label = begin[1]
            parts[label] = parts.get(label, "") + begin[2].strip()
        elif label == "Tests" and (test := NAMED.match(line)):
            named.append((test[1], test[2]))
        elif line.startswith("#"):
            break
        elif line and label == "Tests":
            parts["unknown"] = line
        elif label:
            parts[label] += line
    return parts, named


def sections(text):
    """Each section with the tests that it names, and the faults of the sections and the overview."""
    lines = text.splitlines()
    begins = [(at, section) for at, line in enumerate(lines) if (section := SECTION.match(line))]
    ids = [f"{section[2]}{section[3]}" for _, section in begins]
    found, wrong = {}, list(numbering(ids))
    wrong += [f"{PAGE}: a section without an id: {line}" for line in lines if line.startswith("###") and not SECTION.match(line)]
    for name, (at, _) in zip(ids, begins):
        parts, named = parts_of(lines[at + 1 :])
        found[name] = found.get(name, []) + named
        wrong += [f"{PAGE}: {name} has no {part}" for part in PARTS if part not in parts]
        wrong += [f"{PAGE}: {name} says nothing about {part}" for part in PARTS[:2] if parts.get(part) == ""]
        if "unknown" in parts:
            wrong.append(f"{PAGE}: {name} has a line in its tests that names none: {parts['unknown']}")
    links = [(row[1], row[2]) for line in lines if (row := ROW.match(line))]
    if links != [(name, anchor(section[1])) for name, (_, section) in zip(ids, begins)]:
        wrong.append(f"{PAGE}: the overview differs from the sections")
        headings = {name: section[1] for name, (_, section) in zip(ids, begins)}
        wrong += [f"{PAGE}: no row links to {h}" for name, h in headings.items() if (name, anchor(h)) not in links]
    return found, wrong


def path_of(file):
    """The path of a file as the page writes it."""
    return file if (ROOT / file).is_file() else HTTP + file


def test_exists(path, test):
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
    # Video segments are called .ts, too.
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
    """Faults of the tests that the sections name."""
    proofs = {number: [(path_of(file), test) for file, test in named] for number, named in found.items()}
    for number, named in proofs.items():
        for path, test in named:
            if not test_exists(path, test):
                yield f"{PAGE}: {number} names {path}::{test}, which does not exist"
        if not any(carries(path, test, number) for path, test in named):
            yield f"{PAGE}: no test of {number} carries its number"
    for path, test, number in numbered():
        if (path, test) not in proofs.get(number, []):
            yield f"{path}: {test} is not in the section {number} of {PAGE}"


def main():
    found, wrong = sections((ROOT / PAGE).read_text())
    wrong += faults(found)
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
