#!/usr/bin/env bash
# ics 3.12.0, ts-ics 2.4.6 and node-ical 0.26.1 (npm), and ics 0.7.3 (PyPI): categories of an event in iCalendar. ical-generator 10.2.0, ical.js
# 2.2.1 (npm) and icalendar 7.3.2 (PyPI) beside them.
#
# CATEGORIES is a list of texts: a comma within a text is written \, and the property may be there more than once (RFC 5545, 3.8.1.2). Both writers
# of npm put the backslash before commas of a title and a place, as one would test, and not before those of a category, though they take categories
# as a list: ["Sci-Fi, fantasy", "剧情"] are three in any calendar. ical-generator writes two. Reading, node-ical and ts-ics cut at every comma first, and
# leave the backslash behind: "Sci-Fi\" and "fantasy". Of an event with two lines of CATEGORIES, ts-ics keeps the second alone and
# ics of Python refuses the file; that one has the comma right. ical.js and icalendar read all of it.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet icalendar==7.3.2 ics==0.7.3
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ics@3.12.0 ts-ics@2.4.6 node-ical@0.26.1 ical-generator@10.2.0 ical.js@2.2.1
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import ICAL from "ical.js";
import generator from "ical-generator";
import { createEvent } from "ics";
import nodeIcal from "node-ical";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";

const categories = ["Sci-Fi, fantasy", "剧情"];
const day = new Date("2026-01-05T12:00:00Z");
const lines = (text) => text.split("\r\n").filter((line) => line.startsWith("CATEGORIES"));

const byIcs = createEvent({ title: "灯塔, 甲", start: [2026, 1, 5, 20, 0], duration: { hours: 2 }, categories }).value;
assert.ok(byIcs.includes("SUMMARY:灯塔\\, 甲"));
const event = { uid: "1@example.org", summary: "灯塔, 甲", stamp: { date: day }, start: { date: day }, duration: { hours: 2 }, categories };
const byTsIcs = generateIcsCalendar({ version: "2.0", prodId: "-//example//films//ZH", events: [event] });
assert.ok(byTsIcs.includes("SUMMARY:灯塔\\, 甲"));
const calendar = generator();
calendar.createEvent({ summary: "灯塔, 甲", start: day, categories: categories.map((name) => ({ name })) });
const right = calendar.toString();
console.log(lines(byIcs)[0], "|", lines(byTsIcs)[0], "|", lines(right)[0]);
assert.deepEqual(lines(byIcs), ["CATEGORIES:Sci-Fi, fantasy,剧情"]);
assert.deepEqual(lines(byTsIcs), ["CATEGORIES:Sci-Fi, fantasy,剧情"]);
assert.deepEqual(lines(right), ["CATEGORIES:Sci-Fi\\, fantasy,剧情"]);

const readers = {
  "ical.js": (text) => new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent").getAllProperties("categories").flatMap((one) => one.getValues()),
  "node-ical": (text) => Object.values(nodeIcal.sync.parseICS(text)).find((one) => one.type === "VEVENT").categories,
  "ts-ics": (text) => convertIcsCalendar(undefined, text).events[0].categories,
};
const twice = right.replace(lines(right)[0], "CATEGORIES:动作\r\nCATEGORIES:Sci-Fi\\, fantasy,剧情");
const expected = {
  "ical.js": [categories, ["动作", ...categories]],
  "node-ical": [["Sci-Fi\\", "fantasy", "剧情"], ["动作", "Sci-Fi\\", "fantasy", "剧情"]],
  "ts-ics": [["Sci-Fi\\", " fantasy", "剧情"], ["Sci-Fi\\", " fantasy", "剧情"]],
};
for (const [name, read] of Object.entries(readers)) {
  const found = [read(right), read(twice)];
  console.log(name.padEnd(10), JSON.stringify(found));
  assert.deepEqual(found, expected[name]);
}
fs.writeFileSync("ics.ics", byIcs);
fs.writeFileSync("right.ics", right);
fs.writeFileSync("twice.ics", twice);
JS
node check.mjs
venv/bin/python - <<'PY'
from pathlib import Path

import icalendar
import ics


def text(name: str) -> str:
    return Path(name).read_bytes().decode()


def categories(name: str) -> list[str]:
    (event,) = icalendar.Calendar.from_ical(text(name)).walk("VEVENT")
    return [str(one) for one in event.categories]


print("icalendar ", categories("ics.ics"), categories("right.ics"), categories("twice.ics"))
assert categories("ics.ics") == ["Sci-Fi", " fantasy", "剧情"]
assert categories("right.ics") == ["Sci-Fi, fantasy", "剧情"]
assert categories("twice.ics") == ["动作", "Sci-Fi, fantasy", "剧情"]
(event,) = ics.Calendar(text("right.ics")).events
assert event.categories == {"Sci-Fi, fantasy", "剧情"}
try:
    ics.Calendar(text("twice.ics"))
    raise AssertionError("ics reads two lines of CATEGORIES")
except ValueError as refused:
    print("ics       ", refused)
PY
