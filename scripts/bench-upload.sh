#!/usr/bin/env bash
# Prints the latency of visitors' requests on a catalogue in SQLite, while nothing else happens and while an upload
# doubles the catalogue. Fails when the p99 of all requests is twice the quiet one or more.
#   scripts/bench-upload.sh 100000
# The data is in TMPDIR. A disk that others use too affects both halves; TMPDIR=/dev/shm shows locks and processors only.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench --locked --bench upload -- "${1:-100000}"
