#!/usr/bin/env python3
"""Writes docs/report.md: what this commit measures on this machine. Each part runs a command and keeps what it prints.

    scripts/report.py 10000                  all parts, speed with so many works
    scripts/report.py 10000 size contract    these parts alone; the others stay as they are in the file

A part that fails is written down as failed, and the report fails too.
"""

from __future__ import annotations

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
lines() { git ls-files "$1" | grep -E "$2" | grep -vE "$3" | xargs cat | wc -l; }
echo "Rust, API and signer:       $(lines 'api/src clients/rust/src' '\.rs$' '_tests?\.rs$') lines"
echo "Rust, tests over HTTP:      $(lines api/tests '\.rs$' '^$') lines"
echo "TypeScript, site:           $(lines frontend/src '\.tsx?$' '\.test\.tsx?$|schema\.d\.ts$') lines"
echo "TypeScript, tests:          $(lines frontend '\.(test|spec)\.tsx?$' '^$') lines"
echo "openapi.yaml:               $(wc -c <openapi.yaml) bytes, $(wc -l <openapi.yaml) lines"
echo "program, release, stripped: $(strip -o /dev/stdout target/release/yingku | wc -c) bytes"
""".replace("git ls-files \"$1\"", "git ls-files $1")


@dataclass(frozen=True)
class Part:
    """A chapter of the report."""

    word: str
    title: str
    about: str
    command: str
    #: Lines of the output that are kept; all of them without it.
    keep: str = ""


def parts(works: str) -> list[Part]:
    """The chapters, with so many works where speed is measured."""
    return [
        Part("size", "Size", "Unit tests stand beside the code and are counted with it.", f"cargo build --release --locked -q\n{SIZE}"),
        Part("bundle", "Bundle", "What a first visit loads, with its budget.", "npm --prefix frontend run build", r"first load"),
        Part("speed", "Speed", "Ratios are to the floor of the same run.", f"cargo bench --locked --bench lists -- {works}", r"^(==|[a-z0-9].*\d)"),
        Part("peers", "Peers", "First sights of the same searches on the same works.", f"scripts/bench-peers.sh {works}", r"\d"),
        Part("faults", "Faults survived", "Every write operation, each statement that can fail; then kills, full disks and races.",
             "scripts/with-postgres.sh cargo test --locked -p yingku --test http faults\ncargo build --locked -q\npython3 scripts/attack/attack.py --scale 0.2",
             r"^(test result|test faults|[a-z_]+:? .*\d)"),
        Part("contract", "Calls fuzzed", "Generated from openapi.yaml against a real server; one that answers otherwise, or with 5xx, fails.",
             "cargo build --locked -q\nscripts/contract.sh", r"^contract:|Test cases:|passed"),
        Part("accessibility", "Accessibility", "axe on every screen, with nothing left out.",
             "npm --prefix frontend run e2e -- every-screen layout", r"\d+ (passed|failed)"),
    ]


def machine() -> str:
    """The processor, the number of its cores, and the memory."""
    name = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{name[1] if name else 'unknown processor'}, {os.cpu_count()} cores, {memory:.0f} GiB"


def run(part: Part) -> tuple[str, bool]:
    """The chapter of a part, and whether it went well."""
    print(f"== {part.title}", flush=True)
    ran = subprocess.run(["bash", "-euo", "pipefail", "-c", part.command], cwd=ROOT, text=True, capture_output=True)
    lines = [line for line in ran.stdout.splitlines() if re.search(part.keep, line)]
    if ran.returncode != 0:
        print(ran.stdout[-4000:], ran.stderr[-4000:], sep="\n", file=sys.stderr)
        lines.append(f"FAILED with {ran.returncode}")
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, text=True, capture_output=True).stdout.strip()
    made = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, commit {commit}, {machine()}"
    # A command of many lines is told by the program that it runs.
    command = next(line for line in reversed(part.command.strip().splitlines()) if not line.startswith("echo"))
    told = command if part.word != "size" else "scripts/report.py"
    return "\n".join([f"## {part.title}", "", f"{part.about}", "", f"`{told}`, {made}", "", "```", *lines, "```", ""]), ran.returncode == 0


def chapters() -> dict[str, str]:
    """The chapters that the file has by now, by title."""
    if not REPORT.exists():
        return {}
    found = re.split(r"^(?=## )", REPORT.read_text(), flags=re.MULTILINE)
    return {chapter.splitlines()[0][3:]: chapter for chapter in found if chapter.startswith("## ")}


def main() -> int:
    works, *wanted = sys.argv[1:] or ["10000"]
    known, well = chapters(), True
    for part in parts(works):
        if not wanted or part.word in wanted:
            known[part.title], went_well = run(part)
            well &= went_well
        head = "# Report\n\nWhat `just report` measured. Each chapter says with which command, when, of which commit and on which machine.\n\n"
        order = [known[part.title].rstrip() + "\n" for part in parts(works) if part.title in known]
        REPORT.write_text(head + "\n".join(order))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
