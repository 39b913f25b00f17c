"""Yingku itself: the whole service, signatures and all, on a database in SQLite.

- Two workers, and no rate limits; all else is at its default.
- Each keyword is searched once, without an ETag, so that no cached response is sent; it is signed before the clock starts,
  as a browser's is before it sends.
- The connection is a keep-alive HTTP connection.
"""

from __future__ import annotations

import http.client
import json
import pathlib
import time
from urllib.parse import quote

from catalogue import Catalogue
from engine import PAGE, Answer, megabytes_in
from site_under_attack import Site

LIST = "/prod-api/v2/works/detail/list"


class Yingku:
    name = "Yingku"

    def __init__(self, program: str, folder: pathlib.Path) -> None:
        self.site = Site(program, False, folder, {})
        self.connection = http.client.HTTPConnection("127.0.0.1")
        self.asked: set[str] = set()

    def load(self, catalogue: Catalogue) -> None:
        self.site.run("import", str(catalogue.file))
        self.site.start()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        listed = self._get(f"{LIST}?pageSize={PAGE}").total
        if listed != catalogue.size:
            raise SystemExit(f"Yingku lists {listed} works of {catalogue.size}")
        # The service would close it while others are measured; the next request reopens it.
        self.connection.close()

    def megabytes(self) -> float:
        return megabytes_in(self.site.folder / "data")

    def ask(self, keyword: str) -> Answer:
        if keyword in self.asked:
            raise SystemExit(f"{keyword} was searched before: its response is cached")
        self.asked.add(keyword)
        return self._get(_address(keyword))

    def ask_again(self, keyword: str) -> Answer:
        """The cached response."""
        return self._get(_address(keyword))

    def close(self) -> None:
        self.site.remove()

    def _get(self, address: str) -> Answer:
        headers = self.site.signer.sign("GET", address)
        began = time.perf_counter()
        self.connection.request("GET", address, headers=headers)
        response = self.connection.getresponse()
        body = response.read()
        seconds = time.perf_counter() - began
        if response.status != 200:
            raise SystemExit(f"Yingku responded to {address} with {response.status}: {body.decode()}")
        answer = json.loads(body)
        # A keyword without results may be answered with the works of a similar one.
        found = (0, 0) if "corrected" in answer else (answer["total"], len(answer["rows"]))
        return Answer(seconds, *found)


def _address(keyword: str) -> str:
    return f"{LIST}?keyword={quote(keyword, safe='')}&pageSize={PAGE}"
