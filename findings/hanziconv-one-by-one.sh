#!/usr/bin/env bash
# hanziconv 0.3.2 (PyPI): conversion without words.
#
# It takes the character that its table has first and looks at no other, in both directions. 后面 becomes 後麵 (behind noodles), 台湾
# becomes 颱灣, 山谷 becomes 山榖, 松下 becomes 鬆下. Into simplified characters, where one thinks that nothing can go wrong, names and
# words change too: 乾隆 becomes 干隆, 瞭望 becomes 了望, 著名 becomes 着名, 慰藉 becomes 慰借; and 昇 of names stays as it is.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet hanziconv==0.3.2
"$work/venv/bin/python" - <<'PY'
from hanziconv import HanziConv

TRADITIONAL = {"后面": "後麵", "台湾": "颱灣", "山谷": "山榖", "松下": "鬆下", "茶几": "茶幾", "头发": "頭發"}
SIMPLIFIED = {"乾隆": "干隆", "瞭望": "了望", "著名": "着名", "慰藉": "慰借", "昇華": "昇华", "電影": "电影"}
for convert, wanted in ((HanziConv.toTraditional, TRADITIONAL), (HanziConv.toSimplified, SIMPLIFIED)):
    for text, expected in wanted.items():
        seen = convert(text)
        print(text, seen)
        assert seen == expected, text
PY
