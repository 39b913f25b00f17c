"""A peer that has every film of a folder; its port goes to a file: seed.py FOLDER FILE"""

import pathlib
import socket
import sys
import time

import libtorrent

FOLDER = pathlib.Path(sys.argv[1])
with socket.socket() as free:
    free.bind(("0.0.0.0", 0))
    PORT = free.getsockname()[1]
session = libtorrent.session({
    "listen_interfaces": f"0.0.0.0:{PORT}", "enable_dht": False, "enable_lsd": False, "enable_upnp": False, "enable_natpmp": False,
    "allow_multiple_connections_per_ip": True,
})
for torrent in FOLDER.glob("*.torrent"):
    parameters = libtorrent.add_torrent_params()
    parameters.ti, parameters.save_path = libtorrent.torrent_info(str(torrent)), str(FOLDER)
    session.add_torrent(parameters)
while not all(handle.status().is_seeding for handle in session.get_torrents()):
    time.sleep(0.1)
draft = pathlib.Path(f"{sys.argv[2]}.tmp")
draft.write_text(str(PORT))
draft.rename(sys.argv[2])
while True:
    time.sleep(60)
