#!/usr/bin/env bash
# Prints how fast things are: for each number of works, a catalogue is imported into SQLite and asked. First,
# whether the time of a refused login tells if there is such a user.
#   scripts/bench.sh 10000 100000 1000000
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked
cargo bench --locked --bench login
cargo bench --locked --bench lists -- "$@"
