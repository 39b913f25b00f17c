#!/usr/bin/env bash
# url-template 3.1.1 and uri-templates 0.2.0 (npm): URI templates (RFC 6570) with an empty list, and with a prefix. uritemplate 4.2.0 (PyPI)
# beside them.
#
# A list without members is undefined, like null, and leaves no trace (RFC 6570, 2.3): of /films{?genre} nothing but /films remains. url-template knows
# null, and writes /films?genre= for an empty list or object, a filter by the genre "", to which a server answers with no films. With an asterisk,
# {?genre*}, and in a path it leaves nothing. The prefix of {title:1} counts characters of Unicode (2.4.1). Both libraries of npm count halves of
# surrogate pairs: {title:1} of 𠮷野, a name, is refused with a URIError, and {title:2} is one character. uri-templates leaves ( and ) as
# they are in a simple variable, where only unreserved characters may stay (3.2.1).
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet uritemplate==4.2.0
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund url-template@3.1.1 uri-templates@0.2.0
cat >check.mjs <<'JS'
import assert from "node:assert";
import uriTemplates from "uri-templates";
import { parseTemplate } from "url-template";

const expand = (template, values) => {
  const found = [() => parseTemplate(template).expand(values), () => uriTemplates(template).fill(values)].map((one) => {
    try {
      return one();
    } catch (error) {
      return error.name;
    }
  });
  console.log(template, JSON.stringify(values), found.join(" "));
  return found;
};

assert.deepEqual(expand("/films{?genre}", { genre: ["剧情"] }), Array(2).fill("/films?genre=%E5%89%A7%E6%83%85"));
assert.deepEqual(expand("/films{?genre}", { genre: null }), ["/films", "/films"]);
assert.deepEqual(expand("/films{?genre}", { genre: [] }), ["/films?genre=", "/films"]);
assert.deepEqual(expand("/films{?genre}", { genre: {} }), ["/films?genre=", "/films"]);
assert.deepEqual(expand("/films{?genre,year}", { genre: [], year: 2026 }), ["/films?genre=&year=2026", "/films?year=2026"]);
assert.deepEqual(expand("/films{?genre*,year}", { genre: [], year: 2026 }), ["/films?year=2026", "/films?year=2026"]);
assert.deepEqual(expand("/films{/genre}", { genre: [] }), ["/films", "/films"]);
assert.deepEqual(expand("/{title:1}", { title: "山谷" }), ["/%E5%B1%B1", "/%E5%B1%B1"]);
assert.deepEqual(expand("/{title:1}", { title: "𠮷野" }), ["URIError", "URIError"]);
assert.deepEqual(expand("/{title:2}", { title: "𠮷野" }), ["/%F0%A0%AE%B7", "/%F0%A0%AE%B7"]);
assert.deepEqual(expand("/{title}", { title: "(8)!" }), ["/%288%29%21", "/(8)%21"]);
JS
node check.mjs
venv/bin/python - <<'PY'
from uritemplate import expand

assert expand("/films{?genre}", {"genre": []}) == "/films"
assert expand("/films{?genre,year}", {"genre": [], "year": 2026}) == "/films?year=2026"
assert expand("/{title:1}", {"title": "𠮷野"}) == "/%F0%A0%AE%B7"
assert expand("/{title:2}", {"title": "𠮷野"}) == "/%F0%A0%AE%B7%E9%87%8E"
assert expand("/{title}", {"title": "(8)!"}) == "/%288%29%21"
PY
