#!/usr/bin/env bash
# openapi-generator 7.14.0 (PyPI: openapi-generator-cli), generator "go": two enumerations with one value.
#
# The constants of Go are those of the package, and the generator names them by the value alone. A contract with two enumerations
# that both have "open" gives OPEN twice, and the client does not compile: "OPEN redeclared in this block". The option
# enumClassPrefix=true puts the enumeration before the value; it is off by default, and nothing is said while generating.
#
# Seen: both files declare OPEN; with the option each has a name of its own. Needs Java.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openapi-generator-cli==7.14.0
cat >"$work/api.yaml" <<'YAML'
openapi: 3.0.3
info: { title: t, version: "1" }
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: d
          content:
            application/json:
              schema:
                type: object
                properties:
                  report: { $ref: "#/components/schemas/Report" }
                  request: { $ref: "#/components/schemas/Request" }
components:
  schemas:
    Report: { type: string, enum: [open, done] }
    Request: { type: string, enum: [open, refused] }
YAML
generate() {
  "$work/venv/bin/openapi-generator-cli" generate -i "$work/api.yaml" -g go -o "$work/$1" --additional-properties="enumClassPrefix=$2" >"$work/log" 2>&1
  grep -hoE '^[[:space:]]+[A-Z_]+ (Report|Request) = "open"' "$work/$1"/model_*.go | awk '{ print $1 }' | sort >"$work/$1.names"
  cat "$work/$1.names"
}
generate plain false
generate prefixed true
[ "$(cat "$work/plain.names")" = "$(printf 'OPEN\nOPEN')" ]
[ "$(cat "$work/prefixed.names")" = "$(printf 'REPORT_OPEN\nREQUEST_OPEN')" ]
