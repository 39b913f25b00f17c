#!/usr/bin/env bash
# xml2js 0.6.2 (npm): its processor parseNumbers.
#
# The README: it "parses integer-like strings as integers and float-like strings as floats". It asks whether the text's value is whole, and then
# reads the text with parseInt, which stops at the point or the E. So 7.14E3, the seconds of a film in the canonical form that XML Schema has for
# xs:double (1.0 and 1.1: one digit before the point, and an exponent), is 7 and not 7140; 1.200000000000000e+002, as FOR XML of SQL Server writes
# a float, is 1; 1e5 is 1, and 0x1F, which it takes for a number, is 0. Values that are not whole come out right (1.234E2 is 123.4), so in one
# column some are right and some are a thousandth of it. A text that is only spaces is NaN where another value processor lets it through.
# fast-xml-parser 5.12.1 (npm), with its own guess of types, reads each as a number of its value.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund xml2js@0.6.2 fast-xml-parser@5.12.1
cat >check.mjs <<'JS'
import assert from "node:assert";
import { XMLParser } from "fast-xml-parser";
import xml2js from "xml2js";

const { parseNumbers } = xml2js.processors;
const texts = ["7.14E3", "1.200000000000000e+002", "1e5", "1.234E2", "7140", "118.5"];
const document = `<films>${texts.map((text) => `<length>${text}</length>`).join("")}</films>`;
const read = await xml2js.parseStringPromise(document, { valueProcessors: [parseNumbers] });
const other = new XMLParser().parse(document);
console.log(texts.join(" "));
console.log("xml2js         ", read.films.length.join(" "));
console.log("fast-xml-parser", other.films.length.join(" "));
assert.deepEqual(read.films.length, [7, 1, 1, 123.4, 7140, 118.5]);
assert.deepEqual(other.films.length, [7140, 120, 100000, 123.4, 7140, 118.5]);
assert.equal(parseNumbers("0x1F"), 0);
assert.ok(Number.isNaN(parseNumbers("  ")));
JS
node check.mjs
