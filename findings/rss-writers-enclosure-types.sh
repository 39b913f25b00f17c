#!/usr/bin/env bash
# feed 6.0.0 and rss 1.2.2 (npm): the type of a file that is enclosed.
#
# The type of an enclosure is a MIME type (RSS 2.0; RFC 4287, 4.2.7.3). Where one is not given, both writers derive it from the address,
# each in a way of its own. feed writes image/ and what follows the last full stop, in Atom for any enclosure and over the type that was
# given: a film that was declared video/mp4 is image/mp4, and a cover at an address without an ending, as picture services have, is
# image//covers/1; a JPEG is image/jpg, which is no registered type. In RSS it keeps the type that was given. rss looks the whole address
# up, with its query: a.jpg?w=100 has type="false". Readers that choose films by their type pass them over.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit feed@6.0.0 rss@1.2.2
cat >write.js <<'JS'
const assert = require("node:assert");
const { Feed } = require("feed");
const RSS = require("rss");

const feed = new Feed({ title: "films", id: "urn:films", updated: new Date(0) });
const item = (id, more) =>
  feed.addItem({ title: id, id: `urn:films:${id}`, link: `https://films.example/${id}`, date: new Date(0), ...more });
item("1", { enclosure: { url: "https://films.example/1.mp4", type: "video/mp4", length: 1000 } });
item("2", { image: "https://films.example/covers/2" });
item("3", { image: "https://films.example/3.jpg" });
const types = (text) => [...text.matchAll(/<(?:enclosure|link rel="enclosure")[^>]* type="([^"]*)"/g)].map((all) => all[1]);
console.log("feed, Atom:", types(feed.atom1()), "RSS:", types(feed.rss2()));
assert.deepEqual(types(feed.atom1()), ["image/mp4", "image//covers/2", "image/jpg"]);
assert.deepEqual(types(feed.rss2()), ["video/mp4", "image//covers/2", "image/jpg"]);

const other = new RSS({ title: "films", feed_url: "https://films.example/f", site_url: "https://films.example/" });
for (const url of ["https://films.example/3.jpg", "https://films.example/3.jpg?w=100"]) {
  other.item({ title: "3", url: "https://films.example/3", date: new Date(0), enclosure: { url } });
}
console.log("rss:", types(other.xml()));
assert.deepEqual(types(other.xml()), ["image/jpeg", "false"]);
JS
node write.js
