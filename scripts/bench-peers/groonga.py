"""Groonga: one full text index of pairs of characters over the text of a work.

- `TokenBigram` with `NormalizerAuto`: pairs of Chinese characters, whole words of letters and digits, width and case folded.
- A lexicon in a patricia trie, so that one character and the beginning of a word are looked up and not scanned.
- The index has positions and is made after loading, at once.
- A search is a `select` over that column, sorted by publish time, latest first; its number of hits is exact.
- The connection is a running groonga that reads a command and prints one line of JSON.
"""

from __future__ import annotations

import json
import pathlib
from datetime import datetime, timezone
from urllib.parse import urlencode

from catalogue import Catalogue, Work
from engine import PAGE, Answer, Pipe, megabytes_in

SCHEMA = [
    "table_create Works TABLE_NO_KEY",
    "column_create Works number COLUMN_SCALAR ShortText",
    "column_create Works title COLUMN_SCALAR ShortText",
    "column_create Works published COLUMN_SCALAR Time",
    "column_create Works text COLUMN_SCALAR Text",
    "table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenBigram --normalizer NormalizerAuto",
]
INDEX = "column_create Words works_text COLUMN_INDEX|WITH_POSITION Works text"


class Groonga:
    name = "Groonga, TokenBigram"

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.groonga = Pipe("groonga", "-n", str(folder / "works.db"))

    def load(self, catalogue: Catalogue) -> None:
        for command in SCHEMA:
            self._ask(command)
        self.groonga.send("load --table Works\n[")
        for work in catalogue.works():
            self.groonga.send(_row(work) + ("," if work.id < catalogue.size else ""))
        loaded = self._ask("]")[1]
        if loaded != catalogue.size:
            raise SystemExit(f"Groonga loaded {loaded} works of {catalogue.size}")
        self._ask(INDEX)

    def megabytes(self) -> float:
        return megabytes_in(self.folder)

    def ask(self, keyword: str) -> Answer:
        question = {
            "table": "Works",
            "match_columns": "text",
            # In quotes, a word is taken literally.
            "query": " ".join(f'"{word}"' for word in keyword.split()),
            "sort_keys": "-published",
            "limit": PAGE,
            "output_columns": "_id,number,title,published",
        }
        seconds, [[[total], _, *rows]] = self._ask(f"/d/select?{urlencode(question)}")
        return Answer(seconds, total, len(rows))

    def close(self) -> None:
        self.groonga.close()

    def _ask(self, command: str):
        seconds, line = self.groonga.ask(command)
        [code, *said], *answer = json.loads(line)
        if code:
            raise SystemExit(f"Groonga rejected {command}: {said}")
        return seconds, answer[0]


def _row(work: Work) -> str:
    published = datetime.strptime(work.published, "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc).timestamp()
    row = {"number": work.number, "title": work.title, "published": published, "text": work.text}
    return json.dumps(row, ensure_ascii=False)
