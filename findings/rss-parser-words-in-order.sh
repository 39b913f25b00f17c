#!/usr/bin/env bash
# rss-parser 3.13.0 (npm): the words of an Atom entry in XHTML. feedparser 6.0.12 (PyPI) reads the same entry.
#
# The content of an entry may be XHTML itself, not its text (RFC 4287, 4.1.3, type="xhtml"). rss-parser turns the XML into objects, with the
# text of an element in one place and its children in others, and builds the content from those again: all text comes first and all
# children behind it. "A film by Lin Xia about the sea" with the name in bold is "A film by about the sea Lin Xia", and two
# links in a sentence stand at its end. The words are all there, in contentSnippet too, so that a search finds the entry and a reader
# cannot read it. Escaped HTML (type="html"), and RSS, come out in order.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit rss-parser@3.13.0
python3 -m venv venv
venv/bin/pip install --quiet feedparser==6.0.12
cat >feed.xml <<'XML'
<feed xmlns="http://www.w3.org/2005/Atom"><title>films</title><id>urn:films</id><updated>2026-01-05T08:00:00+08:00</updated>
<entry><title>1</title><id>urn:films:1</id><updated>2026-01-05T08:00:00+08:00</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A film by <b>Lin Xia</b> about the sea</div></content></entry>
<entry><title>2</title><id>urn:films:2</id><updated>2026-01-05T08:00:00+08:00</updated>
<content type="html">A film by &lt;b&gt;Lin Xia&lt;/b&gt; about the sea</content></entry></feed>
XML
cat >read.js <<'JS'
const assert = require("node:assert");
const Parser = require("rss-parser");

new Parser().parseString(require("node:fs").readFileSync("feed.xml", "utf8")).then(({ items }) => {
  const texts = items.map((item) => item.contentSnippet.replace(/\s+/g, " ").trim());
  console.log(texts);
  assert.deepEqual(texts, ["A film by about the seaLin Xia", "A film by Lin Xia about the sea"]);
});
JS
node read.js
venv/bin/python - <<'PY'
import feedparser

for entry in feedparser.parse("feed.xml").entries:
    assert "A film by <b>Lin Xia</b> about the sea" in entry.content[0].value, entry.content
PY
