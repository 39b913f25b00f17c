#!/usr/bin/env bash
# pypinyin 0.55.0 (PyPI) and pinyin-pro 3.29.4 (npm): words in traditional characters.
#
# Both read a character by the word that it stands in, and both know traditional characters, so one thinks that they read
# traditional words. Their words are simplified: of a traditional one each character gets its commonest reading, without a sign
# that no word was found. 重慶 is zhong qing (重庆: chong qing), 音樂 yin le, 銀行 yin xing, 睡覺 shui jue, 會計 hui ji, 廈門 sha men.
# Text has to be made simplified first, by something that does not change other words.
#
# Seen: as asserted below, the same in both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pypinyin==0.55.0
npm install --silent --no-audit --no-fund --prefix "$work" pinyin-pro@3.29.4 >/dev/null
words='重慶 重庆 音樂 音乐 銀行 银行 睡覺 睡觉 會計 会计 廈門 厦门'
cat >read.py <<'PY'
import sys

from pypinyin import lazy_pinyin

for word in sys.argv[1:]:
    print(word, *lazy_pinyin(word))
PY
cat >read.mjs <<'JS'
import { pinyin } from 'pinyin-pro'

for (const word of process.argv.slice(2)) console.log(word, pinyin(word, { toneType: 'none' }))
JS
read -ra each <<<"$words"
venv/bin/python read.py "${each[@]}" | tee by-python
node read.mjs "${each[@]}" >by-node
diff by-python by-node
diff by-python - <<'WANTED'
重慶 zhong qing
重庆 chong qing
音樂 yin le
音乐 yin yue
銀行 yin xing
银行 yin hang
睡覺 shui jue
睡觉 shui jiao
會計 hui ji
会计 kuai ji
廈門 sha men
厦门 xia men
WANTED
