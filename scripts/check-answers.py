#!/usr/bin/env python3
"""Compares the responses seen by the HTTP tests with openapi.yaml: every operation has returned each status
that it declares and each error code that it names there, and nothing that it does not declare.

The tests write what they see into target/answers (api/tests/http/support/responses.rs). Remove that folder before a run
of all of them; responses of some tests alone are too few."""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "target" / "answers"

# Begins a line about a response that this machine cannot produce.
NOT_TRIED = "not tried: "

# Seen in the tests and not declared: status, code, and the reason.
NOT_DECLARED = {
    ("500", "internal"): "unforeseen errors, such as a damaged database; no client can rely on it",
}


def blocks(lines: list[str]) -> dict[str, list[str]]:
    """The keys at the depth of the first line, and the lines of each; the file is generated and therefore regular."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    key = re.compile(rf"^ {{{indent}}}'?([^\s'].*?)'?:(?: |$)(.*)$")
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if match := key.match(line):
            current = found.setdefault(match[1], [match[2]])
        else:
            current.append(line)
    return found


def by_status(responses: list[str]) -> dict[str, list[str]]:
    """The text of each response; few and short ones are on one line."""
    if len(responses) > 1:
        return blocks(responses[1:])
    return {status: [text] for status, text in re.findall(r"'(\d{3})': (.*?)(?=, '\d{3}': |}$)", responses[0])}


def declared() -> dict[tuple[str, str], set[str]]:
    """The codes that each operation names for each status."""
    top = blocks((ROOT / "openapi.yaml").read_text(encoding="utf-8").splitlines())
    components = blocks(top["components"][1:])
    shared = blocks(components["responses"][1:])
    statuses = dict(re.findall(r"^ *\|(\w+)\|(\d+)\|", "\n".join(components["schemas"]), re.MULTILINE))
    all_words: dict[tuple[str, str], set[str]] = {}
    for path, item in blocks(top["paths"][1:]).items():
        for method, operation in blocks(item[1:]).items():
            responses = blocks(operation[1:])["responses"]
            for status, text in by_status(responses).items():
                declared_text = "\n".join(text)
                reference = re.search(r"#/components/responses/([\w.]+)", declared_text)
                # A description next to a reference replaces that of the component.
                if reference and "description:" not in declared_text:
                    declared_text = "\n".join(shared[reference[1]])
                words = {word for word in re.findall(r"`(\w+)`", declared_text) if statuses.get(word) == status}
                all_words[f"{method.upper()} {path}", status] = words
    return all_words


def seen_codes() -> dict[tuple[str, str], set[str]]:
    """The codes returned with each status; those that could not be tried here are reported and count as seen."""
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file in sorted(ANSWERS.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(NOT_TRIED):
                print(line, file=sys.stderr)
            method, path, status, word = line.removeprefix(NOT_TRIED).split(" ")
            seen[f"{method} {path}", status].add(word)
    return seen


def main() -> None:
    contract, seen = declared(), seen_codes()
    operations = {operation for operation, _ in contract}
    problems = []
    for (operation, status), words in sorted(contract.items()):
        if (operation, status) not in seen:
            problems.append(f"{operation} declares {status}, which no test has seen")
        else:
            missing = sorted(words - seen[operation, status])
            problems += [f"{operation} names {word} ({status}), which no test has seen" for word in missing]
    for operation, status in sorted(seen):
        # Other methods of a path are no operations: HEAD is GET without its body, and the rest is answered with 405.
        words = {word for word in seen[operation, status] if (status, word) not in NOT_DECLARED}
        if operation in operations and (operation, status) not in contract and words:
            listed = ", ".join(sorted(words))
            problems.append(f"{operation} has returned {status} ({listed}), which it does not declare")
    for problem in problems:
        print(problem)
    words = sum(len(words) for words in contract.values())
    print(f"{len(operations)} operations, {len(contract)} declared responses, {words} named codes: {len(problems)} problems")
    if problems or len(operations) < 100:
        sys.exit(1)


main()
