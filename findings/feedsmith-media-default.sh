#!/usr/bin/env bash
# feedsmith 3.0.1 (npm): which file of an entry is the default, in Media RSS. feedparser 6.0.12 (PyPI) reads what it writes.
#
# An entry may have several media:content, for each size a film comes in, and isDefault says which to play: "true" or "false" (Media RSS, isDefault).
# Booleans of the podcast's namespace are yes and no for feedsmith, and it writes the same here: isDefault="yes", which is no value
# of the attribute. Its own reader takes true and false, so that a feed it has written loses the mark on the way through itself, without
# an error; explicit and block of a podcast keep theirs. Other readers hand on the word as it is.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet feedparser==6.0.12
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund feedsmith@3.0.1
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { generateRssFeed, parseRssFeed } from "feedsmith";

const contents = [
  { url: "https://example.org/480.mp4", height: 480, isDefault: false },
  { url: "https://example.org/1080.mp4", height: 1080, isDefault: true },
];
const item = { title: "灯塔", media: { contents }, itunes: { explicit: true, block: false } };
const written = generateRssFeed({ title: "甲", link: "https://example.org", description: "乙", items: [item] });
console.log(written.match(/<media:.*/g).join("\n"));
assert.equal(written.match(/isDefault="(yes|no)"/g).join(" "), 'isDefault="no" isDefault="yes"');
const again = parseRssFeed(written).items[0];
console.log(JSON.stringify(again));
assert.deepEqual(again.media.contents, contents.map(({ url, height }) => ({ url, height })));
assert.equal(again.itunes.explicit, true);

const right = written.replace('isDefault="no"', 'isDefault="false"').replace('isDefault="yes"', 'isDefault="true"');
assert.deepEqual(parseRssFeed(right).items[0].media.contents, contents);
fs.writeFileSync("feed.xml", written);
JS
node check.mjs
venv/bin/python - <<'PY'
import feedparser

(entry,) = feedparser.parse("feed.xml").entries
found = [one["isdefault"] for one in entry.media_content]
print("feedparser", found)
assert found == ["no", "yes"]
PY
