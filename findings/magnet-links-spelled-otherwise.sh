#!/usr/bin/env bash
# magnet-uri 7.0.10 (under parse-torrent 11.0.24) and @ctrl/magnet-link 4.2.0 (npm), libtorrent 2.1.1 and torf 4.3.1 (PyPI): one magnet link in several
# spellings.
#
# A magnet link is an address with a query, so it is natural to make it with URLSearchParams or urlencode. Both write the hash as
# xt=urn%3Abtih%3A…, and whatever reads such a query has urn:btih:… again. libtorrent and torf do. The packages of npm decode the
# name and the trackers and leave xt as it is: no hash is found and none is missed, and parse-torrent then calls the link no torrent at all. Capital
# letters are equal too, in a scheme (RFC 3986, 3.1) and in the name of a URN's space (RFC 8141, 3.1): torf alone reads MAGNET: and urn:BTIH:.
# torf in its turn refuses what it does not know: x.pe, the address of a peer, from BEP 9 itself, and so, the choice of files of BEP 53. The
# other source, as, it reads, and writes as as_, which is no parameter of anything, and refuses on reading again.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.1.1 torf==4.3.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund magnet-uri@7.0.10 parse-torrent@11.0.24 @ctrl/magnet-link@4.2.0
cat >check.mjs <<'JS'
import assert from "node:assert";
import { magnetDecode } from "@ctrl/magnet-link";
import magnet from "magnet-uri";
import parseTorrent from "parse-torrent";

const hash = "0123456789abcdef0123456789abcdef01234567";
const made = `magnet:?${new URLSearchParams({ xt: `urn:btih:${hash}`, dn: "灯塔" })}`;
console.log(made);
assert.ok(made.startsWith("magnet:?xt=urn%3Abtih%3A0123"));
for (const [link, read] of [
  [`magnet:?xt=urn:btih:${hash}&dn=灯塔`, true],
  [made, false],
  [`MAGNET:?xt=urn:btih:${hash}`, false],
  [`magnet:?xt=urn:BTIH:${hash}`, false],
]) {
  const found = [magnet(link).infoHash, magnetDecode(link).infoHash];
  assert.deepEqual(found, read ? [hash, hash] : [undefined, undefined]);
  if (read) assert.equal((await parseTorrent(link)).infoHash, hash);
  else await assert.rejects(parseTorrent(link));
}
assert.equal(magnet(made).dn, "灯塔");
assert.equal(magnetDecode(made).dn, "灯塔");
JS
node check.mjs
venv/bin/python - <<'PY'
from urllib.parse import urlencode

import libtorrent
from torf import Magnet, TorfError

number = "0123456789abcdef0123456789abcdef01234567"
plain = f"magnet:?xt=urn:btih:{number}"


def read(link: str) -> tuple[bool, bool]:
    try:
        first = str(libtorrent.parse_magnet_uri(link).info_hashes.v1) == number
    except RuntimeError:
        first = False
    try:
        second = Magnet.from_string(link).infohash.lower() == number
    except TorfError:
        second = False
    print("libtorrent", first, "torf", second, link)
    return first, second


made = "magnet:?" + urlencode({"xt": f"urn:btih:{number}", "dn": "灯塔"})
assert made.startswith("magnet:?xt=urn%3Abtih%3A0123")
assert read(plain) == read(made) == (True, True)
assert read(plain.replace("magnet", "MAGNET")) == read(plain.replace("btih", "BTIH")) == (False, True)
assert read(f"{plain}&x.pe=192.0.2.1:6881") == read(f"{plain}&so=0,2,4-6") == (True, False)
source = f"{plain}&as=https%3A%2F%2Fexample.org%2Fa.torrent"
again = str(Magnet.from_string(source))
assert again == source.replace("&as=", "&as_=")
assert read(source) == (True, True)
assert read(again)[0]
PY
