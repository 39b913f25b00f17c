#!/usr/bin/env bash
# Runs the coverage-guided targets of fuzz/ one after the other, from their seeds and the corpora of earlier runs.
# Prints the executions, CPU time and coverage of each; fails when any input
# breaks a property. On a busy machine -timeout=300 keeps an input that had to wait from counting as slow.
#   scripts/fuzz-targets.sh 180                     three minutes each
#   scripts/fuzz-targets.sh 180 tokenizer           three minutes of one
#   scripts/fuzz-targets.sh 180 tokenizer -seed=7   arguments with a dash go to libFuzzer
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

seconds=${1:-60}
shift || true
targets=() options=()
for argument in "$@"; do
  case $argument in
  -*) options+=("$argument") ;;
  *) targets+=("$argument") ;;
  esac
done
if [ "${#targets[@]}" = 0 ]; then
  for file in targets/*.rs; do
    targets+=("$(basename "$file" .rs)")
  done
fi

work=$PWD/../target/fuzz
# User and system CPU time, which a busy machine does not stretch.
TIMEFORMAT=%U+%S
cargo build --locked --release
host=$(rustc -vV | sed -n 's/^host: //p')

failed=0
for target in "${targets[@]}"; do
  corpus=$work/corpus/$target broken=$work/broken/$target log=$work/$target.log
  mkdir -p "$corpus" "$broken"
  # The longest input is a few times the service's maximum, so that its limits are reached.
  if { time "$work/$host/release/$target" "$corpus" "seeds/$target" -max_total_time="$seconds" -max_len=4096 -timeout=5 \
    -print_final_stats=1 -artifact_prefix="$broken/" "${options[@]}" >"$log" 2>&1; } 2>"$log.cpu"; then
    result=held
  else
    result=BROKEN failed=1
    grep -aE -m 3 -A 3 'panicked at|^ALARM|Test unit written' "$log" >&2 || true
  fi
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  cpu=$(awk -F+ 'END { printf "%.0f", $1 + $2 }' "$log.cpu")
  first=$(sed -n '/INITED/{s/.*cov: \([0-9]*\).*/\1/p;q}' "$log")
  last=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  echo "$target: $result, ${executed:-?} executions in ${cpu} s of CPU, coverage ${first:-?} to ${last:-?}, $(find "$corpus" -type f | wc -l) inputs kept"
done
exit "$failed"
