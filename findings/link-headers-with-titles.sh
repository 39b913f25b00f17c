#!/usr/bin/env bash
# parse-link-header 2.0.0 and li 1.3.0 (npm): headers that point to the next page. http-link-header 1.1.4 (npm) reads the same headers.
#
# The value of a parameter may be quoted and then hold commas, semicolons and <…>; names of parameters are in either case, and spaces may stand
# around = (RFC 8288, 3; appendix B.2 has the algorithm). parse-link-header cuts at commas first: of a link whose title is "Sci-Fi, <b>", the next page is
# the address b. It cuts at semicolons next: a title "a; page=9" sets page to 9, which is also where it puts the parameters of the
# address, so that page is no longer the one in it. With REL=next or rel = "next" neither it nor li finds a link, and there is no further page. Where rel
# stands twice the first counts; parse-link-header has the second. Two links of one relation, as translations are (rel="alternate"
# hreflang="zh" and "ja"), are one for both: the last.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund parse-link-header@2.0.0 li@1.3.0 http-link-header@1.1.4
cat >check.mjs <<'JS'
import assert from "node:assert";
import LinkHeader from "http-link-header";
import li from "li";
import parse from "parse-link-header";

const page = "<https://example.org/films?page=2>";
const read = (header, relation = "next") => {
  const found = [parse(header)?.[relation]?.url, li.parse(header)[relation], LinkHeader.parse(header).rel(relation).map((link) => link.uri).join(" ")];
  console.log(header, found);
  return found;
};
const next = "https://example.org/films?page=2";

assert.deepEqual(read(`${page}; rel="next"`), [next, next, next]);
assert.deepEqual(read(`${page}; title="Sci-Fi, <b>"; rel="next"`), ["b", next, next]);
assert.deepEqual(read(`${page}; REL=next`), [undefined, undefined, next]);
assert.deepEqual(read(`${page}; rel = "next"`), [undefined, undefined, next]);
assert.deepEqual(read(`${page}; rel=next; rel=prev`), [undefined, next, next]);
assert.deepEqual(read(`${page}; rel=next; rel=prev`, "prev"), [next, undefined, ""]);

const titled = parse(`${page}; rel="next"; title="a; page=9"`).next;
console.log(titled);
assert.equal(titled.page, "9");
assert.equal(parse(`${page}; rel="next"; title="a"`).next.page, "2");

const translations = '<https://example.org/zh>; rel="alternate"; hreflang="zh", <https://example.org/ja>; rel="alternate"; hreflang="ja"';
const last = "https://example.org/ja";
assert.deepEqual(read(translations, "alternate"), [last, last, `https://example.org/zh ${last}`]);
JS
node check.mjs
