"""Prints what was measured."""

from __future__ import annotations

import math
from typing import Sequence

from engine import PAGE, Answer
from keywords import Keyword

NOTES = f"""\
Each answer is the first page of {PAGE} works and the exact total; each time is the caller's, over one open connection.
Where totals differ, the engines search differently:
  all         find the words of a keyword in any order, in number, title, names and tags, Chinese anywhere, in either case
  Yingku      also finds traditional characters by simplified ones, pinyin, dates, other zeros in numbers, middle dots left
              out; letters and digits from the beginning of a word or as the end of a number
  PostgreSQL  finds a word anywhere, inside of other words and numbers too, and only as it is written; trigrams help from
              three characters in a row on: with fewer it scans the table (marked *)
  Groonga     finds letters and digits from the beginning of a word, and only as they are written
Yingku sorts by relevance and then by date, marks what matched and answers through HTTP and the check of a signature; the others
sort by date alone and answer through a pipe."""


def print_keywords(keywords: Sequence[Keyword], answers: dict[str, list[Answer]], scanned: Sequence[bool]) -> None:
    """A line for every keyword."""
    print(f"\n{'ms, total':<24}" + "".join(f"{name:>28}" for name in answers) + "   keyword")
    for at, keyword in enumerate(keywords):
        columns = ""
        for name, given in answers.items():
            mark = "*" if scanned[at] and name.startswith("PostgreSQL") else ""
            columns += f"{given[at].seconds * 1e3:>16.2f}{mark:1}{given[at].total:>11}"
        print(f"{keyword.kind:<24}{columns}   {keyword.text}")


def print_summary(answers: dict[str, list[Answer]]) -> None:
    """p50, p95 and max of each engine, and the ratios to those of the first, which is Yingku."""
    print(f"\n{'uncached, ms':<24}{'p50':>10}{'p95':>10}{'max':>10}{'found':>12}   × Yingku: p50, p95, max")
    first = None
    for name, given in answers.items():
        times = spread([answer.seconds for answer in given])
        first = first or times
        figures = "".join(f"{time * 1e3:>10.2f}" for time in times)
        ratios = "".join(f"{time / own:>9.2f}" for time, own in zip(times, first))
        print(f"{name:<24}{figures}{sum(answer.total for answer in given):>12}{ratios}")


def spread(seconds: Sequence[float]) -> tuple[float, float, float]:
    """The median, the 95th percentile and the greatest: each one that was measured."""
    ordered = sorted(seconds)
    rank = lambda share: ordered[math.ceil(share * len(ordered)) - 1]  # noqa: E731
    return rank(0.5), rank(0.95), ordered[-1]
