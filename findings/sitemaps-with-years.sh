#!/usr/bin/env bash
# ultimate-sitemap-parser 1.8.1 (PyPI) and sitemapper 4.1.6 (npm): `lastmod` of a sitemap that is a year or a month.
#
# sitemaps.org has W3C Datetime for lastmod, in which 2026 and 2026-01 are whole values, as for films whose day is not known.
# ultimate-sitemap-parser fills up what is missing from the day on which it runs: 2026 is today's day and month of 2026, and 2026-01 today's
# day in January (the last one in shorter months). The page seems to have changed, each day anew, and maybe in the future. The attribute is
# documented as the date of last modification, and says nothing of how exact it is. sitemapper reads 2026 as a number, as its XML parser
# guesses types, so its option `lastmod`, pages that changed since a time, takes it for 2,026 milliseconds of 1970 and leaves the page out; a month is
# read as its first day. That a page has 2026-01 or 2026 decides whether it is listed.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
served=
trap 'if [ -n "$served" ]; then kill "$served"; fi; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet ultimate-sitemap-parser==1.8.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund sitemapper@4.1.6
cat >check.py <<'PY'
import logging
from datetime import datetime

logging.disable(logging.CRITICAL)
from usp.tree import sitemap_from_str  # noqa: E402

TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://films.example/1</loc><lastmod>2020</lastmod></url>
<url><loc>https://films.example/2</loc><lastmod>2020-01</lastmod></url>
<url><loc>https://films.example/3</loc><lastmod>2020-01-05</lastmod></url>
</urlset>"""
before = datetime.now()
found = [page.last_modified for page in sitemap_from_str(TEXT).all_pages()]
after = datetime.now()
print(*found)
# On one of the two days, if midnight was between.
assert (found[0].month, found[0].day) in {(day.month, day.day) for day in (before, after)}
assert (found[1].month, found[1].day) in {(1, day.day) for day in (before, after)}
assert found[2] == datetime(2020, 1, 5)
PY
venv/bin/python check.py

cat >check.mjs <<'JS'
import assert from "node:assert";
import http from "node:http";
import Sitemapper from "sitemapper";

const page = (path, changed) => `<url><loc>https://films.example/${path}</loc><lastmod>${changed}</lastmod></url>`;
const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${page(1, "2020")}${page(2, "2020-01")}${page(3, "2020-01-05")}</urlset>`;
const server = http.createServer((_, answer) => answer.end(text)).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const url = `http://127.0.0.1:${server.address().port}/sitemap.xml`;
const since = new Sitemapper({ url, lastmod: Date.parse("2019-06-01") });
const { sites } = await since.fetch();
const whole = await new Sitemapper({ url, fields: { loc: true, lastmod: true } }).fetch();
server.close();
console.log(sites, whole.sites);
assert.deepEqual(sites, ["https://films.example/2", "https://films.example/3"]);
assert.deepEqual(whole.sites.map((site) => site.lastmod), [2020, "2020-01", "2020-01-05"]);
JS
node check.mjs
