#!/usr/bin/env bash
# guessit 4.2.1 (PyPI): a catalogue number in a file's name.
#
# Letters, a hyphen and three or four digits are taken for the title of a series, its season and the episode: MTN-104 is the fourth of
# season 1 of "MTN", and what stands behind it is the title of the episode. Zeros make a season 0. Told that it is a film, guessit
# keeps the number, but as the beginning of the title. There is no field that holds it either way.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet guessit==4.2.1
"$work/venv/bin/python" - <<'PY'
from guessit import guessit

WANTED = {
    "MTN-104.1080p.mp4": ("episode", "MTN", 1, 4), "SEA-002 Salt Lake 1080p.mp4": ("episode", "SEA", 0, 2),
    "ABC-1203 中字 1080p.mp4": ("episode", "ABC", 12, 3), "T28-621.mp4": ("episode", "T28", 6, 21),
}
for name, wanted in WANTED.items():
    found = guessit(name)
    seen = found["type"], found["title"], found.get("season"), found.get("episode")
    print(name, *seen)
    assert seen == wanted, name
film = guessit("MTN-104 雾岭的四季 1080p.mp4", {"type": "movie"})
print("as a film:", dict(film))
assert film["title"] == "MTN-104 雾岭的四季" and "season" not in film
PY
