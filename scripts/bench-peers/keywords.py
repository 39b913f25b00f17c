"""Keywords of visitors, taken from the catalogue with a seed: the same keywords for the same catalogue."""

from __future__ import annotations

import collections
import random
import re
from typing import Callable, NamedTuple, Optional

from catalogue import Catalogue, Work

SEED = 13
SAMPLE = 400
"""The works that keywords are taken from."""
LONGEST = 32
"""The maximum characters of a keyword; longer ones are rejected (R6.1)."""
HAN = re.compile("[\u4e00-\u9fff]+")
UNKNOWN_WORDS = ["龘靐齉", "qxzvwj", "XQZJ-90417", "饕餮鬯 qxz"]
"""Words without matches."""


class Keyword(NamedTuple):
    """A keyword and its kind."""

    kind: str
    text: str


class Keywords:
    """Draws keywords; none twice, in any spelling."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.dice = random.Random(SEED)
        places = self.dice.sample(range(1, catalogue.size + 1), min(SAMPLE, catalogue.size))
        self.works = catalogue.some(set(places))
        counts = collections.Counter(character for work in self.works for character in "".join(HAN.findall(work.title)))
        self.characters = [character for character, _ in counts.most_common()]
        self.unknown_words = list(UNKNOWN_WORDS)
        self.drawn: set[str] = set()

    def draw(self, times: dict[str, int]) -> list[Keyword]:
        """That many of each kind."""
        return [Keyword(kind, self._fresh(KINDS[kind])) for kind, number in times.items() for _ in range(number)]

    def _fresh(self, kind: Kind) -> str:
        for _ in range(10_000):
            text = kind(self, self.dice.choice(self.works))
            key = text and re.sub(r"[\s-]", "", text).casefold()
            if text and len(text) <= LONGEST and key not in self.drawn:
                self.drawn.add(key)
                return text
        raise SystemExit("The catalogue is too small to take the keywords from; 1000 works are enough.")

    def characters_of(self, title: str, number: int) -> Optional[str]:
        """That many adjacent characters of a title."""
        runs = [run for run in HAN.findall(title) if len(run) >= number]
        if not runs:
            return None
        run = self.dice.choice(runs)
        start = self.dice.randrange(len(run) - number + 1)
        return run[start : start + number]

    def name(self, work: Work, field: str) -> Optional[str]:
        """The name of a performer."""
        return self.dice.choice(work.people).get(field) if work.people else None

    def two(self, first: Optional[str], second: Optional[str]) -> Optional[str]:
        """Both words, unless one contains the other."""
        apart = first and second and first not in second and second not in first
        return f"{first} {second}" if apart else None


Kind = Callable[[Keywords, Work], Optional[str]]

KINDS: dict[str, Kind] = {
    "whole number": lambda _, work: work.number,
    "number, no hyphen": lambda _, work: work.number.replace("-", "").lower(),
    "number, before -": lambda _, work: work.number.split("-")[0],
    "number, after -": lambda _, work: work.number.split("-")[-1],
    "1 frequent character": lambda draw, _: draw.characters.pop(0),
    "2 of a title": lambda draw, work: draw.characters_of(work.title, 2),
    "3 of a title": lambda draw, work: draw.characters_of(work.title, 3),
    "4 of a title": lambda draw, work: draw.characters_of(work.title, 4),
    "person": lambda draw, work: draw.name(work, "name"),
    "person in Chinese": lambda draw, work: draw.name(work, "nameCn"),
    "two words": lambda draw, work: draw.two(draw.characters_of(work.title, 2), draw.characters_of(work.title, 3)),
    "person and a word": lambda draw, work: draw.two(draw.name(work, "nameCn"), draw.characters_of(work.title, 2)),
    "nothing": lambda draw, _: draw.unknown_words.pop(0),
}

MEASURED = {
    "whole number": 5,
    "number, no hyphen": 3,
    "number, before -": 3,
    "number, after -": 3,
    "1 frequent character": 3,
    "2 of a title": 6,
    "3 of a title": 4,
    "4 of a title": 4,
    "person": 4,
    "person in Chinese": 3,
    "two words": 3,
    "person and a word": 3,
    "nothing": 3,
}
"""47 keywords."""

WARM = {
    "whole number": 3,
    "number, before -": 2,
    "1 frequent character": 3,
    "2 of a title": 3,
    "3 of a title": 3,
    "person": 3,
    "two words": 2,
    "nothing": 1,
}
"""Others, searched before anything is measured."""
