#!/usr/bin/env bash
# Builds the program and, concurrently, the site; creates settings, database and demo catalogue if missing; and serves both.
# The program is built as for the tests, with little optimisation: sooner than a release, and fast enough to look around.
# `just package` builds the one for production.
set -euo pipefail
cd "$(dirname "$0")/.."
log=target/site-build.log
mkdir -p target

echo "1/3  Building the program and the site. The first time takes minutes: some 400 libraries are compiled."
{ scripts/site-install.sh && npm --prefix frontend run bundle; } >"$log" 2>&1 &
site=$!
trap 'kill "$site" 2>/dev/null || true' EXIT
CARGO_INCREMENTAL=0 cargo build --locked
if ! wait "$site"; then
  cat "$log" >&2
  exit 1
fi
trap - EXIT

echo "2/3  Preparing settings, database and demo catalogue"
program=target/debug/yingku
"$program" config init
"$program" migrate
"$program" demo --if-empty

echo "3/3  Serving"
exec "$program" serve
