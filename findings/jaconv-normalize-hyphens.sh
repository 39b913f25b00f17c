#!/usr/bin/env bash
# jaconv 0.5.0 (PyPI), its normalize(), and full-width hyphens. mojimoji 0.0.13 (PyPI) narrows the same texts.
#
# normalize() takes half-width katakana and full-width letters to their usual forms: Unicode's NFKC, and a wave dash becomes a long vowel, as
# its page shows (ティロフィナ〜). NFKC makes a hyphen of the full-width hyphen-minus, which Japanese keyboards type within
# numbers. normalize() makes the long vowel of that, too, and of dashes, whatever stands beside it: the letters and digits of ＡＢＣ－１２３ are
# narrow afterwards, the hyphen is ー, so that neither the number nor a telephone number, nor －５ degrees, is found again. A
# narrow hyphen stays, and ‐ (U+2010) becomes one.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet jaconv==0.5.0 mojimoji==0.0.13
"$work/venv/bin/python" - <<'PY'
import unicodedata

import jaconv
import mojimoji

for text, normalized, usual in (
    ("ＡＢＣ－１２３", "ABCー123", "ABC-123"),
    ("０３－１２３４－５６７８", "03ー1234ー5678", "03-1234-5678"),
    ("－５", "ー5", "-5"),
    ("ABC-123", "ABC-123", "ABC-123"),
):
    seen = jaconv.normalize(text)
    print(text, seen)
    assert seen == normalized, seen
    assert unicodedata.normalize("NFKC", text) == usual
    assert mojimoji.zen_to_han(text) == usual
assert jaconv.normalize("ABC‐123") == "ABC-123"
assert jaconv.normalize("ﾃｨﾅ") == "ティナ"
PY
