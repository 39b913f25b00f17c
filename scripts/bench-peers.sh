#!/usr/bin/env bash
# Prints the latency of uncached searches in Yingku, in PostgreSQL with pg_trgm and in Groonga: the same keywords, the
# same works, the same machine. scripts/bench-peers says how each is set up.
#   scripts/bench-peers.sh 100000
# The data lies in TMPDIR; a million works need some 12 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v initdb >/dev/null || [ -n "$(find /usr/lib/postgresql -name initdb 2>/dev/null)" ] || missing+=(postgresql)
command -v groonga >/dev/null || missing+=(groonga-bin)
[ "${#missing[@]}" = 0 ] || scripts/apt-install.sh "${missing[@]}"

cargo build --release --locked
# The table and its index fit into memory, and so do sorting and building the index, which plans may assume.
export POSTGRES_OPTIONS="-c shared_buffers=2GB -c effective_cache_size=4GB -c work_mem=128MB -c maintenance_work_mem=1GB -c random_page_cost=1.1 -c max_wal_size=8GB -c jit=off"
scripts/with-postgres.sh python3 scripts/bench-peers/bench_peers.py "${1:-100000}"
