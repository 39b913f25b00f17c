#!/usr/bin/env bash
# What the package's nightly backup keeps, with a stub of the program: times of folders, and exit codes of the program.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-daily-backup.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
cat >"$folder/bin/yingku" <<'END'
#!/bin/sh
[ "$2" = --verify ] && exit "${VERIFIED:-0}"
mkdir -p "$2"
printf '{ "missing": [%s] }\n' "${MISSING:-}" >"$2/backup.json"
exit "${MADE:-0}"
END
chmod +x "$folder/bin/yingku"

# Fourteen folders, one a day, the newest of them this many days old.
fourteen() {
  rm -rf "$folder/kept"
  mkdir "$folder/kept"
  for day in {1..14}; do
    mkdir "$folder/kept/daily-$day"
    touch -d "$((day + $1)) days ago" "$folder/kept/daily-$day"
  done
}
run() { env PATH="$folder/bin:$PATH" BACKUP_DIR="$folder/kept" BACKUP_DAYS=14 "$@" sh deploy/debian/daily-backup 2>/dev/null; }
keeps() {
  local found
  found=$(find "$folder/kept" -mindepth 1 -maxdepth 1 | wc -l)
  [ "$found" = "$2" ] || { echo "nightly backup: $1: $found folders instead of $2" >&2; exit 1; }
}
ends() {
  local what=$1 wanted=$2 ended=0
  shift 2
  run "$@" || ended=$?
  [ "$ended" = "$wanted" ] || { echo "nightly backup: $what: ended with $ended" >&2; exit 1; }
}

fourteen 0
ends 'fourteen days' 0
keeps 'fourteen days' 15
mkdir "$folder/kept/daily-15" "$folder/kept/by-hand"
touch -d '40 days ago' "$folder/kept/daily-15" "$folder/kept/by-hand"
today=$(find "$folder/kept" -name 'daily-20*' -print -quit)
mv "$today" "$folder/kept/daily-of-today"
ends 'one too many' 0
keeps 'one too many' 17
[ ! -e "$folder/kept/daily-15" ] && [ -e "$folder/kept/by-hand" ]

for days in 21 40 4000; do
  fourteen "$days"
  ends "the newest is $days days old" 0
  keeps "the newest is $days days old" 15
done

fourteen 0
mkdir "$folder/kept/daily-2038-01-01-000000"
touch -d 2038-01-01 "$folder/kept/daily-2038-01-01-000000"
ends 'one of the future' 0
keeps 'one of the future' 15
[ ! -e "$folder/kept/daily-2038-01-01-000000" ]

fourteen 40
ends 'some files cannot be read' 3 MADE=3
keeps 'some files cannot be read' 15
fourteen 40
ends 'a part is missing' 1 MISSING='"data/media"'
keeps 'a part is missing' 15
for fault in MADE=1 VERIFIED=1; do
  fourteen 40
  ends "$fault" 1 "$fault"
  keeps "$fault" 14
done

echo 'nightly backup: the newest ones stay, whatever the clock says'
