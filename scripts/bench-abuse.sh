#!/usr/bin/env bash
# Prints the latency of a visitor's signed lists, while nothing else happens and while ONE other address floods
# registration, /openapi.yaml, drawn pictures and reports. Fails when the p99 is three times the quiet one or more.
#   scripts/bench-abuse.sh 10000
# PROFILE=dev measures the debug build, which compiles sooner; the ratios are what counts.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench --locked --profile "${PROFILE:-bench}" --bench abuse -- "${1:-10000}"
