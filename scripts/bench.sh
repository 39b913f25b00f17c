#!/usr/bin/env bash
# Prints the speed of the service: for each number of works, a catalogue is imported into SQLite and queried. First,
# whether the latency of a failed login reveals if the user exists.
#   scripts/bench.sh 10000 100000 1000000
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked
cargo bench --locked --bench login
cargo bench --locked --bench lists -- "$@"
