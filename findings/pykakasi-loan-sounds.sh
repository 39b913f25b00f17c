#!/usr/bin/env bash
# pykakasi 2.3.0 (PyPI): foreign sounds of kana in Hepburn's spelling, one row right and the next wrong.
#
# Names such as ディーン and ティナ differ in one mark, and Hepburn, as extended for foreign sounds, has diin and tina. The library has
# di, fi, va and che, and neither ti nor je nor she: teina, jieen, shierii. So a test with フィオナ or ヴァイオレット says that it knows
# these sounds, and a search in Latin letters still loses every ティナ, ジェーン and シェリー.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pykakasi==2.3.0
venv/bin/python - <<'PY'
import pykakasi

kakasi = pykakasi.kakasi()
names = ["ディーン", "フィオナ", "ヴァイオレット", "チェロ", "ティナ", "ジェーン", "シェリー"]
seen = {name: "".join(part["hepburn"] for part in kakasi.convert(name)) for name in names}
print(seen)
assert seen == {
    "ディーン": "diin",
    "フィオナ": "fiona",
    "ヴァイオレット": "vaioretto",
    "チェロ": "chero",
    "ティナ": "teina",
    "ジェーン": "jieen",
    "シェリー": "shierii",
}
PY
