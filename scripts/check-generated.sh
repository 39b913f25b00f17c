#!/usr/bin/env bash
# Fails when a generated file in the repository is not what the code would write now.
set -euo pipefail
cd "$(dirname "$0")/.."
stale=0
compare() {
  if ! diff -u "$1" "$2" >&2; then
    echo "$1 is out of date: run 'just generate'" >&2
    stale=1
  fi
}
compare openapi.yaml <(target/debug/yingku openapi)
limit=340000
size=$(wc -c <openapi.yaml)
if ((size > limit)); then
  echo "openapi.yaml has $size bytes, more than $limit: share what repeats, and say it shorter" >&2
  stale=1
fi
compare .env.example <(target/debug/yingku config example)
compare docs/settings.md <(target/debug/yingku config document)
written=$(mktemp)
trap 'rm -f "$written"' EXIT
frontend/node_modules/.bin/openapi-typescript openapi.yaml --output "$written" >/dev/null
compare frontend/src/shared/api/schema.d.ts "$written"
exit "$stale"
