"""The generated catalogue of every engine: the same words of the same works."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any, Iterator, Mapping

TERMS = ("performers", "directors", "makers", "labels", "series", "items", "tags")
"""The lists of a work's names."""


class Work:
    """The searched and listed parts of a work."""

    def __init__(self, at: int, line: str) -> None:
        record: dict[str, Any] = json.loads(line)
        self.id = at
        self.number: str = record["number"]
        self.title: str = record["title"]
        self.published: str = record["pubTime"]
        self.people: list[dict[str, Any]] = record.get("performers", [])
        names = (name for kind in TERMS for term in record.get(kind, []) for name in _names(term))
        # With and without its hyphen, because people type both.
        self.text = "\n".join(dict.fromkeys([self.number, self.number.replace("-", ""), self.title, *names]))


class Catalogue:
    """The works in a file of their own, in the import format."""

    def __init__(self, program: str, works: int, folder: pathlib.Path) -> None:
        self.size = works
        self.file = folder / "works.ndjson"
        with self.file.open("wb") as file:
            command = [program, "demo", "--print", "--works", str(works)]
            subprocess.run(command, cwd=folder, env={**os.environ, "LOG": "error"}, stdout=file, check=True)

    def works(self) -> Iterator[Work]:
        """All works."""
        with self.file.open(encoding="utf-8") as lines:
            for at, line in enumerate(lines, 1):
                yield Work(at, line)

    def some(self, places: set[int]) -> list[Work]:
        """The works at these places, counted from 1."""
        with self.file.open(encoding="utf-8") as lines:
            return [Work(at, line) for at, line in enumerate(lines, 1) if at in places]


def _names(term: Mapping[str, Any]) -> Iterator[str]:
    yield term["name"]
    if term.get("nameCn"):
        yield term["nameCn"]
    yield from term.get("aliases", [])
