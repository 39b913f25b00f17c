#!/usr/bin/env bash
# anitopy 2.1.1 (PyPI) and anitomy 0.0.35 (npm): file names of Chinese groups, with a title in brackets.
#
# Such a group puts every part of a name in brackets of its own, [甲组][灯塔][01][1080P][GB].mp4. anitopy reads that form if the title is in
# Latin letters. One in Chinese or Japanese it passes over, and where a mark of the language follows, that is the title: GB, CHS or "GB
# JP", the same for every series; of a title in two languages nothing is left either. anitomy, which says that it is tuned for the names
# of a Chinese site, has the group for the title. Episode and size are right in both, and nothing tells that a title is missing: an import
# by titles makes one series of all that a group has made. With a hyphen in place of brackets anitopy reads the Chinese title, and takes
# 第01话 for part of it, which anitomy knows.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet anitopy==2.1.1
npm install --silent --no-audit --no-fund --prefix "$work" anitomy@0.0.35 >/dev/null
venv/bin/python - <<'PY'
import anitopy

seen = {}
for name in (
    "[Jia][Toudai][01][1080P][GB].mp4",
    "[甲组][灯塔][01][1080P].mp4",
    "[甲组][灯塔][01][1080P][GB].mp4",
    "[甲组][灯塔][01][1080P][CHS].mp4",
    "[甲组][灯塔 / Toudai][01][1080P][GB_JP].mp4",
    "[甲组] 灯塔 - 01 [1080P][GB].mp4",
    "[甲组] 灯塔 第01话 [1080P][GB].mp4",
):
    parts = anitopy.parse(name)
    assert parts["video_resolution"] == "1080P"
    seen[name] = (parts["release_group"], parts.get("anime_title"), parts.get("episode_number"))
    print(name, seen[name])
assert seen == {
    "[Jia][Toudai][01][1080P][GB].mp4": ("Jia", "Toudai", "01"),
    "[甲组][灯塔][01][1080P].mp4": ("甲组", None, "01"),
    "[甲组][灯塔][01][1080P][GB].mp4": ("甲组", "GB", "01"),
    "[甲组][灯塔][01][1080P][CHS].mp4": ("甲组", "CHS", "01"),
    "[甲组][灯塔 / Toudai][01][1080P][GB_JP].mp4": ("甲组", "GB JP", "01"),
    "[甲组] 灯塔 - 01 [1080P][GB].mp4": ("甲组", "灯塔", "01"),
    "[甲组] 灯塔 第01话 [1080P][GB].mp4": ("甲组", "灯塔 第01话", None),
}, seen
PY
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { parse } from 'anitomy'

const seen = {}
for (const name of ['[甲组][灯塔][01][1080P][GB].mp4', '[甲组][山海][01][1080P][GB].mp4', '[甲组] 灯塔 第01话 [1080P][GB].mp4']) {
  const { title, episode } = parse(name)
  seen[name] = [title, episode.number]
}
console.log(seen)
assert.deepEqual(seen, {
  '[甲组][灯塔][01][1080P][GB].mp4': ['甲组', 1],
  '[甲组][山海][01][1080P][GB].mp4': ['甲组', 1],
  '[甲组] 灯塔 第01话 [1080P][GB].mp4': ['灯塔', 1],
})
JS
node look.mjs
