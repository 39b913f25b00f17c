#!/usr/bin/env bash
# hls-parser 0.16.1 (npm): titles of segments, and hexadecimal values of a client's own attributes.
#
# RFC 8216: a playlist is UTF-8 (4), the title of EXTINF is a text of UTF-8 (4.3.2.1), and an attribute of EXT-X-DATERANGE that begins with X- is a
# quoted string, a hexadecimal sequence or a decimal number (4.3.2.7). parse takes a text and stringify gives one. But EXTINF alone is treated as
# bytes: stringify writes the title 山谷 as å±±è°·, one character for each byte of UTF-8, which a program that saves the text as UTF-8 encodes
# twice; parse expects the same and refuses the playlist of any other writer that has 山谷, or Café, in a title (URIError). Names in EXT-X-MEDIA are
# plain text, so there is no way to read a file that suits both: as UTF-8 titles are refused, as Latin-1 names are wrong. The library's own
# round trip hides it. X-CODE=0x0A1F is parsed as the bytes 10 and 31, and written as the text X-CODE="10,31": other type, other value. SCTE35-OUT, which
# the standard names, stays hexadecimal.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund hls-parser@0.16.1
cat >check.mjs <<'JS'
import assert from "node:assert";
import HLS from "hls-parser";

const { MediaPlaylist, Segment } = HLS.types;
const segments = [new Segment({ uri: "a.ts", duration: 6, title: "山谷" })];
const written = HLS.stringify(new MediaPlaylist({ targetDuration: 6, version: 6, endlist: true, segments }));
const line = written.split("\n").find((one) => one.startsWith("#EXTINF"));
console.log(line);
assert.equal(line, "#EXTINF:6,å±±è°·");
assert.equal(HLS.parse(written).segments[0].title, "山谷");

const playlist = (title) => `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,${title}\na.ts\n#EXT-X-ENDLIST\n`;
for (const title of ["山谷", "Café"]) {
  assert.throws(() => HLS.parse(playlist(title)), URIError);
  const bytes = Buffer.from(playlist(title)).toString("latin1");
  assert.equal(HLS.parse(bytes).segments[0].title, title);
}

const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="国语",URI="a.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO="a"
v.m3u8
`;
const nameOf = (text) => HLS.parse(text).variants[0].audio[0].name;
assert.equal(nameOf(master), "国语");
assert.notEqual(nameOf(Buffer.from(master).toString("latin1")), "国语");

const range = `#EXT-X-PROGRAM-DATE-TIME:2026-01-05T00:00:00Z
#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-05T00:00:00Z",DURATION=6,SCTE35-OUT=0xFC30,X-CODE=0x0A1F
`;
const again = HLS.stringify(HLS.parse(playlist("").replace("#EXTINF", `${range}#EXTINF`)));
console.log(again.split("\n").find((one) => one.startsWith("#EXT-X-DATERANGE")));
assert.ok(again.includes('SCTE35-OUT=0xFC30,X-CODE="10,31"'));
JS
node check.mjs
