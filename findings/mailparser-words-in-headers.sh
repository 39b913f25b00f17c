#!/usr/bin/env bash
# mailparser 3.14.2 (npm, of Nodemailer): names in Chinese in the headers of a mail. Python's own email package reads the same mail; nodemailer 10.6.1
# (npm) writes it.
#
# A header holds other than ASCII as encoded words, in any text without structure and in any name (RFC 2047, 5). mailparser takes a mail apart and decodes
# the subject and the names of people and attachments. Organization, Keywords and a sender's own X-Film it hands on as they came, =?UTF-8?B?…?=.
# List-Id and List-Unsubscribe it does take apart, into a name and an id or a url, and the name is left encoded too: a list that is shown by its name
# is =?UTF-8?Q?=E7…, and a rule that looks for 灯塔 never fits. And the address to leave a list, under url where it stands alone, is under id and
# no url if it has a comment, as Nodemailer writes one on request (RFC 2369 allows it): who looks for url finds no way out.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund mailparser@3.14.2 nodemailer@10.6.1
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import { simpleParser } from "mailparser";
import nodemailer from "nodemailer";

const { message } = await nodemailer.createTransport({ streamTransport: true, buffer: true }).sendMail({
  from: { name: "林溪", address: "lin@example.org" },
  to: "an@example.org",
  subject: "灯塔",
  text: "…",
  list: { id: { url: "films.example.org", comment: "灯塔" }, unsubscribe: { url: "https://example.org/u", comment: "退订" } },
  headers: { Organization: "灯塔", Keywords: "灯塔", "X-Film": "灯塔" },
});
fs.writeFileSync("mail.eml", message);
const mail = await simpleParser(message);
console.log(mail.subject, mail.from.value[0].name, mail.headers.get("organization"), JSON.stringify(mail.headers.get("list")));
assert.equal(mail.subject, "灯塔");
assert.equal(mail.from.value[0].name, "林溪");
for (const name of ["organization", "keywords", "x-film"]) assert.match(mail.headers.get(name), /^=\?UTF-8\?[BQ]\?.*\?=$/);
assert.match(mail.headers.get("list").id.name, /^=\?UTF-8\?/);
assert.equal(mail.headers.get("list").id.id, "films.example.org");
const { name, id, url } = mail.headers.get("list").unsubscribe;
assert.match(name, /^=\?UTF-8\?/);
assert.deepEqual([id, url], ["https://example.org/u", undefined]);
const alone = await simpleParser("List-Unsubscribe: <https://example.org/u>\r\n\r\n…");
assert.deepEqual(alone.headers.get("list").unsubscribe, { url: "https://example.org/u" });
JS
node check.mjs
python3 - <<'PY'
import email
import email.policy
from pathlib import Path

mail = email.message_from_bytes(Path("mail.eml").read_bytes(), policy=email.policy.default)
found = [mail[name] for name in ("Organization", "Keywords", "X-Film", "List-ID", "List-Unsubscribe")]
print(*found, sep=" | ")
assert found[:3] == ["灯塔"] * 3
assert "灯塔" in found[3] and "退订" in found[4]
PY
