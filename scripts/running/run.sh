#!/usr/bin/env bash
# Runs every command of docs/running.md in its order, with the package of `just package`. It installs, changes and purges
# things on this machine, so it wants one that is thrown away: root, Debian, no systemd, and YINGKU_THROWAWAY=1.
#   scripts/running/run.sh                                     the package is "upgraded" to itself
#   scripts/running/run.sh target/package-before/yingku_*.deb  an older one is installed first, filled, and upgraded to this one;
#                                                              the rest of the page is about this one
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${YINGKU_THROWAWAY:-}" != 1 ] || [ "$(id -u)" != 0 ] || [ -d /run/systemd/system ]; then
  echo "test-running installs and purges: give it a machine to throw away (YINGKU_THROWAWAY=1, root, no systemd)" >&2
  exit 1
fi
page=$PWD/docs/running.md
folder=$(mktemp -d /tmp/yingku-running.XXXXXX)
# apt reads the package as its own user.
chmod 755 "$folder"
cp "${1:-$(ls target/package/*.deb)}" "$folder"
export PATH=$PWD/scripts/running/bin:$PATH DEBIAN_FRONTEND=noninteractive
trap 'systemctl stop yingku || true; nginx -s quit 2>/dev/null || true; rm -rf "$folder"' EXIT

# Each block of the page is one script.
awk -v folder="$folder" '
  /^```sh$/ { block++; inside = 1; next }
  /^```$/ { inside = 0 }
  inside { print > sprintf("%s/block-%02d.sh", folder, block) }' "$page"
if [ $# -gt 0 ]; then
  upgrade=$folder/block-02.upgrade.sh
  # Packages made no folder for backups at first: their pages did.
  echo 'install -d -o yingku -g yingku -m 0700 /var/backups/yingku' >"$upgrade"
  sed 's/before-upgrade/before-this-program/' "$(grep -l -- '--reinstall' "$folder"/block-[0-9][0-9].sh)" >>"$upgrade"
fi
started=$SECONDS
for block in "$folder"/block-*.sh; do
  echo "######## $(basename "$block")"
  sed 's/^/    /' "$block"
  if grep -q -- '--reinstall' "$block"; then
    rm "$folder"/*.deb
    cp target/package/*.deb "$folder"
  fi
  (cd "$folder" && bash -euo pipefail "$block") || {
    echo "running: failed in this block:" >&2
    cat "$block" >&2
    tail -n 20 /run/running-test/yingku.log >&2 || true
    exit 1
  }
done
echo "running: $(ls "$folder"/block-*.sh | wc -l) blocks in $((SECONDS - started)) s"
