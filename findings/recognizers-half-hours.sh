#!/usr/bin/env bash
# @microsoft/recognizers-text-suite 1.3.1 (npm): lengths, hours and numbers in Chinese. cn2an 0.5.24 (PyPI) reads the numbers.
#
# The suite lists Chinese among the languages whose numbers, dates and durations it supports, and reads much that others do not: 一小时半, 两万三 and
# 二百五 are right. Of 一个半小时, which is how one says an hour and a half, it takes 半小时 alone: 1800 seconds in place of 5400, and as many for
# 两个半小时 and 三个半小时. Twelve at night is noon with each word for the night, 凌晨, 半夜 and 早上; 晚上12点 is midnight, so that a test with
# that one passes. 廿 (twenty) is left out: 廿三 is 3, and 廿八日 the eighth. Nothing says that a part of the text was passed over, but for its
# place in the text.
#
# Seen: as asserted below; durations in seconds.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet cn2an==0.5.24
npm install --silent --no-audit --no-fund --prefix "$work" @microsoft/recognizers-text-suite@1.3.1 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import suite from '@microsoft/recognizers-text-suite'

const time = (text) =>
  suite.recognizeDateTime(text, 'zh-cn', undefined, new Date(2026, 0, 7, 10)).map((found) => [found.text, found.resolution.values[0].value])
const number = (text) => suite.recognizeNumber(text, 'zh-cn').map((found) => [found.text, found.resolution.value])
const seen = {}
for (const text of ['一小时半', '1.5小时', '一个半小时', '两个半小时', '三个半小时', '晚上12点', '凌晨十二点', '半夜十二点', '早上十二点半', '廿八日']) {
  seen[text] = time(text)
}
for (const text of ['两万三', '二百五', '二十三', '廿三']) seen[text] = number(text)
console.log(seen)
assert.deepEqual(seen, {
  一小时半: [['一小时半', '5400']],
  '1.5小时': [['1.5小时', '5400']],
  一个半小时: [['半小时', '1800']],
  两个半小时: [['半小时', '1800']],
  三个半小时: [['半小时', '1800']],
  晚上12点: [['晚上12点', '00:00:00']],
  凌晨十二点: [['凌晨十二点', '12:00:00']],
  半夜十二点: [['半夜十二点', '12:00:00']],
  早上十二点半: [['早上十二点半', '12:30:00']],
  廿八日: [['八日', '2025-12-08']],
  两万三: [['两万三', '23000']],
  二百五: [['二百五', '250']],
  二十三: [['二十三', '23']],
  廿三: [['三', '3']],
})
JS
node look.mjs
venv/bin/python -c "import cn2an; assert cn2an.cn2an('廿三', 'smart') == 23, cn2an.cn2an('廿三', 'smart')"
