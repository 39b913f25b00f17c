#!/usr/bin/env bash
# Stops a PostgreSQL of its own (SIGSTOP) under a running service, and measures how long requests wait and how soon it recovers:
#   scripts/with-postgres.sh scripts/attack/unresponsive-database.sh
# Every request needs a response within 5 s, and all must succeed within 5 s after PostgreSQL resumes.
set -euo pipefail

program=$PWD/target/debug/yingku
folder=$(mktemp -d)
socket=$(printf '%s' "$TEST_POSTGRES_URL" | sed -E 's,.*@(.*)/postgres,\1,; s,%2F,/,g')
port=${PORT:-18391}
postmaster=$(head -n 1 "$socket/data/postmaster.pid")

backends() { echo "$postmaster"; pgrep -P "$postmaster"; }
cleanup() {
  kill -CONT $(backends) 2>/dev/null || true
  kill "$service" 2>/dev/null || true
  wait "$service" 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT

cd "$folder"
export DATABASE_URL=$TEST_POSTGRES_URL BIND=127.0.0.1:$port RATE_PER_SECOND=100000 RATE_BURST=100000
# Each signed request here is from a new installation.
export KEY_OPENINGS_PER_MINUTE=100000 KEY_OPENINGS_PER_SECOND=100000
"$program" config init >/dev/null
"$program" migrate >/dev/null
"$program" serve >log 2>&1 &
service=$!
until curl -sf "http://127.0.0.1:$port/healthz" >/dev/null; do sleep 0.1; done

# That many concurrent signed requests, each with a database query: status and seconds of each.
round() {
  for _ in $(seq 24); do
    line=$("$program" sign GET "http://127.0.0.1:$port/prod-api/v2/dht/list?keyword=ABC-$RANDOM")
    (eval "$line -s -m 30 -o /dev/null -w '%{http_code} %{time_total}\n'") &
  done
  wait $(jobs -p | grep -v "^$service$")
}
longest() { awk '$2 > most { most = $2 } END { print most }'; }

round >before
grep -c '^200' before | sed 's/^/successful before: /'
kill -STOP $(backends)
round >during
echo "while it is unresponsive: $(cut -d' ' -f1 during | sort | uniq -c | tr -s ' \n' ' '), longest $(longest <during) s"
kill -CONT $(backends)
began=$(date +%s%N)
until round >after && [ "$(grep -c '^200' after)" = 24 ]; do
  [ $((($(date +%s%N) - began) / 1000000)) -lt 15000 ]
done
took=$((($(date +%s%N) - began) / 1000000))
echo "recovered after $took ms, of which the last round's requests took $(longest <after) s at most"
awk '$1 != 503 && $1 != 200 { exit 1 } $2 > 5 { exit 1 }' during
[ "$took" -lt 5000 ]
