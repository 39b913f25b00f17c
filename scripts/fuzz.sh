#!/usr/bin/env bash
# The contract run for longer, with other requests: each seed generates its own, in every phase, also those that follow
# links. Fails when any seed does.
#   scripts/fuzz.sh 1 2 3
set -euo pipefail
cd "$(dirname "$0")/.."

export CONTRACT_EXAMPLES=${CONTRACT_EXAMPLES:-500} CONTRACT_PHASES=examples,fuzzing,stateful
logs=target/fuzz/contract
mkdir -p "$logs"
failed=()
for seed in "${@:-1}"; do
  CONTRACT_SEED=$seed scripts/contract.sh >"$logs/$seed.log" 2>&1 || failed+=("$seed")
  echo "seed $seed: $(grep -aE '^contract: [0-9]+ requests' "$logs/$seed.log" || echo 'contract: it did not finish')"
  grep -aE 'API Links:' "$logs/$seed.log" || true
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "fuzz: failed with ${failed[*]}; what failed is in $logs" >&2
  exit 1
fi
