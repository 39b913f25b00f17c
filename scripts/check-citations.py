#!/usr/bin/env python3
"""Fails when a comment cites what a reader of the repository cannot look up.

- The product's rules are cited by the ids of docs/rules.md: one rule (R5.6) or a whole section (R12). Each cited id has
  to be there, and each id is defined once, in the section of its number.
- A section sign stands behind an RFC's number alone. Specifications and designs that are not in the repository are not
  cited, and a cited Markdown file has to be in it.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
RULES = "docs/rules.md"

HEADING = re.compile(r"^## R(\d+) ")
DEFINED = re.compile(r"\*\*R(\d+)\.(\d+)\*\*")
CITED = re.compile(r"(?<![\w.-])R(\d{1,2})(?:\.(\d{1,3}))?(?![\w-]|\.\d)")
SECTION_OF_RFC = re.compile("RFC \\d+ \u00a7")
NOT_HERE = re.compile(r"(?<![A-Za-z])the[ _](?:spec|specification)\b|\((?:spec|design) \d", re.IGNORECASE)
# Not in quotes, where code opens files.
MARKDOWN = re.compile(r"([\w-]+\.md)\b(?![\"'])")


def texts():
    """Every tracked text file with its lines."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if not name or path.is_symlink() or not path.is_file():
            continue
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            yield name, text.splitlines()


def rules(lines):
    """The ids that the rules define, the sections among them, and the faults of their order."""
    defined, wrong, section = Counter(), [], None
    for number, line in enumerate(lines, 1):
        if heading := HEADING.match(line):
            section = heading[1]
            defined[f"R{section}"] += 1
        for of, rule in DEFINED.findall(line):
            defined[f"R{of}.{rule}"] += 1
            if of != section:
                wrong.append(f"{RULES}:{number}: R{of}.{rule} is in section R{section}")
    wrong += [f"{RULES}: {name} is defined {times} times" for name, times in defined.items() if times > 1]
    return set(defined), wrong


def faults(name, lines, defined, names):
    """Faults of the citations in a file."""
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        for section, rule in CITED.findall(line):
            cited = f"R{section}.{rule}" if rule else f"R{section}"
            if cited not in defined:
                yield f"{where}: {RULES} has no {cited}"
        if "\u00a7" in SECTION_OF_RFC.sub("", line) or NOT_HERE.search(line):
            yield f"{where}: cites a document that is not in the repository; cite a rule of {RULES}: {line.strip()}"
        for cited in MARKDOWN.findall(line):
            if cited not in names:
                yield f"{where}: there is no {cited}"


def main():
    everything = dict(texts())
    defined, wrong = rules(everything[RULES])
    names = {PurePosixPath(name).name for name in everything}
    for name, lines in everything.items():
        if name != str(Path(__file__).resolve().relative_to(ROOT)):
            wrong += faults(name, lines, defined, names)
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
