#!/usr/bin/env bash
# opencc 1.1.9 (PyPI): Japanese forms, and Chinese text among them.
#
# A catalogue mixes Japanese, traditional and simplified names, so one folds all to one form. No configuration does it alone:
# - t2s leaves Japan's own forms as they are: 沢 and 渋 do not become 泽 and 涩.
# - jp2t folds them, but takes Chinese characters for Japanese ones that look the same, and makes other words of simplified text:
#   欠条 (an IOU) becomes 缺條, 予以 becomes 豫以, 沪上 (Shanghai) becomes 濾上; after t2s they are 缺条, 豫以, 滤上.
# - Variants of names are left by both: 﨑, 髙.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet opencc==1.1.9
"$work/venv/bin/python" - <<'PY'
import opencc

to_simplified, from_japanese = opencc.OpenCC("t2s"), opencc.OpenCC("jp2t")
seen = {
    word: (to_simplified.convert(word), to_simplified.convert(from_japanese.convert(word)))
    for word in ("滝沢", "渋谷", "欠条", "予以", "沪上", "山﨑", "髙")
}
for word, (alone, after) in seen.items():
    print(f"{word}: t2s {alone}, jp2t and t2s {after}")
assert seen["滝沢"][0] == "滝沢" and seen["渋谷"][0] == "渋谷"
assert seen["渋谷"][1] == "涩谷"
assert [seen[word][1] for word in ("欠条", "予以", "沪上")] == ["缺条", "豫以", "滤上"]
assert seen["山﨑"] == ("山﨑", "山﨑") and seen["髙"] == ("髙", "髙")
PY
