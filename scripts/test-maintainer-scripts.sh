#!/usr/bin/env bash
# Runs the package's postinst and postrm in a folder in place of the machine's root, with stubs for what would change the
# machine: no secrets and no data may be lost. `just test-running` does the rest with the real package.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-maintainer.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
for script in postinst postrm; do
  sed "s#/etc/yingku#$folder/root/etc/yingku#g; s#/var/lib/yingku#$folder/root/var/lib/yingku#g" "deploy/debian/$script" >"$folder/$script"
done
settings=$folder/root/etc/yingku/env site=$folder/root/var/lib/yingku

stub() {
  { echo '#!/bin/sh'; cat; } >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
stub systemd-sysusers <<<:
stub systemd-tmpfiles <<<"mkdir -p '$site' '$folder/root/etc/yingku'"
# Like `yingku config init`: an existing file stays, also a link.
stub yingku-site <<<"cd '$site' && { [ -e .env ] || [ -L .env ] || echo SERVER_SECRET=fresh >.env; }"
# Without the owner and group, which do not exist on this machine.
stub install <<<'shift 4; exec /usr/bin/install "$@"'

configure() { PATH=$folder/bin:$PATH sh "$folder/postinst" configure; }
purge() { sh "$folder/postrm" purge 2>"$folder/said"; }
check() {
  local what=$1
  shift
  "$@" || { echo "maintainer scripts: $what: failed: ${*//"$folder"/}" >&2; exit 1; }
}
has_settings() {
  check "$1" grep -qx "SERVER_SECRET=$2" "$settings"
  check "$1" [ "$(stat -c %a "$settings")" = 640 ]
  check "$1" [ "$(readlink "$site/.env")" = "$settings" ]
}

what='the first installation'
configure
has_settings "$what" fresh

what='an upgrade'
echo SERVER_SECRET=kept >"$settings"
configure
has_settings "$what" kept

what='a purge while the data has another name'
mkdir "$site/data-before"
echo works >"$site/data-before/yingku.db"
purge
check "$what" [ ! -e "$settings" ]
check "$what" [ ! -L "$site/.env" ]
check "$what" [ -s "$site/data-before/yingku.db" ]
check "$what" grep -q 'still in' "$folder/said"

what='an installation next to what was purged'
ln -s "$settings" "$site/.env"
configure
has_settings "$what" fresh

what='a purge where nothing is'
rm -r "$site/data-before"
purge
check "$what" [ ! -e "$site" ]
check "$what" [ ! -s "$folder/said" ]

what='the package after an installation by hand'
mkdir -p "$site/data"
echo SERVER_SECRET=by-hand >"$site/.env"
configure
has_settings "$what" by-hand
purge
check "$what" [ -d "$site/data" ]

what='the package after an installation by hand whose settings are elsewhere'
echo SERVER_SECRET=elsewhere >"$folder/elsewhere"
ln -s "$folder/elsewhere" "$site/.env"
configure
has_settings "$what" elsewhere
check "$what" [ -s "$folder/elsewhere" ]

what='a purge of a folder that is a link'
mv "$site" "$folder/disk"
rm -r "$folder/disk/data"
ln -s "$folder/disk" "$site"
purge
check "$what" [ -d "$folder/disk" ]

what='the units of the package'
for unit in deploy/*.service; do
  name=$(basename "$unit" .service)
  check "$what" grep -q "unit-name = \"$name\"" api/Cargo.toml
  check "$what" grep -qx 'User=yingku' "$unit"
  # The settings are found from there.
  check "$what" grep -qx 'WorkingDirectory=/var/lib/yingku' "$unit"
  check "$what" grep -qx 'ProtectSystem=strict' "$unit"
done

echo 'maintainer scripts: settings and data stay'
