#!/usr/bin/env bash
# Every recipe of this folder, one after the other; lists the failed ones:  scripts/outside/all.sh [NAME…]
set -euo pipefail
cd "$(dirname "$0")"

names=("$@")
[ "$#" -gt 0 ] || names=(generators payments feeds links films films-from-files pictures proxies old-browsers)
failed=()
for name in "${names[@]}"; do
  printf '\n%s\n' "$name"
  "./$name.sh" || failed+=("$name")
done
[ "${#failed[@]}" = 0 ] || { printf '\nfailed: %s\n' "${failed[*]}"; exit 1; }
