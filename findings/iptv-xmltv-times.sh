#!/usr/bin/env bash
# @iptv/xmltv 1.0.1 and epg-parser 0.5.0 (npm): times and the characters & and < in XMLTV.
#
# A time of XMLTV is YYYYMMDDhhmmss or a beginning of that, with or without a zone; without one it is UTC, and the zone may be a name
# (XMLTV's DTD, its head). @iptv/xmltv, which says that it implements the DTD as closely as possible, cuts the last five characters off as
# the zone, also where there is none: 20260105203000, half past eight, becomes 02:00 of that day, 202601052030 the first of January and
# 2026010520 the first of December of the year before. With +0800, as most files have it, it is right. The programmes stand in the guide
# at another time or day, and no error says so; epg-parser has null for those times. Titles are not decoded when they are read, nor
# encoded when they are written, by either: 早&amp;晚 is shown as it stands, and writeXmltv of a title 早&晚 is no XML.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" @iptv/xmltv@1.0.1 epg-parser@0.5.0 fast-xml-parser@5.3.2 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { parseXmltv, writeXmltv } from '@iptv/xmltv'
import epg from 'epg-parser'
import { XMLValidator } from 'fast-xml-parser'

const guide = (start) => `<?xml version="1.0" encoding="UTF-8"?><tv><channel id="a"><display-name>a</display-name></channel>
<programme start="${start}" channel="a"><title>早&amp;晚</title></programme></tv>`
const seen = {}
for (const start of ['20260105203000 +0800', '20260105203000', '202601052030', '2026010520']) {
  const own = parseXmltv(guide(start)).programmes[0]
  const other = epg.parse(guide(start)).programs[0]
  assert.equal(own.title[0]._value, '早&amp;晚')
  assert.equal(other.title[0].value, '早&amp;晚')
  seen[start] = [own.start.toISOString(), other.start]
}
const written = writeXmltv({ programmes: [{ channel: 'a', start: new Date(0), title: [{ _value: '早&晚' }] }] })
console.log(seen, written)
assert.deepEqual(seen, {
  '20260105203000 +0800': ['2026-01-05T12:30:00.000Z', '2026-01-05T12:30:00.000Z'],
  '20260105203000': ['2026-01-05T02:00:00.000Z', null],
  '202601052030': ['2026-01-01T00:00:00.000Z', null],
  '2026010520': ['2025-12-01T00:00:00.000Z', null],
})
assert.ok(written.includes('<title>早&晚</title>'))
assert.notEqual(XMLValidator.validate(written), true)
JS
node look.mjs
