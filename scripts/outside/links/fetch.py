"""Copies the links as a member does, and has each client download them: fetch.py ORIGIN FOLDER"""

import contextlib
import http.server
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from typing import Any, Callable

import libtorrent
from make import FILMS
from people import Person
from table import Table, same

ORIGIN, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
TABLE = Table()
TIMEOUT = 60


def soon(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {TIMEOUT} s: {what}")
        time.sleep(0.2)


def own_address() -> str:
    """A local address that is not loopback, from which Transmission accepts no peers. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anywhere:
        anywhere.connect(("192.0.2.1", 9))
        return anywhere.getsockname()[0]


class Tracker(http.server.BaseHTTPRequestHandler):
    """A tracker with one peer for every film."""

    def do_GET(self) -> None:
        peer = socket.inet_aton(own_address()) + int((FOLDER / "seed-port").read_text()).to_bytes(2, "big")
        body = b"d8:intervali60e5:peers6:" + peer + b"e"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        # A client that stops does not wait for the response.
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


tracker = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tracker)
threading.Thread(target=tracker.serve_forever, daemon=True).start()
TRACKER = f"http://127.0.0.1:{tracker.server_address[1]}/announce"
soon((FOLDER / "seed-port").exists, "the peer is there")


def shown(name: str) -> str:
    """The name in a link: without markup, and short enough for a file name."""
    plain = name.replace("<em>", "").replace("</em>", "").strip()
    while len(plain.encode()) > 200:
        plain = plain[:-1]
    return plain.strip()


def digits_of(number: str) -> str:
    return str(libtorrent.torrent_info(str(FOLDER / "films" / f"{number}.torrent")).info_hashes().v1)


def is_whole(folder: pathlib.Path, file: str) -> bool:
    fetched = folder / file
    return fetched.exists() and fetched.read_bytes() == (FOLDER / "films" / file).read_bytes()


def by_libtorrent(link: str, folder: pathlib.Path, file: str) -> None:
    session = libtorrent.session({"enable_dht": False, "enable_lsd": False})
    parameters = libtorrent.parse_magnet_uri(link)
    parameters.save_path, parameters.trackers = str(folder), [TRACKER]
    session.add_torrent(parameters)
    soon(lambda: is_whole(folder, file), file)
    session.pause()


def by_aria2(link: str, folder: pathlib.Path, file: str) -> None:
    ran = subprocess.run(
        ["aria2c", f"--dir={folder}", f"--bt-tracker={TRACKER}", "--enable-dht=false", "--bt-enable-lpd=false", "--seed-time=0",
         f"--bt-stop-timeout={TIMEOUT}", "--bt-save-metadata=true", "--listen-port=20000-40000", "--console-log-level=warn", link],
        capture_output=True, text=True, timeout=2 * TIMEOUT,
    )
    if ran.returncode or not is_whole(folder, file):
        raise AssertionError(f"exit {ran.returncode}: {ran.stdout[-400:]}")


def by_transmission(link: str, folder: pathlib.Path, file: str) -> None:
    settings, log = folder / "settings", folder / "log"
    settings.mkdir()
    # A connection over UDP that fails is tried again minutes later only.
    (settings / "settings.json").write_text(json.dumps({"utp-enabled": False, "dht-enabled": False, "lpd-enabled": False}))
    with log.open("w") as said:
        process = subprocess.Popen(
            ["transmission-cli", "-g", str(settings), "-w", str(folder), "-M", f"{link}&tr={urllib.parse.quote(TRACKER, '')}"],
            stdout=said, stderr=said,
        )
        try:
            soon(lambda: is_whole(folder, file), file)
        finally:
            process.terminate()
            process.wait(TIMEOUT)
    errors = [line for line in log.read_text(errors="replace").splitlines() if "name too long" in line.lower()]
    same(errors, [], "what it said")
    same(len(list((settings / "torrents").glob("*.torrent"))), 1, "the torrent that it keeps")


person = Person(ORIGIN).register("linker")
for number, (name, file, _) in FILMS.items():
    with TABLE.check(f"{number}: hash and name of the link, as libtorrent reads them"):
        row, = person.get(f"/v2/dht/list?keyword={number}")["rows"]
        link = person.post("/v2/dht/copy", {"id": row["id"]})["data"]["magnet"]
        read = libtorrent.parse_magnet_uri(link)
        same((str(read.info_hashes.v1), read.name), (digits_of(number), shown(name)))
    for by in (by_libtorrent, by_aria2, by_transmission):
        with TABLE.check(f"{number}: downloaded {by.__name__.replace('_', ' ')}"):
            folder = FOLDER / f"{number}-{by.__name__}"
            folder.mkdir()
            by(link, folder, file)
with TABLE.check("LNK-002: the name of the link is short enough for a file name"):
    row, = person.get("/v2/dht/list?keyword=LNK-002")["rows"]
    link = person.post("/v2/dht/copy", {"id": row["id"]})["data"]["magnet"]
    name = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["dn"][0]
    same(len(name.encode()) <= 200 and "\ufffd" not in name, True, name)
TABLE.end()
