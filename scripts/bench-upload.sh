#!/usr/bin/env bash
# Prints how long visitors' calls take on a catalogue in SQLite, while nothing else happens and while as many works
# again are imported by upload. Fails when the p99 of all calls is twice the quiet one or more.
#   scripts/bench-upload.sh 100000
# The data lies in TMPDIR. A disk that others use too moves both halves; TMPDIR=/dev/shm shows locks and processors alone.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench --locked --bench upload -- "${1:-100000}"
