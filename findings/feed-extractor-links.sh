#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3 (npm): which address is an entry's, and what becomes of a magnet link; magnet-uri 7.0.10 (npm).
#
# Atom lets the links of an entry come in any order, and `rel` says which is the page. This reader takes the first, whatever its
# rel: an entry whose enclosure comes first has the picture for its page, and a feed whose rel="self" comes first leads to itself.
# Addresses pass through a cleaner that knows those of the web: the colons in a magnet's value become %3A, so that magnet-uri, which
# splits at colons before it decodes, finds no hash in the link. libtorrent and torf do.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" @extractus/feed-extractor@8.0.3 magnet-uri@7.0.10 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { extractFromXml } from '@extractus/feed-extractor'
import magnet from 'magnet-uri'

const page = '<link rel="alternate" href="https://a.example/1"/>'
const cover = '<link rel="enclosure" type="image/jpeg" href="https://a.example/c.jpg"/>'
const feed = (links) => `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:1</id><title>t</title><updated>2026-01-02T00:00:00Z</updated>
  <link rel="self" href="https://a.example/feed"/><link rel="alternate" href="https://a.example/"/>
  <entry><id>urn:x:2</id><title>t</title><updated>2026-01-02T00:00:00Z</updated>${links}</entry></feed>`
const link = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=x`
const rss = `<rss version="2.0"><channel><title>t</title><link>https://a.example</link><description>d</description>
  <item><title>t</title><guid isPermaLink="false">1</guid><link>${link.replace('&', '&amp;')}</link></item></channel></rss>`

const [pageFirst, coverFirst] = [page + cover, cover + page].map((links) => extractFromXml(feed(links)))
const read = extractFromXml(rss).entries[0].link
const seen = {
  'the page first': pageFirst.entries[0].link,
  'the enclosure first': coverFirst.entries[0].link,
  'the feed itself': pageFirst.link,
  'a magnet link': read,
  'its hash': magnet(read).infoHash,
  'the hash before': magnet(link).infoHash,
}
console.log(seen)
assert.deepEqual(seen, {
  'the page first': 'https://a.example/1',
  'the enclosure first': 'https://a.example/c.jpg',
  'the feed itself': 'https://a.example/feed',
  'a magnet link': `magnet:?xt=urn%3Abtih%3A${'ab'.repeat(20)}&dn=x`,
  'its hash': undefined,
  'the hash before': 'ab'.repeat(20),
})
JS
node look.mjs
