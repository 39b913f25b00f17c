#!/usr/bin/env bash
# feedgen 1.0.0 (PyPI): files enclosed in an Atom feed. feedparser 6.0.12 (PyPI) reads it.
#
# One entry is written as RSS or as Atom. enclosure() and link() of an entry say that in Atom a file is a link with rel="enclosure", its type
# and its length. The writer loses all of them: it gives the new element the name of the dictionary that it reads the attributes from,
# and finds none. A link without rel is the page of the entry (RFC 4287, 4.2.7.2), so that every entry has two pages, the second of which
# is the film, and readers download nothing. The links of the feed itself keep their rel, and RSS of the same feed is right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet feedgen==1.0.0 feedparser==6.0.12
"$work/venv/bin/python" - <<'PY'
import feedparser
from feedgen.feed import FeedGenerator

feed = FeedGenerator()
feed.id("urn:films")
feed.title("films")
feed.description("all")
feed.link(href="https://films.example/", rel="alternate")
entry = feed.add_entry()
entry.id("urn:films:1")
entry.title("灯塔")
entry.link(href="https://films.example/1", rel="alternate", hreflang="zh")
entry.enclosure("https://films.example/1.mp4", 1000, "video/mp4")

atom = feed.atom_str(pretty=True).decode()
print(atom)
assert '<link href="https://films.example/" rel="alternate"/>' in atom
assert '<link href="https://films.example/1"/>' in atom
assert '<link href="https://films.example/1.mp4"/>' in atom
assert "enclosures" not in feedparser.parse(atom).entries[0] or not feedparser.parse(atom).entries[0].enclosures
(film,) = feedparser.parse(feed.rss_str()).entries[0].enclosures
assert (film.href, film.type, film.length) == ("https://films.example/1.mp4", "video/mp4", "1000")
PY
