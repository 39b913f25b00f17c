#!/usr/bin/env bash
# korean_romanizer 0.28.0 (PyPI): words whose consonants change each other.
#
# It says that it follows the Revised Romanization of Korean, which writes what is spoken: 신라 is Silla, 종로 Jongno, 독립문 Dongnimmun,
# 학여울 Hangnyeoul, which are the examples of the standard itself. The library writes sinra, jongro, dokripmun and hagyeoul. Names
# of people are right: the standard writes those syllable by syllable.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet korean_romanizer==0.28.0
"$work/venv/bin/python" - <<'PY'
from korean_romanizer.romanizer import Romanizer

SEEN = {"신라": "sinra", "종로": "jongro", "독립문": "dokripmun", "학여울": "hagyeoul", "박지훈": "bakjihun"}
for word, expected in SEEN.items():
    seen = Romanizer(word).romanize()
    print(word, seen)
    assert seen == expected
PY
