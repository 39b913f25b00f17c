#!/usr/bin/env bash
# zod 4.6.7 (`z.fromJSONSchema`), @sinclair/typebox 0.34.52 and json-schema-to-zod 2.8.1 (npm): `pattern` of a JSON Schema. ajv 8.20.0,
# jsonschema 1.5.0, @cfworker/json-schema 4.1.6 and typebox 1.4.3 (npm) beside them.
#
# JSON Schema 2020-12 (6.4 of the core) says that a pattern should be compiled with the `u` flag of ECMA-262, and OpenAPI 3.1 takes that over:
# `.` is a character, and \p{Script=Han} a Chinese one. Three libraries that check values in place of a validator compile it without: there
# \p is the letter p and the rest a text, so `^\p{Script=Han}+$`, a usual pattern for Chinese names, is no error and rejects every name.
# `^.$` rejects 𠮷, which is a surname. A contract whose server validates with ajv and whose client with one of
# these has two meanings. TypeBox also counts maxLength in UTF-16 units (JSON Schema: characters, RFC 8259). typebox 1.x, the same library under its
# new name, has both right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund zod@4.6.7 @sinclair/typebox@0.34.52 typebox@1.4.3 json-schema-to-zod@2.8.1 ajv@8.20.0 jsonschema@1.5.0 @cfworker/json-schema@4.1.6
cat >check.mjs <<'JS'
import assert from "node:assert";
import { Validator } from "@cfworker/json-schema";
import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import Ajv from "ajv";
import { jsonSchemaToZod } from "json-schema-to-zod";
import jsonschema from "jsonschema";
import NewType from "typebox";
import { Value as NewValue } from "typebox/value";
import { z } from "zod";

const generated = (code) => new Function("z", `return ${code}`)(z);
const right = {
  ajv: (schema, value) => new Ajv().validate(schema, value),
  jsonschema: (schema, value) => jsonschema.validate(value, schema).valid,
  cfworker: (schema, value) => new Validator(schema, "2020-12").validate(value).valid,
  "typebox 1": (schema, value) => NewValue.Check(NewType.String(schema), value),
};
const wrong = {
  "zod.fromJSONSchema": (schema, value) => z.fromJSONSchema(schema).safeParse(value).success,
  "typebox 0.34": (schema, value) => Value.Check(Type.String(schema), value),
  "typebox 0.34, compiled": (schema, value) => TypeCompiler.Compile(Type.String(schema)).Check(value),
  "json-schema-to-zod": (schema, value) => generated(jsonSchemaToZod(schema)).safeParse(value).success,
};
for (const [pattern, value, expected] of [
  ["^\\p{Script=Han}+$", "林晓月", true],
  ["^.$", "𠮷", true],
]) {
  const schema = { type: "string", pattern };
  const answers = (all) => Object.entries(all).map(([name, check]) => [name, check(schema, value)]);
  console.log(pattern, value, Object.fromEntries([...answers(right), ...answers(wrong)]));
  for (const [name, answer] of answers(right)) assert.equal(answer, expected, name);
  for (const [name, answer] of answers(wrong)) assert.equal(answer, !expected, name);
}
const short = { type: "string", maxLength: 1 };
assert.ok(right.ajv(short, "𠮷") && right["typebox 1"](short, "𠮷") && wrong["zod.fromJSONSchema"](short, "𠮷"));
assert.ok(!wrong["typebox 0.34"](short, "𠮷"));
JS
node check.mjs
