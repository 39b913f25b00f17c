#!/usr/bin/env bash
# bencode 4.0.1 (npm, under parse-torrent and create-torrent): keys of a dictionary that are no text. libtorrent 2.1.1 (PyPI) makes and reads the
# torrents.
#
# A key is a string of bytes like any other (BEP 3), and BitTorrent v2 has keys that are hashes: "piece layers" lists the pieces of each file under its
# root, 32 bytes (BEP 52). Values come as bytes; of keys the decoder makes texts, and one expects that a key that is no UTF-8 is spoiled for good.
# It becomes the hexadecimal form of its bytes instead, with no mark, and the encoder writes that form: a torrent that is decoded and
# encoded has keys of 64 letters and digits, and libtorrent refuses it ("a piece layer is invalid"), though nothing else in it has changed. Two keys that
# differ, é as one byte twice and the text e9e9, become one. With an encoding as second argument, as the README shows for texts, no
# file with a dictionary can be decoded at all: a TypeError. A list can.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.1.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund bencode@4.0.1
venv/bin/python - <<'PY'
from pathlib import Path

import libtorrent

Path("film").mkdir()
for name, size in (("a.mkv", 100_000), ("b.mkv", 200_000)):
    Path("film", name).write_bytes(bytes(at * at % 251 for at in range(size)))
torrent = libtorrent.create_torrent(libtorrent.list_files("film"), 16_384)
libtorrent.set_piece_hashes(torrent, ".")
Path("made.torrent").write_bytes(libtorrent.bencode(torrent.generate()))
PY
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import bencode from "bencode";

const made = fs.readFileSync("made.torrent");
const decoded = bencode.decode(made);
const keys = Object.keys(decoded["piece layers"]);
console.log("keys", keys.map((key) => key.length).join(" "));
assert.deepEqual(keys.map((key) => /^[0-9a-f]{64}$/.test(key)), [true, true]);
const again = Buffer.from(bencode.encode(decoded));
assert.equal(again.length - made.length, 2 * 32);
fs.writeFileSync("again.torrent", again);

const latin = (text) => Buffer.from(text, "latin1");
const twoKeys = bencode.decode(latin("d4:e9e9i1e2:\xe9\xe9i2ee"));
console.log(twoKeys);
assert.deepEqual(twoKeys, { e9e9: 2 });
assert.throws(() => bencode.decode(latin("d1:ai1ee"), "utf8"), TypeError);
assert.deepEqual(bencode.decode(latin("l1:ai1ee"), "utf8"), ["a", 1]);
JS
node check.mjs
venv/bin/python - <<'PY'
import libtorrent

made = libtorrent.torrent_info("made.torrent").info_hashes()
assert made.has_v1() and made.has_v2()
try:
    libtorrent.torrent_info("again.torrent")
    raise AssertionError("libtorrent reads it")
except RuntimeError as refused:
    print(refused)
    assert "piece layer" in str(refused)
PY
