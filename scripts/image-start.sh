#!/usr/bin/env bash
# Starts the image of `just image` in a chroot, as its own user: what can be tested without a container runtime. Its
# settings are generated, the service becomes healthy by its own check, an operator is created, and SIGTERM ends it.
set -euo pipefail

container=$(buildah from localhost/yingku)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; buildah rm "$container" >/dev/null' EXIT

yingku() {
  buildah run --isolation chroot --env "BIND=127.0.0.1:$port" --env PAY_MODE=off "$container" -- /usr/bin/yingku "$@"
}

yingku config init
yingku serve &
server=$!
for _ in $(seq 60); do
  # shellcheck disable=SC2015 # a failure of either means "not yet"
  yingku health 2>/dev/null && ready=1 && break || sleep 1
  kill -0 "$server"
done
[ "${ready:-}" = 1 ] || { echo 'image-start: the service was not ready within a minute' >&2; exit 1; }
yingku user create wang_admin --role admin
curl -fsS "http://127.0.0.1:$port/" | grep -q '<div id="root"'
pkill -TERM -u 10001 -f '^/usr/bin/yingku serve'
wait "$server"
server=
echo 'image-start: ready, an operator created, exited successfully'
