#!/usr/bin/env bash
# cn2an 0.5.24 (PyPI), its transform(): numbers within a sentence, in both directions.
#
# Its page promises to convert the numbers of a sentence and knows dates, fractions and percentages: 2026年1月5日 is 二零二六年一月五日. It has
# no notion of where a number ends. A hyphen is a minus wherever it stands: 2026-01-05 is "two thousand and twenty-six minus one
# minus five", an issue 3-4 is three minus four. In the other direction every character that can be a digit is one: 零下三十八度 (38 below
# zero) loses its meaning, 十分好看 (very pretty) is ten minutes, 半斤八两 half a pound and 82, and the film 八佰 is 800. Nothing is raised;
# titles that go through it to be searched are others.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet cn2an==0.5.24 'setuptools<81'
"$work/venv/bin/python" -W ignore - <<'PY'
import cn2an

for text, method, seen in (
    ("2026年1月5日", "an2cn", "二零二六年一月五日"),
    ("2026-01-05", "an2cn", "二千零二十六负一负五"),
    ("第3-4期", "an2cn", "第三负四期"),
    ("二零二六年一月五日", "cn2an", "2026年1月5日"),
    ("零下三十八度", "cn2an", "0下38度"),
    ("十分好看", "cn2an", "10分好看"),
    ("半斤八两", "cn2an", "0.5斤82"),
    ("八佰", "cn2an", "800"),
):
    print(text, cn2an.transform(text, method))
    assert cn2an.transform(text, method) == seen
PY
