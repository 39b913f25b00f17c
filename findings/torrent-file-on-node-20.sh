#!/usr/bin/env bash
# @ctrl/torrent-file 4.4.0, which npm takes on Node.js 20, and 4.5.1, which it takes on later ones. The torrents are made with libtorrent
# 2.1.1 (PyPI).
#
# BEP 3 makes the hash of a torrent that of its info as it stands in the file. 4.4.0 writes lists again with both brackets in front, so that
# the hash of a torrent with a list of files is of no torrent; of one file it is right, and names, sizes and pieces are right for all.
# 4.5.1 does it well, but its package says node ">20", which means 21 and later; npm then leaves the newest version out without a word,
# and "npm install" on a Node 20 of the newest date brings the faulty one. parse-torrent 11.0.24 (npm) gives the right hash.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet libtorrent==2.1.1
npm install --silent --no-audit --no-fund --prefix "$work" old@npm:@ctrl/torrent-file@4.4.0 new@npm:@ctrl/torrent-file@4.5.1 \
  parse-torrent@11.0.24 >/dev/null
mkdir film
head -c 100000 /dev/zero >film/film.mkv
venv/bin/python -W ignore - <<'PY'
import json
from pathlib import Path

import libtorrent

hashes = {}
for name in ("one", "two"):
    if name == "two":
        Path("film/film.srt").write_bytes(b"1")
    files = libtorrent.file_storage()
    libtorrent.add_files(files, "film/film.mkv" if name == "one" else "film")
    made = libtorrent.create_torrent(files, flags=libtorrent.create_torrent.v1_only)
    libtorrent.set_piece_hashes(made, "film" if name == "one" else ".")
    Path(f"{name}.torrent").write_bytes(libtorrent.bencode(made.generate()))
    hashes[name] = str(libtorrent.torrent_info(f"{name}.torrent").info_hashes().v1)
Path("hashes.json").write_text(json.dumps(hashes))
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import * as newer from 'new'
import * as old from 'old'
import parseTorrent from 'parse-torrent'

const engines = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).engines.node
const seen = { engines: [engines('old'), engines('new')] }
for (const [name, hash] of Object.entries(JSON.parse(readFileSync('hashes.json', 'utf8')))) {
  const torrent = new Uint8Array(readFileSync(`${name}.torrent`))
  const { infoHash } = await parseTorrent(torrent)
  seen[name] = { old: (await old.hash(torrent)) === hash, new: (await newer.hash(torrent)) === hash, 'parse-torrent': infoHash === hash }
}
console.log(seen)
assert.deepEqual(seen, {
  engines: ['>=18', '>20'],
  one: { old: true, new: true, 'parse-torrent': true },
  two: { old: false, new: true, 'parse-torrent': true },
})
JS
node look.mjs
if node -e 'process.exit(process.versions.node.startsWith("20.") ? 0 : 1)'; then
  mkdir plain
  npm install --silent --no-audit --no-fund --prefix plain @ctrl/torrent-file >/dev/null
  taken=$(node -p 'JSON.parse(require("fs").readFileSync("plain/node_modules/@ctrl/torrent-file/package.json")).version')
  echo "npm install on Node.js 20 takes $taken"
  [ "$taken" = 4.4.0 ]
fi
