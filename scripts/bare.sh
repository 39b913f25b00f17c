#!/usr/bin/env bash
# Runs README's two commands in a fresh Debian with nothing but what README names, to prove that the tests install all else
# they need, and to measure the time until the first page:
#   scripts/bare.sh         both; `scripts/bare.sh up` or `scripts/bare.sh test` runs one of them
# It runs what is committed, as root, who may install packages. The programs, the caches and the settings of this machine are
# hidden, but for three things: access to the package registries (see network), the Rust toolchain, which Debian lacks
# (read only), and the kernel with its network, so that port 8080 has to be free.
#   BARE_SUITE=trixie       which Debian
#   BARE_MIRROR, BARE_SECURITY_MIRROR    its mirrors; by default those of this machine
#   BARE_NODE=debian        whose Node.js: Debian's, or `host`: a copy of this machine's, for a suite with one too old. Debian's
#                           npm brings Python and OpenSSL with it, so a copy is barer
#   BARE_LANG=C BARE_TZ=UTC the language and the time zone
#   BARE_LOGS=target/bare   where output is stored
#   BARE_KEEP=1             keeps the root, and prints its path
set -euo pipefail
suite=${BARE_SUITE:-trixie}
node=${BARE_NODE:-debian}
here=$(cd "$(dirname "$0")/.." && pwd)
logs=$(realpath -m "${BARE_LOGS:-$here/target/bare}")
site=127.0.0.1:8080

say() { printf 'bare: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }
# One HTTP response of the site, as received.
answer() {
  exec 3<>"/dev/tcp/${site/:/\/}" || return
  printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$1" "$site" >&3
  timeout 20 cat <&3
} 2>/dev/null
port_taken() { (exec 3<>"/dev/tcp/${site/:/\/}") 2>/dev/null; }

# --- the root, from outside --------------------------------------------------------------------------------------

# The mirror of a label.
mirror_of() { { apt-get indextargets --format '$(LABEL) $(REPO_URI)' 2>/dev/null || true; } | sed -n "s,^$1 \(http.*[^/]\)/*\$,\1,p" | head -n 1; }

# How this machine reaches package registries: names, certificates, and client settings. Not the caches.
network() {
  local file name
  cp -L /etc/resolv.conf /etc/hosts "$root/etc"
  apt-config dump | grep -E '^Acquire::(https?::|Retries|Force|Check-)' >"$root/etc/apt/apt.conf.d/00network" || true
  for file in .npmrc .config/pip/pip.conf .pip/pip.conf .cargo/config.toml; do
    if [ -e "$HOME/$file" ]; then install -D -m 600 "$HOME/$file" "$root/root/$file"; fi
  done
  [ ! -e /etc/pip.conf ] || cp -L /etc/pip.conf "$root/etc"
  file=/etc/ssl/certs/ca-certificates.crt
  if [ -e "$file" ]; then
    install -D -m 644 "$file" "$root$file"
    # update-ca-certificates reads it here, once a package installs that.
    install -D -m 644 "$file" "$root/usr/local/share/ca-certificates/network.crt"
  fi
  while read -r name; do
    printf '%s=%s\0' "$name" "${!name}" >>"$work/variables"
    if [ -f "${!name}" ]; then install -D -m 644 "${!name}" "$root${!name}"; fi
  done < <(compgen -e | grep -iE "$variables")
}
variables='^((https?|ftp|all|no)_proxy|ssl_cert_(file|dir)|(curl_ca|requests_ca)_bundle|node_extra_ca_certs|git_ssl_cainfo'
variables+='|pip_((extra_)?index_url|cert|proxy|trusted_host|(default_)?timeout|retries)'
variables+='|npm_config_(registry|(https_)?proxy|noproxy|cafile|strict_ssl|fetch_.*)|cargo_(http|net|registry|registries|source)_.*)$'

make_root() {
  local mirror security script=() packages=(gcc libc6-dev libssl-dev pkg-config)
  mirror=${BARE_MIRROR:-$(mirror_of Debian)} security=${BARE_SECURITY_MIRROR:-$(mirror_of Debian-Security)}
  mirror=${mirror:-http://deb.debian.org/debian} security=${security:-http://deb.debian.org/debian-security}
  [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(sid)
  debootstrap --variant=minbase "$suite" "$root" "$mirror" "${script[@]}"
  mount_root # not before: debootstrap makes devices of its own
  {
    printf "deb $mirror %s main\n" "$suite" "$suite-updates"
    echo "deb $security $suite-security main"
  } >"$root/etc/apt/sources.list"
  # Packages start no services: a root like this one has nothing to run them, and the ports are this machine's.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  network
  if [ "$node" = host ]; then copy_node; else packages+=(nodejs npm); fi
  in_root / apt-get update -qq
  in_root / env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${packages[@]}"
  in_root / apt-get clean
  git clone --quiet "$here" "$root/yingku"
}

copy_node() {
  local name npm
  npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
  mkdir -p "$root/usr/local/lib/node_modules"
  cp "$(realpath "$(node -p process.execPath)")" "$root/usr/local/bin/node"
  cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  # Newer builds of Node.js need it.
  [ -e "$root/usr/lib/$(uname -m)-linux-gnu/libatomic.so.1" ] || packages+=(libatomic1)
}

# --- inside: with mounts and processes of its own, which end with it ---------------------------------------------

mount_root() {
  mkdir -p "$root"/{proc,sys,dev,opt/rust}
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount --bind "$toolchain" "$root/opt/rust"
  mount -o remount,bind,ro "$root/opt/rust"
}

# Runs a command in a folder of the root, without this machine's environment.
in_root() {
  local folder=$1 carried=()
  shift
  [ ! -e "$work/variables" ] || mapfile -d '' carried <"$work/variables"
  chroot "$root" /usr/bin/env -i -C "$folder" HOME=/root CI=true LANG="${BARE_LANG:-C}" TZ="${BARE_TZ:-UTC}" \
    PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${carried[@]}" "$@"
}

# The commands of README.
command_of() { sed -n "s/^\(npx -y rust-just@[0-9.]* $1\)\( .*\)\?\$/\1/p" "$here/README.md"; }

run_up() {
  local began up page log=$logs/up.log
  began=$(date +%s)
  # In a group of its own, as in a terminal: the signal goes to all of it, as Ctrl-C does.
  set -m
  in_root /yingku $(command_of up) >"$log" 2>&1 </dev/null &
  up=$!
  set +m
  until page=$(answer /) && [[ $page = HTTP/1.1\ 200* ]]; do
    kill -0 "$up" 2>/dev/null || { tail -n 30 "$log" >&2; fail "up ended before there was a page; all of it is in $log"; }
    sleep 0.2
  done
  say "up: the first page after $(($(date +%s) - began)) s"
  [[ $page = *'<div id="root"'* && $page = *映库* ]] || fail "up: this page is not the site's: $page"
  [[ $(answer /readyz) = HTTP/1.1\ 200* ]] || fail "up: the site is not ready"
  kill -TERM -- "-$up"
  wait "$up" || true
  while kill -0 -- "-$up" 2>/dev/null; do sleep 0.2; done
  ! port_taken || fail "up: something still listens on $site after the end"
  say "up: ended at its signal"
}

run_test() {
  local began log=$logs/test.log
  began=$(date +%s)
  in_root /yingku $(command_of test) </dev/null 2>&1 | tee "$log" || fail "test: failed after $(($(date +%s) - began)) s; all of it is in $log"
  say "test: passed in $(($(date +%s) - began)) s"
}

inside() {
  mount --make-rprivate /
  say "making a root of $suite"
  make_root >"$logs/root.log" 2>&1 || { tail -n 20 "$logs/root.log" >&2; fail "the root could not be made; all of it is in $logs/root.log"; }
  say "$(in_root / rustc --version), Node.js $(in_root / node --version), npm $(in_root / npm --version), commit $(git -C "$here" rev-parse --short HEAD)"
  local name
  for name in "$@"; do "run_$name"; done
}

# --- from outside ------------------------------------------------------------------------------------------------

if [ "${1:-}" = --inside ]; then
  work=$2 root=$2/root toolchain=$3
  inside "${@:4}"
  exit
fi

names=("$@")
[ "$#" -gt 0 ] || names=(up test)
for name in "${names[@]}"; do
  case $name in up | test) ;; *) fail "there is no command $name, only up and test" ;; esac
  [ -n "$(command_of "$name")" ] || fail "README does not say how to run $name"
done
[ "$(id -u)" = 0 ] || fail "only root may make a root"
[[ " ${names[*]} " != *" up "* ]] || ! port_taken || fail "another program listens on $site, where the site is to be"
toolchain=$(cd "$here" && rustc --print sysroot)
[ -x "$toolchain/bin/cargo" ] && [ "$toolchain" != /usr ] || fail "a toolchain in a folder of its own is needed, as rustup has them"
command -v debootstrap >/dev/null || "$here/scripts/apt-install.sh" debootstrap

mkdir -p "$logs"
work=$(mktemp -d "${TMPDIR:-/var/tmp}/yingku-bare.XXXXXX")
running=
finish() {
  # The process that created the namespaces ends everything in them.
  [ -z "$running" ] || kill -KILL "$running" 2>/dev/null || true
  wait || true
  if [ -n "${BARE_KEEP:-}" ]; then say "the root is kept in $work/root"; else rm -rf --one-file-system "$work"; fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
unshare --mount --pid --fork --kill-child "$0" --inside "$work" "$toolchain" "${names[@]}" &
running=$!
wait "$running"
