#!/usr/bin/env python3
"""Writes docs/report.md: the measurements of this commit on this machine. Each part runs a command and stores its output.

    scripts/report.py 10000                  all parts, speed with that many works
    scripts/report.py 10000 size contract    these parts only; the others stay unchanged in the file

A part that fails is recorded as failed, and the report fails too.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "report.md"

SIZE = r"""
lines() { git ls-files $1 | grep -E "$2" | grep -vE "$3" | xargs cat | wc -l; }
echo "Rust, API and signer:       $(lines 'api/src api/crates clients/rust/src' '\.rs$' '_tests?\.rs$') lines"
echo "Rust, tests over HTTP:      $(lines api/tests '\.rs$' '^$') lines"
echo "TypeScript, site:           $(lines frontend/src '\.tsx?$' '\.test\.tsx?$|schema\.d\.ts$') lines"
echo "TypeScript, tests:          $(lines frontend '\.(test|spec)\.tsx?$' '^$') lines"
echo "openapi.yaml:               $(wc -c <openapi.yaml) bytes, $(wc -l <openapi.yaml) lines"
stripped=$(mktemp)
strip -o "$stripped" target/release/yingku
echo "program, release, stripped: $(wc -c <"$stripped") bytes"
rm "$stripped"
"""


@dataclass(frozen=True)
class Part:
    """A chapter of the report."""

    word: str
    title: str
    about: str
    #: One after the other, as the report shows them.
    commands: list[str]
    #: What is run after them, and not shown.
    afterwards: str = ""
    #: Pattern of the output lines to keep; all of them without it.
    keep: str = ""


SITE = ["scripts/site-install.sh", "npm --prefix frontend run bundle"]


def parts(works: str) -> list[Part]:
    """The chapters, with this many works for speed."""
    return [
        Part("size", "Size", "Unit tests are next to the code and counted with it.", ["cargo build --release --locked"], SIZE),
        Part("bundle", "Bundle", "What a first visit loads, with its budget.", SITE, keep=r"first load"),
        Part("speed", "Speed", "Ratios are relative to the floor of the same run; for import, to the library reading its lines.",
             [f"cargo bench --locked --bench lists -- {works}"], keep=r"^(==|[a-z0-9].*\d)"),
        Part("peers", "Peers", "The same uncached searches on the same works.",
             [f"scripts/bench-peers.sh {works}"], keep=r"^(==|uncached|Yingku|PostgreSQL|Groonga)"),
        Part("faults", "Faults survived",
             "Faults injected into every write operation at each statement, Redis command, provider request and index step; "
             "then kills, full disks and races, a fifth of the rounds.",
             ["scripts/with-postgres.sh cargo test --locked -p yingku --test http faults:: -- --show-output",
              "cargo build --locked", "python3 scripts/attack/attack.py --scale 0.2"],
             keep=r"^(faults::\S+: |test result|recipe  |[a-z_]+  +\S)"),
        Part("contract", "Requests fuzzed", "Requests generated from openapi.yaml against a real server; a response outside the contract, or a 5xx, fails.",
             ["cargo build --locked", "scripts/contract.sh"], keep=r"^contract:|^  \d+ generated"),
        Part("accessibility", "Accessibility",
             "axe with every rule, in both themes: the site's screens, dialogs, player and console, on a phone and a desktop.",
             [*SITE, "cargo build --locked", "npm --prefix frontend run e2e -- layout film admin"],
             keep=r"^ +\d+ (passed|failed|skipped|flaky|did not run)"),
    ]


def machine() -> str:
    """The processor, the number of its cores, and the memory."""
    name = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{name[1] if name else 'unknown processor'}, {os.cpu_count()} cores, {memory:.0f} GiB"


def commit() -> str:
    """What is measured; the report itself may have changed."""
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, text=True, capture_output=True, check=True).stdout.strip()  # noqa: E731
    changed = git("status", "--porcelain", "--", ".", ":!docs/report.md")
    return git("rev-parse", "--short=8", "HEAD") + ("-dirty" if changed else "")


def run(part: Part) -> tuple[str, bool]:
    """The chapter of a part, and whether it succeeded."""
    print(f"== {part.title}", flush=True)
    script = "\n".join([*part.commands, part.afterwards])
    ran = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, text=True, capture_output=True)
    lines = [line for line in ran.stdout.splitlines() if re.search(part.keep, line)]
    if ran.returncode != 0:
        print(ran.stdout[-4000:], ran.stderr[-4000:], sep="\n", file=sys.stderr)
        lines.append(f"FAILED with {ran.returncode}")
    made = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, commit {commit()}, {machine()}"
    told = ", ".join(f"`{command}`" for command in part.commands)
    chapter = [f"## {part.title}", "", part.about, "", told, "", made, "", "```", *lines, "```", ""]
    return "\n".join(chapter), ran.returncode == 0


def chapters() -> dict[str, str]:
    """The existing chapters of the file, by title."""
    if not REPORT.exists():
        return {}
    found = re.split(r"^(?=## )", REPORT.read_text(), flags=re.MULTILINE)
    return {chapter.splitlines()[0][3:]: chapter for chapter in found if chapter.startswith("## ")}


def arguments() -> argparse.Namespace:
    """The number of works, and the requested parts: all by default."""
    parser = argparse.ArgumentParser(description="Write docs/report.md: what this commit measures on this machine.")
    parser.add_argument("works", nargs="?", type=int, default=10_000, help="how many works speed is measured with")
    words = [part.word for part in parts("")]
    parser.add_argument("wanted", nargs="*", metavar="part", help=", ".join(words))
    asked = parser.parse_args()
    if unknown := set(asked.wanted) - set(words):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(words)}")
    return asked


def main() -> int:
    asked = arguments()
    works, wanted = str(asked.works), asked.wanted
    known, well = chapters(), True
    for part in parts(works):
        if not wanted or part.word in wanted:
            known[part.title], went_well = run(part)
            well &= went_well
        head = "# Report\n\nResults of `just report`. Each chapter names the commands, time, commit and machine.\n\n"
        order = [known[part.title].rstrip() + "\n" for part in parts(works) if part.title in known]
        REPORT.write_text(head + "\n".join(order))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
