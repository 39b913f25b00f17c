#!/usr/bin/env bash
# Runs a command with a PostgreSQL cluster of its own, created for it and removed after it:
#   scripts/with-postgres.sh cargo test
# The command finds the server's address in TEST_POSTGRES_URL (a database named postgres). POSTGRES_OPTIONS are further
# settings of the server, such as "-c work_mem=64MB".
set -euo pipefail

bin=$(dirname "$(command -v initdb || find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -n 1)")
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is needed (Debian: apt-get install postgresql); run scripts/test-tools.sh" >&2
  exit 1
fi

# In memory where there is enough of it: creating and dropping a database takes a quarter of the time.
base=${TMPDIR:-/tmp}
free=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1 || true)
if [ "${free:-0}" -ge 8 ] && [ -w /dev/shm ]; then
  base=/dev/shm
fi
folder=$(mktemp -d "$base/yingku-postgres.XXXXXX")
chmod 755 "$folder"
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(setpriv --reuid postgres --regid postgres --clear-groups)
fi

stop() {
  "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT

"${as[@]}" "$bin/initdb" -D "$folder/data" -U yingku --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
# Durability is for data worth keeping.
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -o \
  "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300 ${POSTGRES_OPTIONS:-}" \
  start >/dev/null

TEST_POSTGRES_URL="postgres://yingku@$(printf '%s' "$folder" | sed 's,/,%2F,g')/postgres" "$@"
