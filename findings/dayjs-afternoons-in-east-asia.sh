#!/usr/bin/env bash
# dayjs 1.11.23 (npm), its plugin customParseFormat, and its locales ja, ko and zh-cn. date-fns 4.4.0, luxon 3.7.2 and moment 2.31.0 (npm) beside it.
#
# The plugin's documentation lists A, the words for the halves of the day, among what it parses, and a locale as third argument. Chinese,
# Japanese and Korean write 12-hour times with such words. dayjs formats them and does not read its own text again: it asks the
# locale for the word of each hour from 1 on, and takes the first word that the text has for the afternoon's only if that hour is beyond 12.
# 午後 and 오후 begin with hour 12 itself, so each Japanese and Korean afternoon becomes the morning, twelve hours early, with isValid()
# true. In Chinese only 中午, noon, does, whose hour stands in the locale's own long format LLL. moment, from which dayjs has the tokens,
# and luxon read all 24 hours again, as does date-fns with `a`; with `B`, the parts of the day, it cannot read its own words of zh-CN for the
# hours before noon (夜间, 早晨).
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund dayjs@1.11.23 date-fns@4.4.0 luxon@3.7.2 moment@2.31.0
cat >check.mjs <<'JS'
import assert from "node:assert";
import dayjs from "dayjs";
import parsing from "dayjs/plugin/customParseFormat.js";
import localized from "dayjs/plugin/localizedFormat.js";
import "dayjs/locale/ja.js";
import "dayjs/locale/ko.js";
import "dayjs/locale/zh-cn.js";
import { format, parse } from "date-fns";
import { zhCN } from "date-fns/locale";
import { DateTime } from "luxon";
import moment from "moment";
import "moment/locale/ja.js";
import "moment/locale/ko.js";
import "moment/locale/zh-cn.js";

dayjs.extend(parsing);
dayjs.extend(localized);
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const at = (hour) => new Date(2026, 0, 5, hour, 30);
const WRITTEN = "YYYY-MM-DD A h:mm";
const afternoon = hours.slice(12);

/** The hours whose text is not read as what it was written from. */
const wrong = (again) => hours.filter((hour) => Number(again(at(hour))) !== Number(at(hour)));
for (const [locale, expected] of [["ja", afternoon], ["ko", afternoon], ["zh-cn", [12]]]) {
  const found = wrong((time) => dayjs(dayjs(time).locale(locale).format(WRITTEN), WRITTEN, locale).valueOf());
  console.log("dayjs", locale, found.join(" "));
  assert.deepEqual(found, expected);
  assert.deepEqual(wrong((time) => moment(moment(time).locale(locale).format(WRITTEN), WRITTEN, locale).valueOf()), []);
}
for (const locale of ["ja", "ko", "zh-CN"]) {
  const written = "yyyy-MM-dd a h:mm";
  const again = (time) => DateTime.fromFormat(DateTime.fromJSDate(time).setLocale(locale).toFormat(written), written, { locale });
  assert.deepEqual(wrong((time) => again(time).toMillis()), []);
}
const read = dayjs("2026-01-05 午後 3:30", WRITTEN, "ja");
assert.equal(read.format("HH:mm"), "03:30");
assert.ok(read.isValid());
const noon = dayjs(at(12)).locale("zh-cn").format("LLL");
console.log(noon, dayjs(noon, "LLL", "zh-cn").format("HH:mm"));
assert.equal(noon, "2026年1月5日中午12点30分");
assert.equal(dayjs(noon, "LLL", "zh-cn").format("HH:mm"), "00:30");

const parts = (token) => wrong((time) => {
  const written = `yyyy-MM-dd ${token} h:mm`;
  return parse(format(time, written, { locale: zhCN }), written, at(0), { locale: zhCN });
});
console.log("date-fns zh-CN a:", parts("a").join(" "), " B:", parts("B").join(" "), format(at(8), "B h:mm", { locale: zhCN }));
assert.deepEqual(parts("a"), []);
assert.deepEqual(parts("B"), hours.slice(0, 12));
JS
node check.mjs
