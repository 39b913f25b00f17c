#!/usr/bin/env bash
# Calls a real server with everything that openapi.yaml allows, and much that it does not, and checks every
# response against it. Fails when a response violates the contract, or when fewer than 10,000 requests were made.
#   CONTRACT_EXAMPLES=5 scripts/contract.sh      fewer requests, to look at one failure; `just fuzz` sends more
#   CONTRACT_SEED=7 scripts/contract.sh          other requests
#   CONTRACT_PHASES=examples,fuzzing,stateful scripts/contract.sh    also the requests that links lead to
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/real-site.sh

least=10000
examples=${CONTRACT_EXAMPLES:-25}
seed=${CONTRACT_SEED:-20261121}
phases=${CONTRACT_PHASES:-examples,fuzzing}
here=$PWD/scripts/contract
venv=$PWD/target/contract-venv
started=$SECONDS

fresh_venv "$venv" "$here/requirements.txt"

folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-contract.XXXXXX")
running=()
stop() {
  if [ "${#running[@]}" -gt 0 ]; then
    kill "${running[@]}" 2>/dev/null || true
    wait "${running[@]}" 2>/dev/null || true
  fi
  stop_server
  rm -rf "$folder"
}
trap stop EXIT

secret=contract-app-secret
# The log has one line per request; rate limits are off.
new_site site <<SETTINGS
WORKERS=2
DATABASE_URL=sqlite://data/yingku.db
APP_SECRET=$secret
RATE_PER_SECOND=1000000
DATABASE_CROWDED_WAIT_MS=1500
CROWDED_LATE_MS=1500
RATE_BURST=1000000
CAPTCHA_PER_MINUTE=1000000
LOGIN_PER_MINUTE=1000000
LOGIN_FREE_FAILURES=1000000
CODE_FREE_FAILURES=1000000
HLS_PER_HOUR=1000000
REGISTER_PER_HOUR=1000000
EXPORT_PER_HOUR=1000000
MESSAGES_PER_MINUTE=1000000
REPORTS_PER_HOUR=1000000
REPORTS_HIDE_PER_HOUR=1000000
ORDERS_PER_MINUTE=1000000
ACCESS_TOKEN_MINUTES=1440
LOG=info,yingku_platform::telemetry::request_log=debug
LOG_FORMAT=json
SETTINGS

member=contract_member password=quiet-river-27
in_site user create "$member" --password-stdin <<<"$password"
in_site user create contract_admin --role admin --password-stdin <<<"$password"
serve

export CONTRACT_BASE=$origin/prod-api CONTRACT_SECRET=$secret
export CONTRACT_MEMBER=$member CONTRACT_PASSWORD=$password
cp "$here/schemathesis.toml" "$here/keywords.dict" "$folder"
python3 "$here/ids.py" "$folder"
(cd "$site" && "$yingku" codes generate --plan VIP月卡 --count 200) >"$folder/codes" 2>"$folder/said"
in_site user grant contract_reader --vip-days 30
sed 's/.*/"&"/' "$folder/codes" >"$folder/codes.dict"

calls() { grep -c '"message":"request"' "$folder/log" || true; }
before=$(calls)
failed=0
contract=$folder/openapi.yaml
"$venv/bin/python" "$here/link_bodies.py" openapi.yaml "$contract"
run() {
  local name=$1
  shift
  mkdir "$folder/$name"
  cp "$folder"/*.toml "$folder"/*.dict "$folder/$name"
  cd "$folder/$name"
  SCHEMATHESIS_HOOKS=$here/hooks.py exec "$venv/bin/schemathesis" --config-file schemathesis.toml \
    run "$contract" --url "$CONTRACT_BASE" --seed "$seed" --max-examples "$examples" "$@" >"$folder/$name.out" 2>&1
}
# Processes and not threads: two cores are used, and a seed generates the same requests every time.
(run allowed --phases "$phases" --mode positive) & allowed=$!
(run forbidden --phases fuzzing --mode negative) & forbidden=$!
# Only few of these are about an existing work, which would cause warnings.
(run edges --phases coverage --warnings off) & edges=$!
running=("$allowed" "$forbidden" "$edges")
passed=() broken=()
for name in edges forbidden allowed; do
  if wait "${!name}"; then passed+=("$name"); else broken+=("$name") failed=1; fi
done
made=$(($(calls) - before))

echo "Requests by route and status:"
sed -n 's/.*"message":"request".*"route":"\([^"]*\)","status":\([0-9]*\).*/\2 \1/p' "$folder/log" | sort | uniq -c
# Failures come last, where one looks first.
for name in "${passed[@]}" "${broken[@]}"; do
  printf '\n######## %s\n\n' "$name"
  cat "$folder/$name.out"
done
[ "$failed" = 0 ] || echo "contract: failed in ${broken[*]}" >&2
echo "contract: $made requests in $((SECONDS - started)) s"
if [ "$made" -lt "$least" ]; then
  echo "contract: fewer than $least requests" >&2
  failed=1
fi
# What the framework logs of unparsable requests is no server error.
errors=$(grep '"level":"ERROR"' "$folder/log" | grep '"target":"yingku' | head -n 20 || true)
if [ -n "$errors" ] || ! kill -0 "$server" 2>/dev/null; then
  printf 'contract: the server failed:\n%s\n' "${errors:-$(tail -n 5 "$folder/log")}" >&2
  failed=1
fi
exit "$failed"
