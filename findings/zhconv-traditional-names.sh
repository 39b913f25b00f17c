#!/usr/bin/env bash
# zhconv 1.4.3 (PyPI): simplified text made traditional.
#
# It converts by MediaWiki's tables, words before characters, so one expects of it what Wikipedia shows. Among the words some of the
# commonest are missing: 里 of a distance becomes the inside of something (公里 becomes 公裏, 万里 becomes 萬裏), and characters that are
# surnames, or the same in both scripts, become others: 范仲淹 becomes 範仲淹, 岳父 becomes 嶽父, 于先生 becomes 於先生. Made simplified
# again by the same program they are what they were, so that a test there and back finds nothing. opencc 1.1.9 leaves them right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet zhconv==1.4.3 opencc==1.1.9
"$work/venv/bin/python" - <<'PY'
import opencc
import zhconv

WANTED = {
    "公里": ("公裏", "公里"), "万里": ("萬裏", "萬里"), "范仲淹": ("範仲淹", "范仲淹"), "岳父": ("嶽父", "岳父"),
    "后面": ("後面", "後面"), "皇后": ("皇后", "皇后"), "头发": ("頭髮", "頭髮"),
}
to_traditional = opencc.OpenCC("s2t")
for text, (by_zhconv, by_opencc) in WANTED.items():
    seen = zhconv.convert(text, "zh-hant"), to_traditional.convert(text)
    back = zhconv.convert(seen[0], "zh-hans")
    print(f"{text}: zhconv {seen[0]}, back {back}; opencc {seen[1]}")
    assert seen == (by_zhconv, by_opencc) and back == text, text
PY
