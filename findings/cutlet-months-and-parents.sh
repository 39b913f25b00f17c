#!/usr/bin/env bash
# cutlet 0.5.2 with the dictionary unidic-lite 1.0.8 (PyPI): months and parents in Latin letters. pykakasi 2.3.0
# (PyPI) reads the same words.
#
# cutlet knows words and their readings, not characters: 一人 is hitori, 二十日 hatsuka, 今日 kyou. So one trusts it with titles. But the
# dictionary cuts 四月 and お母さん into pieces, and each piece gets its own commonest reading: April, July and September are yon gatsu,
# nana gatsu and kyuu gatsu (shigatsu, shichigatsu, kugatsu), 4月 is "4 tsuki", three bottles are mimoto (sanbon), and father and mother
# ochichisan and ohahasan (otousan, okaasan), which are no words. Titles with the other nine months are right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet cutlet==0.5.2 fugashi==1.5.2 unidic-lite==1.0.8 pykakasi==2.3.0 'setuptools<81'
"$work/venv/bin/python" -W ignore - <<'PY'
import cutlet
import pykakasi

reader = cutlet.Cutlet()
other = pykakasi.kakasi()
for text, seen, right in (
    ("四月", "Yon gatsu", "shigatsu"),
    ("七月", "Nana gatsu", "shichigatsu"),
    ("九月", "Kyuu gatsu", "kugatsu"),
    ("三本", "Mimoto", "sanbon"),
    ("お母さん", "Ohahasan", "okaasan"),
    ("お父さん", "Ochichisan", "otousan"),
):
    letters = "".join(part["hepburn"] for part in other.convert(text))
    print(text, reader.romaji(text), letters)
    assert reader.romaji(text) == seen, reader.romaji(text)
    assert letters == right, letters
assert reader.romaji("4月") == "4 tsuki"
for text, seen in (("一人", "Hitori"), ("二十日", "Hatsuka"), ("今日", "Kyou"), ("十月", "Juu gatsu")):
    assert reader.romaji(text) == seen, reader.romaji(text)
PY
