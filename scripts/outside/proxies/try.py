"""Visitors of the site behind each proxy: try.py ORIGIN PROCESS FOLDER SITE DEPLOY"""

import gzip
import http.client
import itertools
import json
import os
import pathlib
import re
import signal
import ssl
import sys
import time
from typing import Any, Callable, Optional

import servers
from people import Person, fetch
from table import Table, same

ORIGIN, FOLDER, SITE, DEPLOY = sys.argv[1], *map(pathlib.Path, sys.argv[3:6])
TABLE = Table()
CLIP = "/media/clips/test-pattern.mp4"
CALL = "/prod-api/v2/app/config"
FRESH = (f"127.0.1.{at}" for at in itertools.count(1))
UNVERIFIED = ssl._create_unverified_context()


class Visitor:
    """A client with an address of its own and a keep-alive connection."""

    def __init__(self, port: int, tls: bool = True, address: str = "") -> None:
        source = (address or next(FRESH), 0)
        kind: Any = http.client.HTTPSConnection if tls else http.client.HTTPConnection
        options = {"context": UNVERIFIED} if tls else {}
        self._connect: Callable[[], Any] = lambda: kind("127.0.0.1", port, timeout=30, source_address=source, **options)
        self._connection = self._connect()

    def ask(self, path: str, method: str = "GET", body: Optional[bytes] = None, **headers: str) -> "tuple[int, Any, bytes]":
        named = {"Host": "films.example.org", **{name.replace("_", "-"): value for name, value in headers.items()}}
        for attempt in (1, 2):
            try:
                self._connection.request(method, path, body, named)
                answer = self._connection.getresponse()
                return answer.status, answer.headers, answer.read()
            except (http.client.HTTPException, OSError):
                self._connection.close()
                self._connection = self._connect()
                if attempt == 2:
                    raise
        raise AssertionError("not reached")


def assert_error(answer: "tuple[int, Any, bytes]", status: int, word: str) -> None:
    """An error in the API's envelope."""
    same(answer[0], status, answer[2][:200].decode("utf-8", "replace"))
    told = json.loads(answer[2])
    same((told["error"], answer[1].get_content_type()), (word, "application/json"))
    same(set(told) >= {"code", "msg", "error", "requestId"}, True, str(told))


def through(name: str, visitor: Callable[[], Visitor]) -> None:
    """The checks for every proxy."""
    with TABLE.check(f"{name}: pages and requests"):
        page, call = visitor().ask("/", Accept="text/html"), visitor().ask(CALL)
        same((page[0], page[1].get_content_type(), call[0]), (200, "text/html", 200))
    with TABLE.check(f"{name}: a client over the rate limit is rejected, and nobody else is"):
        one, other = visitor(), visitor()
        statuses = [one.ask(CALL)[0] for _ in range(60)]
        same(statuses[0], 200)
        assert_error(one.ask(CALL), 429, "rate_limited")
        same(other.ask(CALL)[0], 200, "another visitor")
        same(one.ask(CALL, X_Forwarded_For="203.0.113.9")[0], 429, "with an address made up")
    with TABLE.check(f"{name}: byte ranges"):
        status, headers, whole = visitor().ask(CLIP)
        part = visitor().ask(CLIP, Range="bytes=100-199")
        same((part[0], part[2], part[1]["content-range"]), (206, whole[100:200], f"bytes 100-199/{len(whole)}"))
        last = visitor().ask(CLIP, Range="bytes=-50", If_Range=headers["etag"])
        same((last[0], last[2]), (206, whole[-50:]), "the last fifty")
        same(visitor().ask(CLIP, Range="bytes=0-9", If_Range='"other"')[0], 200, "of another file")
        same(visitor().ask(CLIP, Range=f"bytes={len(whole)}-")[0], 416, "behind the end")
    with TABLE.check(f"{name}: unchanged responses are not sent again"):
        headers = visitor().ask("/feeds/works.atom")[1]
        same(visitor().ask("/feeds/works.atom", If_None_Match=headers["etag"])[0], 304)
    with TABLE.check(f"{name}: errors of the API are passed on"):
        assert_error(visitor().ask("/prod-api/v2/works/detail/list"), 401, "signature_missing")
        assert_error(visitor().ask(CALL, "DELETE"), 405, "method_not_allowed")
        assert_error(visitor().ask("/media/none.jpg"), 404, "not_found")


shipped, port, plain = servers.shipped(FOLDER, DEPLOY, ORIGIN.split("//")[1], SITE / "data" / "streams", f"{9:064}")
caddy, caddy_port = servers.caddy(FOLDER, ORIGIN.split("//")[1])
cdn, cdn_port = servers.cdn(FOLDER, port)
try:
    through("nginx", lambda: Visitor(port))
    through("Caddy", lambda: Visitor(caddy_port))
    through("CDN", lambda: Visitor(cdn_port, tls=False))

    with TABLE.check("nginx: HTTP redirects to HTTPS"):
        status, headers, _ = Visitor(plain, tls=False).ask("/censored?sort=1")
        same((status, headers["location"]), (301, "https://films.example.org/censored?sort=1"))
    with TABLE.check("nginx: an oversized body gets an error in the API's envelope"):
        body = b"x" * 80_000
        assert_error(Visitor(port).ask("/prod-api/v2/message", "POST", body, Content_Type="application/json"), 413, "body_too_large")
    with TABLE.check("nginx: its own limit gets an error in the API's envelope"):
        flood = Visitor(port)
        answers = [flood.ask(CALL) for _ in range(400)]
        told = [answer for answer in answers if "retry-after" in answer[1]]
        assert_error(told[-1], 429, "rate_limited")
    with TABLE.check("nginx: every response has HSTS"):
        for path in ("/", CALL, CLIP, "/prod-api/v2/no/such/call", "/hls/none"):
            same("strict-transport-security" in Visitor(port).ask(path)[1], True, path)

    work = next(iter(Person(ORIGIN).get("/v2/works/detail/list?isOnline=1")["rows"]))["id"]
    film = SITE / "data" / "streams" / work / "高清 720p"
    film.mkdir(parents=True)
    (film.parent / "index.m3u8").write_text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n高清 720p/第 1 段.TS\n#EXT-X-ENDLIST\n")
    (film / "第 1 段.TS").write_bytes(bytes(range(256)) * 40)
    watcher = Person(ORIGIN).sign_in("stream_member")
    playlist = watcher.get(f"/v2/video/censored/{work}")["data"]["m3u8Url"]
    segment = playlist.replace("index.m3u8", "%E9%AB%98%E6%B8%85%20720p/%E7%AC%AC%201%20%E6%AE%B5.TS")
    for name, visitor in (("nginx", lambda: Visitor(port)), ("CDN", lambda: Visitor(cdn_port, tls=False))):
        with TABLE.check(f"{name}: films that nginx serves itself, with ranges and names of every kind"):
            status, headers, _ = visitor().ask(playlist)
            same((status, headers.get_content_type()), (200, "application/vnd.apple.mpegurl"))
            same("no-cache" in headers["cache-control"], True, headers["cache-control"])
            part = visitor().ask(segment, Range="bytes=256-259")
            same((part[0], part[2], part[1].get_content_type()), (206, bytes([0, 1, 2, 3]), "video/mp2t"))
    with TABLE.check("nginx: a film URL of another work, or an expired one, is rejected"):
        _, _, token, expires, *_ = playlist.split("/")
        same(Visitor(port).ask(playlist.replace(work, str(int(work) + 1)))[0], 403, "another work")
        same(Visitor(port).ask(playlist.replace(expires, str(int(expires) + 9)))[0], 403, "a later end")

    with TABLE.check("CDN: cached compressed responses go only to clients that accept them"):
        first = Visitor(cdn_port, tls=False).ask("/feeds/works.atom?modId=1", Accept_Encoding="gzip")
        again = Visitor(cdn_port, tls=False).ask("/feeds/works.atom?modId=1", Accept_Encoding="identity")
        same(again[1].get("content-encoding"), None)
        text = gzip.decompress(first[2]) if first[1].get("content-encoding") == "gzip" else first[2]
        same(again[2] == text, True, "the same feed")
    with TABLE.check("CDN: it caches the site's own files and feeds, no pages and no API responses"):
        page = Visitor(port).ask("/", Accept="text/html")[2].decode()
        asset = re.search(r"/assets/[^\"']+\.js", page)[0]
        kept: "dict[str, str]" = {}
        for path in (asset, "/feeds/works.atom", "/", CALL):
            Visitor(cdn_port, tls=False).ask(path)
            kept[path] = Visitor(cdn_port, tls=False).ask(path)[1]["x-cache"]
        same(kept, {asset: "HIT", "/feeds/works.atom": "HIT", "/": "MISS", CALL: "MISS"})
    with TABLE.check("docs/install.md says what a CDN in front of nginx needs"):
        same("real_ip_header" in (DEPLOY.parent / "docs" / "install.md").read_text(), True, "real_ip_header is named")

    os.kill(int(sys.argv[2]), signal.SIGTERM)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            fetch(f"{ORIGIN}/healthz")
            time.sleep(0.2)
        except OSError:
            break
    with TABLE.check("nginx: an unavailable site gets an error in the API's envelope"):
        answer = Visitor(port).ask(CALL)
        assert_error(answer, 503, "busy")
        same("retry-after" in answer[1], True, "Retry-After")
    with TABLE.check("CDN: the same through a CDN"):
        assert_error(Visitor(cdn_port, tls=False).ask("/prod-api/v2/works/detail/list"), 503, "busy")
finally:
    for process in (cdn, caddy, shipped):
        process.terminate()
        process.wait(20)
TABLE.end()
