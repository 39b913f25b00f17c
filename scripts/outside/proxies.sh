#!/usr/bin/env bash
# The site behind the shipped nginx (deploy/), behind Caddy, and behind a caching CDN in front of nginx: client
# addresses, byte ranges, what a cache may store, films that nginx serves itself, and errors in the API's envelope. nginx
# and Caddy are Debian's; every visitor has a loopback address of their own.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

missing=()
command -v nginx >/dev/null || missing+=(nginx)
command -v caddy >/dev/null || missing+=(caddy)
[ "${#missing[@]}" = 0 ] || "$root/scripts/apt-install.sh" "${missing[@]}"

quietly openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=films.example.org -keyout "$folder/key.pem" -out "$folder/cert.pem"
outside_site site <<SETTINGS
PAY_MODE=off
TRUSTED_PROXIES=127.0.0.1
PUBLIC_URL=https://films.example.org
HLS_SIGNER=nginx_md5
HLS_SECRET=$(printf '%064d' 9)
SETTINGS
# The last one of a name counts: here visitors do reach the limits.
sed -i -e 's/^RATE_PER_SECOND=.*/RATE_PER_SECOND=1/' -e 's/^RATE_BURST=.*/RATE_BURST=40/' "$site/.env"
in_site user create stream_member --password-stdin <<<quiet-river-27
in_site user grant stream_member --vip-days 30
serve
python3 "$outside/proxies/try.py" "$origin" "$server" "$folder" "$site" "$root/deploy"
