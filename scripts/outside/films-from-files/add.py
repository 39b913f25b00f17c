"""Adds the films: add.py PROGRAM SITE SOURCES FILE prints a table, and writes what the player has to show."""

import json
import pathlib
import sys
import time

from kinds import KINDS, NUMBERS, SECONDS
from people import Person
from program import Site, probe
from table import Table, same

table = Table()
site = Site(sys.argv[1], sys.argv[2])
sources = pathlib.Path(sys.argv[3])
origin = next(line.split("=", 1)[1] for line in (site.folder / ".env").read_text().splitlines() if line.startswith("BIND="))
ids = {row["number"]: row["id"] for row in Person(f"http://{origin}").get("/v2/works/detail/list?keyword=FLF&pageSize=100")["rows"]}
films = []
for kind, (file, _, expected) in KINDS.items():
    number = NUMBERS[kind]
    qualities = expected.get("qualities", ["360p"])
    film = {"kind": kind, "number": number, "id": ids[number], "seconds": SECONDS, "qualities": qualities, "sounds": 1, "subtitles": 0, **expected}
    begun = time.monotonic()
    status, said = site.add(sources / number / file, number)
    with table.check(f"{kind}: {', '.join(qualities)}, in {time.monotonic() - begun:.1f} s"):
        same(status, 0, said)
        same(f"{', '.join(qualities)}; {film['sounds']} audio tracks, {film['subtitles']} subtitles." in said, True, said)
        same(site.state(number), 1, "isOnline")
        target = site.streams / ids[number]
        builds = [path for path in target.iterdir() if path.is_dir()]
        same(len(builds), 1, "folders")
        for quality in qualities:
            played = probe(builds[0] / quality / "index.m3u8", "stream=codec_name,profile,pix_fmt") or ""
            same(played.strip().split("\n")[0].replace("Constrained Baseline", "High"), "h264,High,yuv420p", quality)
        same((builds[0] / "cover.jpg").is_file() and (builds[0] / "stills/1.jpg").is_file(), True, "pictures")
        same(site.left(), [], "left")
    films.append(film)
pathlib.Path(sys.argv[4]).write_text(json.dumps(films))
table.end()
