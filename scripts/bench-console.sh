#!/usr/bin/env bash
# Prints how long each list of the console takes, on SQLite and on PostgreSQL: first page, filters, sorts, keywords, deep pages.
#   scripts/bench-console.sh 300000
# For each three works there are one member, five orders and ten lines of the audit log. The data lies in TMPDIR and in
# PostgreSQL's folder; with 300,000 works that is 3 GB. It takes a quarter of an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${YINGKU:-}" ] || cargo build --release --locked
# The tables and their indexes fit into memory. Durability is for data worth keeping.
export POSTGRES_OPTIONS="-c shared_buffers=1GB -c effective_cache_size=3GB -c random_page_cost=1.1 -c maintenance_work_mem=256MB -c max_wal_size=8GB"
scripts/with-postgres.sh python3 scripts/bench-console/bench_console.py --works "${1:-300000}"
