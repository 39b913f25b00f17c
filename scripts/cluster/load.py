"""Members who send requests continuously, and the results."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Optional

from site_under_attack import Answer, Gone


class Load:
    """That many threads, each a member through nginx, until the block ends. With `rate` they send that many requests a second
    together, and late ones are caught up; otherwise each sends the next one as soon as it has its response."""

    def __init__(self, cluster: Any, threads: int, action: Callable[[Any, int], Optional[Answer]], rate: float = 0) -> None:
        self.calls = self.good = 0
        self._pause = 1 / rate if rate else 0.0
        self.slowest = 0.0
        self.failures: dict[str, int] = {}
        self._lock, self._ended, self._action = threading.Lock(), threading.Event(), action
        members = [cluster.member() for _ in range(threads)]
        self._threads = [threading.Thread(target=self._call, args=(member,)) for member in members]

    def __enter__(self) -> Load:
        self._due = time.monotonic()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _call(self, member: Any) -> None:
        at = 0
        while not self._ended.wait(self._until_due()):
            at += 1
            began = time.monotonic()
            try:
                answer = self._action(member, at)
                failure = "" if answer is not None and answer.good else repr(answer)
            except Gone as gone:
                failure = f"gone: {str(gone)[:300]}"
            self._count(time.monotonic() - began, failure)

    def _until_due(self) -> float:
        """Claims the next request's due time; returns how far off it is, seconds."""
        with self._lock:
            due, self._due = self._due, self._due + self._pause
        return max(0.0, due - time.monotonic())

    def _count(self, took: float, failure: str) -> None:
        with self._lock:
            self.calls += 1
            self.slowest = max(self.slowest, took)
            if failure:
                self.failures[failure] = self.failures.get(failure, 0) + 1
            else:
                self.good += 1

    @property
    def failed(self) -> int:
        return sum(self.failures.values())


def mixed(works: list[str]) -> Callable[[Any, int], Answer]:
    """Lists, works and likes alternately."""

    def act(member: Any, at: int) -> Answer:
        work = works[at % len(works)]
        if at % 3 == 0:
            return member.get(f"/v2/works/detail/list?pageSize=20&pageNum={at % 10 + 1}")
        if at % 3 == 1:
            return member.get(f"/v2/works/detail/{work}")
        return member.like(work, at // 3 % 2 == 0)

    return act
