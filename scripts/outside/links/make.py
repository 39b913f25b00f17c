"""Small films with their torrents, in a folder of their own, and a line of the import for each: make.py FOLDER"""

import base64
import json
import pathlib
import random
import sys

import libtorrent

# A flag that the bindings do not name.
V1_ONLY = 64
# The name of the link, the name of the file, and how the import writes the hash.
FILMS = {
    "LNK-001": ("LNK-001 雾岭的四季 1080p", "LNK-001.mp4", "hex"),
    "LNK-002": ("山谷里的清晨与海边的黄昏" * 8 + "四个季节", "山谷里的清晨与海边的黄昏" * 5 + "山谷.mp4", "hex"),
    "LNK-003": ('<em>LNK-003</em> A&B=100% #1 + "x" <y>/z\\?', "LNK-003.mp4", "HEX"),
    "LNK-004": ("LNK-004 無字幕・字幕あり ① ﾃｽﾄ", "LNK-004.mp4", "base32"),
}


def make(folder: pathlib.Path) -> None:
    folder.mkdir()
    for at, (number, (name, file, form)) in enumerate(FILMS.items()):
        (folder / file).write_bytes(random.Random(at).randbytes(300_000 + at))
        storage = libtorrent.file_storage()
        libtorrent.add_files(storage, str(folder / file))
        made = libtorrent.create_torrent(storage, flags=V1_ONLY)
        libtorrent.set_piece_hashes(made, str(folder))
        torrent = folder / f"{number}.torrent"
        torrent.write_bytes(libtorrent.bencode(made.generate()))
        digits = str(libtorrent.torrent_info(str(torrent)).info_hashes().v1)
        written = {"hex": digits, "HEX": digits.upper(), "base32": base64.b32encode(bytes.fromhex(digits)).decode()}[form]
        magnet = {"name": name, "infoHash": written, "length": 300_000 + at, "createTime": "2026-01-10 08:00:00"}
        line = {"channel": "censored", "number": number, "title": "链接", "pubTime": "2026-01-01", "magnets": [magnet]}
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))
