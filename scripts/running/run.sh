#!/usr/bin/env bash
# Runs every `sh` block of the operators' pages (docs/install.md, operate.md, runbook.md, scaling.md) in their order, with the
# package of `just package`. It installs, changes and purges things on this machine, so it needs a throwaway one: root,
# Debian, no systemd, and YINGKU_THROWAWAY=1.
#   scripts/running/run.sh                                     the package is "upgraded" to itself
#   scripts/running/run.sh target/package-before/yingku_*.deb  an older one is installed first, filled, and upgraded to this one;
#                                                              the rest of the pages is about this one
# A word after `sh` says how a block is run:
#   in-container  not at all: it needs a container runtime
#   in-compose    in a folder with compose.yaml, with a Docker stub
#   new-machine   after this machine has lost everything but its backups
#   last          after all other blocks, because it leaves a changed key or no package
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${YINGKU_THROWAWAY:-}" != 1 ] || [ "$(id -u)" != 0 ] || [ -d /run/systemd/system ]; then
  echo "test-running installs and purges: run it on a throwaway machine (YINGKU_THROWAWAY=1, root, no systemd)" >&2
  exit 1
fi
for left in /etc/yingku /var/lib/yingku /var/backups/yingku; do
  if [ -e "$left" ]; then
    echo "test-running: $left exists already, and the pages need a machine that has never had Yingku" >&2
    exit 1
  fi
done
pages=("$PWD"/docs/{install,operate,runbook,scaling}.md)
folder=$(mktemp -d /tmp/yingku-running.XXXXXX)
# apt reads the package as its own user.
chmod 755 "$folder"
cp "${1:-$(ls target/package/*.deb)}" "$folder"
export PATH=$PWD/scripts/running/bin:$PATH DEBIAN_FRONTEND=noninteractive
block=

end() {
  local code=$?
  if [ "$code" != 0 ] && [ -n "$block" ]; then
    echo "running: failed in or after this block:" >&2
    cat "$block" >&2
    tail -n 20 /run/running-test/yingku.log >&2 || true
  fi
  systemctl stop yingku || true
  nginx -s quit 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

# For the Docker stub, which reads compose.yaml.
python3 -c 'import yaml' 2>/dev/null || scripts/apt-install.sh python3-yaml
mkdir "$folder/compose"
cp deploy/container/compose.yaml deploy/nginx.conf "$folder/compose"
touch "$folder/compose/yingku-image.tar"

# Each block of the pages is one script. Its number is its place in the order; those that run last have numbers from 90.
awk -v folder="$folder" '
  FNR == 1 { inside = 0 }
  /^```sh/ {
    kind = $2 == "" ? "here" : $2
    inside = kind != "in-container"
    if (inside) file = sprintf("%s/block-%02d.%s.sh", folder, kind == "last" ? 90 + last++ : ++block, kind)
    next
  }
  /^```$/ { inside = 0 }
  inside { print > file }' "${pages[@]}"
if [ $# -gt 0 ]; then
  upgrade=$folder/block-02.upgrade.sh
  # Older packages created no backup folder: their pages did.
  echo 'install -d -o yingku -g yingku -m 0700 /var/backups/yingku' >"$upgrade"
  cat "$(grep -l -- '--reinstall' "$folder"/block-*.here.sh)" >>"$upgrade"
fi

# Another machine, which has the backups of this one and nothing else.
lose_the_machine() {
  cp /etc/yingku/env "$folder/settings"
  systemctl stop yingku
  apt-get purge -y yingku >/dev/null 2>&1
  rm -rf /etc/yingku /var/lib/yingku
  chown -R root:root /var/backups/yingku
  if pg_isready -q 2>/dev/null; then
    su postgres -c 'dropdb --if-exists yingku; dropuser --if-exists yingku'
  fi
}

# The new machine has the secrets and the users of the old one.
compare_the_machines() {
  cmp "$folder/settings" /etc/yingku/env
  yingku-site user list | grep -q lin_admin
}

# A manual installation becomes the package's, with its secrets; purging leaves data, whatever it is called.
adopt_what_was_made_by_hand() {
  echo "######## a manual installation"
  rm -rf /etc/yingku /var/lib/yingku
  install -d -o yingku -g yingku -m 0700 /var/lib/yingku
  install -o yingku -g yingku -m 0600 "$folder/settings" /var/lib/yingku/.env
  apt-get install -y "$folder"/yingku_*.deb
  cmp "$folder/settings" /etc/yingku/env
  [ "$(stat -c '%a %U:%G' /etc/yingku/env)" = '640 root:yingku' ]
  yingku-site config check
  install -d -o yingku -g yingku -m 0700 /var/lib/yingku/data-before
  apt-get purge -y yingku
  [ -d /var/lib/yingku/data-before ] && [ ! -e /etc/yingku ]
}

# systemd's own verification of the units, where it is installed.
verify_units() {
  local units
  command -v systemd-analyze >/dev/null || return 0
  mapfile -t units < <(find /lib/systemd/system -name 'yingku*')
  systemd-analyze verify "${units[@]}"
}

started=$SECONDS
for block in "$folder"/block-*.sh; do
  echo "######## $(basename "$block")"
  sed 's/^/    /' "$block"
  if grep -q -- '--reinstall' "$block"; then
    rm "$folder"/*.deb
    cp target/package/*.deb "$folder"
  fi
  place=$folder
  case $block in
  *.in-compose.sh) place=$folder/compose ;;
  *.new-machine.sh) lose_the_machine ;;
  esac
  (cd "$place" && bash -euo pipefail "$block")
  case $block in
  *-01.here.sh) verify_units ;;
  *.new-machine.sh) compare_the_machines ;;
  esac
done
block=
adopt_what_was_made_by_hand
echo "running: $(find "$folder" -name 'block-*.sh' | wc -l) blocks in $((SECONDS - started)) s"
