#!/usr/bin/env bash
# chrono-node 2.10.3 (npm), its parsers of Chinese: midnight, quarters of an hour, and days of the month.
#
# They know the words of a Chinese clock, so one tests 下午三点半 and trusts the rest. Twelve with a word for the night is noon: 晚上12点 is the middle of
# that day, twelve hours off, while the evening's other hours are right (晚上十点半 is 22:30). One at noon, 中午一点, is 1:00 at night. A quarter
# (刻) is one minute: 十二点三刻, a quarter to one, is 12:03. And the parser of traditional Chinese reads a day in characters up to its tens: 十二月二十三日 is the
# 20th, 十二月三十一日 the 30th, where that of simplified Chinese has the right day. The parser of both, chrono.zh, has that right, and does not
# know 后天 and 3天前 (the day after tomorrow, three days ago), which the parser of simplified Chinese does. Nothing is refused: each of
# the wrong ones is a certain time.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3
cat >check.mjs <<'JS'
import assert from "node:assert";
import { zh } from "chrono-node";

const now = new Date(2026, 0, 7, 12, 0);
const pad = (number) => String(number).padStart(2, "0");
const read = (parser, text) => {
  const found = parser.parseDate(text, now);
  return found && `${pad(found.getMonth() + 1)}-${pad(found.getDate())} ${pad(found.getHours())}:${pad(found.getMinutes())}`;
};
const expect = (parser, text, wanted) => {
  const found = read(parser, text);
  console.log(text, found);
  assert.equal(found, wanted);
};

expect(zh.hans, "下午三点半", "01-07 15:30");
expect(zh.hans, "晚上十点半", "01-07 22:30");
for (const [simplified, traditional] of [["晚上12点", "晚上12點"], ["今晚十二点", "今晚十二點"], ["半夜十二点", "半夜十二點"]]) {
  expect(zh.hans, simplified, "01-07 12:00");
  expect(zh.hant, traditional, "01-07 12:00");
}
expect(zh.hans, "1月20日晚上12点", "01-20 12:00");
expect(zh.hans, "中午一点", "01-07 01:00");
expect(zh.hans, "十二点三刻", "01-07 12:03");
expect(zh.hant, "下午三點一刻", "01-07 15:01");

expect(zh.hant, "十二月二十日", "12-20 12:00");
for (const [text, day, tens] of [["十二月二十三日", 23, 20], ["十月二十一日", 21, 20], ["十二月三十一日", 31, 30]]) {
  const month = text.startsWith("十二") ? 12 : 10;
  expect(zh.hans, text, `${month}-${day} 12:00`);
  expect(zh, text, `${month}-${day} 12:00`);
  expect(zh.hant, text, `${month}-${tens} 12:00`);
}
expect(zh.hans, "后天", "01-09 12:00");
expect(zh.hans, "3天前", "01-04 12:00");
expect(zh, "后天", null);
expect(zh, "3天前", null);
JS
node check.mjs
