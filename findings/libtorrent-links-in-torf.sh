#!/usr/bin/env bash
# libtorrent 2.0.11 makes magnet links that torf 4.3.1 refuses (both PyPI).
#
# libtorrent makes hybrid torrents unless it is told otherwise, and the link of one names both hashes: xt=urn:btih:… and
# xt=urn:btmh:…. torf takes one xt and answers "Multiple exact topics", though it reads the same torrent from its file, and makes a
# link with the older hash alone of it. Nor does torf bring hashes into one form: that of a base32 link is base32, so that two links
# of one torrent compare as different; libtorrent gives 40 hexadecimal digits for both.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.0.11 torf==4.3.1
venv/bin/python -W ignore - <<'PY'
import base64
from pathlib import Path

import libtorrent
import torf

Path("film.bin").write_bytes(b"film" * 50_000)
files = libtorrent.file_storage()
libtorrent.add_files(files, "film.bin")
made = libtorrent.create_torrent(files)
libtorrent.set_piece_hashes(made, ".")
Path("film.torrent").write_bytes(libtorrent.bencode(made.generate()))
link = libtorrent.make_magnet_uri(libtorrent.torrent_info("film.torrent"))
print("libtorrent's link:", link)
try:
    told = str(torf.Magnet.from_string(link).infohash)
except torf.MagnetError as error:
    told = str(error).rpartition(": ")[2]
print("torf of the link: ", told)
read = torf.Torrent.read("film.torrent")
print("torf of the file: ", read.infohash, str(read.magnet()).split("&")[0])
base32 = base64.b32encode(bytes.fromhex(read.infohash)).decode()
written = f"magnet:?xt=urn:btih:{base32}"
seen = torf.Magnet.from_string(written).infohash, str(libtorrent.parse_magnet_uri(written).info_hashes.v1)
print("of a base32 link: ", *seen)
assert link.count("xt=urn:") == 2 and told == 'Multiple exact topics ("xt")'
assert link.startswith(f"magnet:?xt=urn:btih:{read.infohash}&") and str(read.magnet()).count("xt=") == 1
assert seen == (base32, read.infohash)
PY
