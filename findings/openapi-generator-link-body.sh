#!/usr/bin/env bash
# openapi-generator 7.26.0 (PyPI openapi-generator-cli, needs Java): the body of a Link Object.
#
# OpenAPI 3.1 says of a link's requestBody: "Any | {expression}", so an object of expressions is valid. openapi-generator refuses
# the whole document over it, "requestBody is not of type `string`", for every language, though no generated client has links.
# A text is taken.
#
# Seen: exit 1 with the object and the words above; "No validation issues detected." with the text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openapi-generator-cli==7.26.0

contract() {
  cat <<YAML
openapi: 3.1.0
info: {title: links, version: '1'}
paths:
  /a:
    post:
      operationId: make
      responses:
        '200':
          description: made
          links:
            Use: {operationId: use, requestBody: $1}
  /b:
    post:
      operationId: use
      responses: {'200': {description: used}}
YAML
}
validate() { "$work/venv/bin/openapi-generator-cli" validate --input-spec "$1" 2>&1 || true; }
contract '{id: $response.body#/id}' >"$work/object.yaml"
contract "'{\"id\":\"{\$response.body#/id}\"}'" >"$work/text.yaml"
object=$(validate "$work/object.yaml")
text=$(validate "$work/text.yaml")
printf 'an object: %s\na text:    %s\n' "$(grep -o 'requestBody is not of type.*' <<<"$object" || echo taken)" "$(tail -n 1 <<<"$text")"
grep -q 'requestBody is not of type `string`' <<<"$object"
grep -q 'No validation issues detected' <<<"$text"
