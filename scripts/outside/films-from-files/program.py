"""The program in a site's folder, and what is known of its works."""

import json
import os
import pathlib
import subprocess
from typing import Any, Optional


class Site:
    def __init__(self, program: str, folder: str) -> None:
        self.program, self.folder = program, pathlib.Path(folder)
        self.streams = self.folder / "data/streams"

    def start(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        return subprocess.Popen([self.program, *arguments], cwd=self.folder, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **environment})

    def run(self, *arguments: str, **environment: str) -> "tuple[int, str]":
        process = self.start(*arguments, **environment)
        out, err = process.communicate(timeout=300)
        return process.returncode, out + err

    def add(self, file: "pathlib.Path | str", number: str, *more: str, **environment: str) -> "tuple[int, str]":
        return self.run("film", "add", *more, "--work", number, "--", str(file), **environment)

    def work(self, number: str) -> "dict[str, Any]":
        """The line of a work, as it is exported."""
        _, lines = self.run("export", "works")
        works = (json.loads(line) for line in lines.splitlines() if line.startswith("{"))
        return next(work for work in works if work["number"] == number)

    def state(self, number: str) -> int:
        return self.work(number).get("isOnline", 0)

    def left(self) -> "list[str]":
        """What unfinished films have left."""
        workshop = self.streams / ".films"
        return sorted(path.name for path in workshop.iterdir()) if workshop.exists() else []


def children_named(name: str) -> "list[int]":
    """Processes with a program of this name."""
    found = subprocess.run(["pgrep", "-x", name], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def probe(playlist: pathlib.Path, entries: str) -> Optional[str]:
    ran = subprocess.run(["ffprobe", "-v", "error", "-of", "csv=p=0", "-show_entries", entries, str(playlist)], capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else None
