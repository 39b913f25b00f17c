#!/usr/bin/env bash
# magnet-uri 7.0.10 (under parse-torrent) and @ctrl/magnet-link 4.2.0 (npm): a plus in the name of a magnet link.
#
# A plus that belongs to a name stands in dn as %2B, and one that stands there bare means a space. Both packages write it so. Reading,
# they undo the escapes first and take every plus for a space afterwards, the real ones too: "A+B", written by either and read by the
# same, is "A B". Written once more it is another link, and whoever compares names, or searches for one, does not find it. URL and
# URLSearchParams give the plus back.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" magnet-uri@7.0.10 @ctrl/magnet-link@4.2.0 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import { magnetDecode, magnetEncode } from '@ctrl/magnet-link'
import decode, { encode } from 'magnet-uri'

const infoHash = 'c9e15763f722f23e98a29decdfae341b98d53056'
const name = '盐湖 A+B'
const seen = {}
for (const [which, write, read] of [
  ['magnet-uri', encode, decode],
  ['@ctrl/magnet-link', magnetEncode, magnetDecode],
]) {
  const link = write({ infoHash, name })
  seen[which] = [link.slice(link.indexOf('dn=')), read(link).name, new URL(link).searchParams.get('dn')]
}
console.log(seen)
const wanted = ['dn=%E7%9B%90%E6%B9%96+A%2BB', '盐湖 A B', name]
assert.deepEqual(seen, { 'magnet-uri': wanted, '@ctrl/magnet-link': wanted })
JS
node look.mjs
