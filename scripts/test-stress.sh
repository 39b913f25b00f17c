#!/usr/bin/env bash
# Finds flaky tests: runs the page tests and the journeys repeatedly on a busy machine (two endless
# loops), with every API response delayed at random by 0, 150 or 350 ms. Each run has a seed, which is printed.
#   scripts/test-stress.sh             ten runs of each
#   scripts/test-stress.sh 3 e2e       three runs of the journeys only (or of site-tests)
#   SEED=7 scripts/test-stress.sh 1    the delays of one run again
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10}
shift || true
suites=("$@")
[ "$#" -gt 0 ] || suites=(site-tests e2e)
first=${SEED:-1}
logs=target/stress-logs
mkdir -p "$logs"

loops=()
stop() { kill "${loops[@]}" 2>/dev/null || true; }
trap stop EXIT
for _ in 1 2; do
  (while :; do :; done) &
  loops+=($!)
done

failed=0
for suite in "${suites[@]}"; do
  case $suite in
    site-tests) command=test ;;
    e2e) command=e2e ;;
    *) echo "There is no suite $suite; the suites are site-tests and e2e." >&2; exit 2 ;;
  esac
  for ((seed = first; seed < first + runs; seed++)); do
    began=$SECONDS log=$logs/$suite-$seed.log
    if TEST_DELAYS=$seed npm --prefix frontend run "$command" >"$log" 2>&1; then
      echo "$suite, seed $seed: passed in $((SECONDS - began)) s"
    else
      echo "$suite, seed $seed: FAILED after $((SECONDS - began)) s, see $log" >&2
      tail -n 30 "$log" >&2
      failed=$((failed + 1))
    fi
  done
done
echo "$((runs * ${#suites[@]} - failed)) of $((runs * ${#suites[@]})) runs passed"
[ "$failed" = 0 ]
