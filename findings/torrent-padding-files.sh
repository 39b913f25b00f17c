#!/usr/bin/env bash
# The files of a torrent, by libtorrent 2.1.1, torf 4.3.1, torrentool 1.2.0 (PyPI), parse-torrent 11.0.24 and parse-torrent-file 4.2.2 (npm).
#
# A torrent for both versions of BitTorrent, which libtorrent and qBittorrent make, has every file begin with a piece and fills the gaps
# with padding files, marked by a p in their attr (BEP 47, BEP 52): "synthetic files", which nobody keeps. The four readers do not look at
# attr. They list .pad/14688 and the like among the films, and their sizes say 180,224 bytes of a folder of 145,001: a page that shows
# what a download holds counts six files for three. libtorrent lists them too and tells them by a flag, and it makes them up even for a
# torrent of version 2 alone, in which there are none; size_on_disk() is the true size, total_size() is not.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.1.1 torf==4.3.1 torrentool==1.2.0
npm install --silent --no-audit --no-fund --prefix "$work" parse-torrent@11.0.24 parse-torrent-file@4.2.2 >/dev/null
mkdir -p film/extra
head -c 100000 /dev/zero >film/film.mkv
head -c 5000 /dev/zero >film/film.srt
head -c 40001 /dev/zero >film/extra/cover.jpg
venv/bin/python -W ignore - <<'PY'
from pathlib import Path

import libtorrent
import torf
from torrentool.api import Torrent

PADDING = libtorrent.file_storage.flag_pad_file
listed = {}
for name, flags in (("both", 0), ("v2", libtorrent.create_torrent.v2_only)):
    files = libtorrent.file_storage()
    libtorrent.add_files(files, "film")
    made = libtorrent.create_torrent(files, flags=flags)
    libtorrent.set_piece_hashes(made, ".")
    whole = made.generate()
    Path(f"{name}.torrent").write_bytes(libtorrent.bencode(whole))
    told = libtorrent.torrent_info(f"{name}.torrent").files()
    padding = [told.file_path(at) for at in range(told.num_files()) if told.file_flags(at) & PADDING]
    listed[name] = (told.num_files(), len(padding), told.total_size(), told.size_on_disk(), b"files" in whole[b"info"])
read = torf.Torrent.read("both.torrent")
old = Torrent.from_file("both.torrent")
by_torf, by_torrentool = sorted(map(str, read.files)), sorted(file.name for file in old.files)
print("libtorrent: files, padding, total_size, size_on_disk, a list of files in the torrent", listed)
print("torf", by_torf, read.size, "torrentool", by_torrentool, old.total_size)
assert listed == {"both": (6, 3, 180224, 145001, True), "v2": (6, 3, 180224, 145001, False)}
wanted = ["film/.pad/11384", "film/.pad/14688", "film/.pad/9151", "film/extra/cover.jpg", "film/film.mkv", "film/film.srt"]
assert by_torf == by_torrentool == wanted and read.size == old.total_size == 180224
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import parseTorrent from 'parse-torrent'
import parseTorrentFile from 'parse-torrent-file'

const torrent = readFileSync('both.torrent')
for (const { files, length } of [await parseTorrent(torrent), parseTorrentFile(torrent)]) {
  console.log(files.map(({ path }) => path), length)
  assert.equal(files.filter(({ path }) => path.startsWith('film/.pad/')).length, 3)
  assert.deepEqual([files.length, length], [6, 180224])
}
JS
node look.mjs
