#!/usr/bin/env bash
# openapi-generator 7.26.0 (PyPI openapi-generator-cli, needs Java), datamodel-code-generator 0.89.0 (PyPI) and openapi-typescript 7.13.0
# (npm): values such as on, NO and 1:30 in a description in YAML.
#
# OpenAPI 3.1 recommends YAML 1.2 with its JSON schema ruleset (section 4.3, Format), in which on, off, no and 1:30 are texts: writers of
# YAML 1.2 leave them without quotes, though in YAML 1.1 the first three are booleans and the last a number to the base of 60.
# openapi-generator reads YAML 1.1, and its validation finds nothing: of a text that is one of on and off the client knows 'true' and
# 'false', of the countries SE, NO and DK the second is 'false', and of the lengths 1:30 and 2:00 it knows '90' and '120'. The client compiles,
# and what it sends is refused. datamodel-code-generator knows the words, and makes numbers of the lengths. openapi-typescript has them
# all as they stand. With quotes all three agree.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v java >/dev/null || { echo 'Java is needed: apt-get install default-jre-headless' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet openapi-generator-cli==7.26.0 datamodel-code-generator==0.89.0
npm install --silent --no-audit --no-fund --prefix "$work" openapi-typescript@7.13.0 typescript@5.9.3 >/dev/null

# A description with three enums, the values of which stand between the given marks.
contract() {
  cat <<YAML
openapi: 3.1.0
info: {title: films, version: '1'}
paths:
  /film:
    get:
      operationId: film
      responses:
        '200':
          description: a film
          content:
            application/json:
              schema: {\$ref: '#/components/schemas/Film'}
components:
  schemas:
    Film:
      type: object
      required: [sound, country, length]
      properties:
        sound: {type: string, enum: [$1on$1, $1off$1]}
        country: {type: string, enum: [SE, $1NO$1, DK]}
        length: {type: string, enum: [$11:30$1, $12:00$1]}
YAML
}
# The values in a file's lines of a shape, in one line.
values() { grep -oP "$1" "$2" | tr '\n' ' '; }
by_generator() {
  venv/bin/openapi-generator-cli validate --input-spec "$1" 2>&1 | grep -q 'No validation issues detected'
  venv/bin/openapi-generator-cli generate --input-spec "$1" --generator-name typescript-fetch --output "$1.client" >/dev/null 2>&1
  values "^    \w+: '\K[^']+" "$1.client/models/Film.ts"
}
by_datamodel() {
  venv/bin/datamodel-codegen --input "$1" --input-file-type openapi --output "$1.py" 2>/dev/null
  values '^    \w+ = \K\S+' "$1.py"
}
by_typescript() {
  node_modules/.bin/openapi-typescript "$1" --output "$1.ts" >/dev/null 2>&1
  values '"[^"]+"(?= \||;)' "$1.ts"
}

contract '' >bare.yaml
contract "'" >quoted.yaml
for kind in bare quoted; do
  for by in generator datamodel typescript; do
    printf '%s, %s: %s\n' "$kind" "$by" "$("by_$by" "$kind.yaml")"
  done
done | tee seen
diff seen - <<'SEEN'
bare, generator: true false SE false DK 90 120 
bare, datamodel: 'on' 'off' 'SE' 'NO' 'DK' 90 120 
bare, typescript: "on" "off" "SE" "NO" "DK" "1:30" "2:00" 
quoted, generator: on off SE NO DK 1:30 2:00 
quoted, datamodel: 'on' 'off' 'SE' 'NO' 'DK' '1:30' '2:00' 
quoted, typescript: "on" "off" "SE" "NO" "DK" "1:30" "2:00" 
SEEN
