#!/usr/bin/env bash
# feedparser 6.0.12 (PyPI): an Atom enclosure without a type.
#
# RFC 4287 leaves `type` of a link out where it is unknown. feedparser fills in text/html, for an enclosure as well, and keeps the
# link among the entry's enclosures: a picture's address looks like a page to download. Of an enclosure of RSS it makes nothing up.
#
# Seen: Atom [{'href': 'https://a.example/c.jpg', 'type': 'text/html'}]; RSS without 'type'.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet feedparser==6.0.12
"$work/venv/bin/python" - <<'PY'
import feedparser

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:x:1</id><title>t</title>
<updated>2026-01-01T00:00:00Z</updated><link rel="alternate" href="https://a.example/1"/>
<link rel="enclosure" href="https://a.example/c.jpg"/></entry></feed>"""
RSS = """<rss version="2.0"><channel><title>t</title><item><title>t</title>
<enclosure url="https://a.example/c.jpg"/></item></channel></rss>"""
atom = feedparser.parse(ATOM).entries[0].enclosures
rss = feedparser.parse(RSS).entries[0].enclosures
print("Atom", atom)
print("RSS ", rss)
assert [one.get("type") for one in atom] == ["text/html"]
assert [one.get("type") for one in rss] == [None]
PY
