#!/usr/bin/env bash
# torrentool 1.2.0 (PyPI): the hash of a hybrid torrent, as libtorrent 2.0.11 (PyPI) makes them.
#
# A hybrid torrent carries the old pieces beside the tree of BitTorrent v2, and programs of either kind find the same old hash.
# torrentool reads one, names its file and its size rightly, and gives a hash and a magnet link that are of no torrent: it takes the
# roots in the tree for text and writes other bytes when it hashes them. libtorrent refuses the copy that it saves. Torrents of v1
# alone come out right, so nothing is seen before somebody uses a newer program.
#
# Seen: the same hash for v1 alone; another one than libtorrent's for the hybrid, in info_hash and magnet_link, and of the copy
# "a v2 file entry has no root hash".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.0.11 torrentool==1.2.0
venv/bin/python -W ignore - <<'PY'
from pathlib import Path

import libtorrent
from torrentool.api import Torrent

V1_ONLY = 64
Path("film.bin").write_bytes(b"film" * 50_000)
seen = {}
for kind, flags in (("v1 alone", V1_ONLY), ("hybrid", 0)):
    files = libtorrent.file_storage()
    libtorrent.add_files(files, "film.bin")
    made = libtorrent.create_torrent(files, flags=flags)
    libtorrent.set_piece_hashes(made, ".")
    Path("film.torrent").write_bytes(libtorrent.bencode(made.generate()))
    true = str(libtorrent.torrent_info("film.torrent").info_hashes().v1)
    read = Torrent.from_file("film.torrent")
    read.to_file("copy.torrent")
    try:
        copy = str(libtorrent.torrent_info("copy.torrent").info_hashes().v1)
    except RuntimeError as error:
        copy = str(error).partition(" [")[0]
    print(f"{kind}: libtorrent {true}, torrentool {read.info_hash}, its copy {copy}")
    assert (read.name, read.total_size) == ("film.bin", 200_000) and read.info_hash in read.magnet_link
    seen[kind] = (read.info_hash == true, "same" if copy == true else copy)
assert seen == {"v1 alone": (True, "same"), "hybrid": (False, "a v2 file entry has no root hash")}
PY
