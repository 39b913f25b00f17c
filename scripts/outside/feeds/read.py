"""Reads the feeds and searches, with each client: read.py ORIGIN FOLDER"""

import dataclasses
import json
import pathlib
import subprocess
import sys
import urllib.parse
from typing import Any

import feedparser
from films import FILMS, LINKS, digits
from people import Person, fetch
from table import Table, same
from torznab import Torznab, TorznabException

ORIGIN, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
TABLE = Table()
FEED = f"{ORIGIN}/feeds/works.atom"
SEARCH = f"{ORIGIN}/torznab"


def flexget(name: str, task: "dict[str, Any]") -> "list[dict[str, str]]":
    """What FlexGet accepts in one run of a task."""
    folder = FOLDER / name
    folder.mkdir()
    said = folder / "accepted"
    fields = {"title": "title", "url": "url", "size": "content_size|default(0)", "hash": "torrent_info_hash|default('')"}
    values = " ".join(f"{{{{{field}}}}}" for field in fields.values())
    program = "import json, sys\nopen(sys.argv[1], 'a').write(json.dumps(sys.argv[2:]) + '\\n')\n"
    (folder / "print.py").write_text(program)
    task = {
        **task, "accept_all": True, "disable": ["seen", "retry_failed", "seen_info_hash"],
        "exec": {"auto_escape": True, "on_output": {"for_accepted": f"{sys.executable} {folder}/print.py {said} {values}"}},
    }
    (folder / "config.yml").write_text(json.dumps({"tasks": {"read": task}}))
    ran = subprocess.run(
        [FOLDER / "flexget" / "bin" / "flexget", "-c", folder / "config.yml", "--loglevel", "warning", "execute", "--discover-now"],
        capture_output=True, text=True, timeout=300,
    )
    if ran.returncode or not said.exists():
        raise AssertionError(f"exit {ran.returncode}: {(ran.stdout + ran.stderr)[-600:]}")
    return [dict(zip(fields, json.loads(line))) for line in said.read_text().splitlines()]


WANTED = {film["number"]: film for film in FILMS}
with TABLE.check("feedparser: the feed is well formed, the latest added is first"):
    feed = feedparser.parse(FEED)
    same(feed.bozo, False, str(feed.get("bozo_exception", "")))
    added = [entry.updated_parsed for entry in feed.entries]
    same(added, sorted(added, reverse=True))
    same(len({entry.id for entry in feed.entries}), len(feed.entries), "ids")
    same([entry.id for entry in feed.entries if not entry.id.startswith("urn:uuid:")], [])
named = {entry.title.split(" ")[0]: entry for entry in feedparser.parse(f"{FEED}?keyword=FEED").entries}
with TABLE.check("feedparser: titles with special characters, page URLs, publication dates"):
    same(set(named), set(WANTED))
    for number, entry in named.items():
        same(entry.title, f"{number} {WANTED[number]['title']}")
        same(entry.link.startswith("http://films.example/censored/"), True, entry.link)
    same(named["FEED-001"].published, "2019-03-03T21:06:07Z")
    same("published" in named["FEED-003"], False, "a date to come")
with TABLE.check("feedparser: covers; the attachment is a picture, not a page to download"):
    for number, cover in (("FEED-001", "http://films.example/media/covers/封面(1).jpg"), ("FEED-003", "https://img.example/c/3.webp?w=300&h=400")):
        entry = named[number]
        files = [(one.href, one.type) for one in entry.enclosures]
        shown = [one["url"] for one in entry.get("media_thumbnail", [])] + [href for href, _ in files]
        same(cover in [urllib.parse.unquote(one) for one in shown], True, f"{number}: {shown}")
        same([kind for _, kind in files if not kind.startswith("image/")], [], number)
with TABLE.check("feedparser: a conditional request with ETag and date returns nothing"):
    feed = feedparser.parse(FEED)
    same("etag" in feed or "modified" in feed, True, "what to ask again with")
    same(feedparser.parse(FEED, etag=feed.get("etag"), modified=feed.get("modified")).status, 304)
with TABLE.check("feedparser: the page of a list names its feed"):
    page = fetch(f"{ORIGIN}/censored", headers={"Accept": "text/html"}).text
    same('type="application/atom+xml"' in page, True, "link rel=alternate")
with TABLE.check("FlexGet rss: URLs of pages, none of covers"):
    accepted = flexget("rss", {"rss": {"url": f"{FEED}?keyword=FEED", "all_entries": True}})
    same({one["title"] for one in accepted}, {f"{number} {film['title']}" for number, film in WANTED.items()})
    same([one["url"] for one in accepted if not one["url"].startswith("http://films.example/censored/")], [])

member = Person(ORIGIN).register("reader")
key = member.post("/v2/user/keys", {"name": "客厅"})["data"]["key"]
with TABLE.check("torznab: capabilities"):
    caps = Torznab(key).get_capabilities(f"{SEARCH}/api")
    same((caps.limits.max, caps.limits.default), (100, 50))
    same([category.id for category in caps.categories], [2000])
with TABLE.check("torznab: a search returns hash, size, link and date"):
    found = Torznab(key).search_torrent("FEED-001", f"{SEARCH}/api")
    same(len(found), 1)
    item = dataclasses.asdict(found[0])
    same(item["title"], 'FEED-001 A&B <字幕> "1080p"')
    said = json.dumps(item, default=str)
    for part in (digits(1), "5000000000", f"magnet:?xt=urn:btih:{digits(1)}"):
        same(part in said, True, f"{part} in {said}")
with TABLE.check("torznab: a wrong key is reported as one"):
    try:
        Torznab("0" * 40).search_torrent("FEED-001", f"{SEARCH}/api")
        raise AssertionError("no error")
    except TorznabException:
        pass


def discovered(name: str, title: str, **own: str) -> "list[dict[str, str]]":
    """What FlexGet finds under a title."""
    sought, found = {"mock": [{"title": title}]}, {"torznab": {"url": SEARCH, "apikey": key, **own}}
    return flexget(name, {"discover": {"what": [sought], "from": [found], "release_estimations": "ignore"}})


with TABLE.check("FlexGet torznab: a search returns title, link, size and hash"):
    accepted = discovered("torznab", "FEED-002")
    same(len(accepted), 1)
    one = accepted[0]
    same((one["title"], one["size"], one["hash"]), ('FEED-002 A&B <字幕> "1080p"', "5000000000", digits(2)))
    same(one["url"].split("&")[0], f"magnet:?xt=urn:btih:{digits(2)}")
    same(urllib.parse.parse_qs(urllib.parse.urlsplit(one["url"]).query)["dn"], [one["title"]])
with TABLE.check("FlexGet torznab: searches for films and series fall back to the plain one"):
    for searcher in ("movie", "tv"):
        same(len(discovered(searcher, "FEED-003", searcher=searcher)), 1, searcher)


def answer(query: str) -> str:
    return fetch(f"{SEARCH}/api?t=search&apikey={key}{query}").text


with TABLE.check("polls without a keyword take none of the daily quota"):
    other = Person(ORIGIN).register("rounds")
    rounds = other.post("/v2/user/keys", {"name": "a"})["data"]["key"]
    for _ in range(3):
        fetch(f"{SEARCH}/api?t=search&apikey={rounds}&limit=100")
    same(len(Torznab(rounds).search_torrent("FEED-001", f"{SEARCH}/api")), 1, "links after three rounds")
with TABLE.check("an exhausted quota is an error, not an empty response"):
    spent = Person(ORIGIN).register("spender")
    key = spent.post("/v2/user/keys", {"name": "a"})["data"]["key"]
    first, second = answer("&q=MANY-001&limit=100"), answer("&q=MANY-001&limit=100&offset=100")
    same(first.count("<item>"), 100)
    same("<error" in second, True, f"links {100} to {LINKS} of a member who may copy 100: {second[:300]}")
    try:
        found = Torznab(key).search_torrent("FEED-003", f"{SEARCH}/api")
        raise AssertionError(f"no error; {len(found)} links")
    except TorznabException:
        pass
TABLE.end()
