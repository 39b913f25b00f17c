#!/usr/bin/env bash
# torrentool 1.2.0 and torf 4.3.1 (PyPI): torrents whose names are in GBK. libtorrent 2.1.1, torrent-parser 0.4.1 (PyPI) and parse-torrent
# 11.0.24 (npm) read the same file.
#
# Programs of Chinese Windows, BitComet among them, write names in the code page of the system, say so in "encoding", and write them once
# more in UTF-8 as name.utf-8 and path.utf-8. BEP 3 makes the hash of a torrent that of the bytes of its info, so that it does not depend
# on reading them. torrentool reads names as UTF-8, replaces what it cannot read, and hashes what it would write again: info_hash and
# magnet_link are of no torrent, whereas of torrents in UTF-8 both are right. torf has the hash, and of the names U+FFFD, though the good
# ones stand beside; of two films whose names have one length its list has one. libtorrent and parse-torrent take the good names, and
# torrent-parser decodes by "encoding".
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet torrentool==1.2.0 torf==4.3.1 libtorrent==2.1.1 torrent-parser==0.4.1
npm install --silent --no-audit --no-fund --prefix "$work" parse-torrent@11.0.24 >/dev/null
venv/bin/python -W ignore - <<'PY'
import hashlib

import libtorrent
import torf
import torrent_parser
import torrentool.api


def bencode(value):
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    if isinstance(value, list):
        return b"l" + b"".join(map(bencode, value)) + b"e"
    return b"d" + b"".join(bencode(key) + bencode(value[key]) for key in sorted(value)) + b"e"


def info(encoding):
    return {
        "files": [
            {"length": 5, "path": [name.encode(encoding)], "path.utf-8": [name]} for name in ("灯塔.mp4", "早上.mp4")
        ],
        "name": "灯塔之夜".encode(encoding),
        "name.utf-8": "灯塔之夜",
        "piece length": 16384,
        "pieces": bytes(range(128, 148)),
    }


seen = {}
for encoding in ("UTF-8", "GBK"):
    right = hashlib.sha1(bencode(info(encoding))).hexdigest()
    file = f"{encoding}.torrent"
    with open(file, "wb") as out:
        out.write(bencode({"encoding": encoding, "info": info(encoding)}))
    known = libtorrent.torrent_info(file)
    own = torf.Torrent.read(file)
    other = torrentool.api.Torrent.from_file(file)
    assert str(known.info_hash()) == own.infohash == right
    assert known.files().file_name(0) == "灯塔.mp4"
    assert torrent_parser.parse_torrent_file(file)["info"]["files"][0]["path"] == ["灯塔.mp4"]
    assert other.magnet_link.startswith(f"magnet:?xt=urn:btih:{other.info_hash}")
    seen[encoding] = (other.info_hash == right, [one.name for one in own.files])
print(seen)
lost = "\N{REPLACEMENT CHARACTER}" * 4 + ".mp4"
assert seen == {"UTF-8": (True, ["灯塔.mp4", "早上.mp4"]), "GBK": (False, [lost])}, seen
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import parseTorrent from 'parse-torrent'

const { name, files } = await parseTorrent(readFileSync('GBK.torrent'))
console.log(name, files.map((file) => file.name))
assert.deepEqual([name, ...files.map((file) => file.name)], ['灯塔之夜', '灯塔.mp4', '早上.mp4'])
JS
node look.mjs
