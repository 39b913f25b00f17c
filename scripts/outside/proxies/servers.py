"""The shipped nginx, Caddy, and a CDN, each a process in a folder of its own."""

import pathlib
import re
import socket
import subprocess
import time

FRAME = """
user root;
worker_processes 1;
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{site}
}}
"""
CDN = """
proxy_cache_path {folder}/cache keys_zone=cdn:1m;
server {{
  listen 127.0.0.1:{port};
  access_log off;
  client_max_body_size 8m;
  proxy_bind {own};
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host films.example.org;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  location / {{
    proxy_pass https://127.0.0.1:{behind};
    proxy_cache cdn;
    proxy_cache_key $request_uri;
    add_header X-Cache $upstream_cache_status always;
  }}
  location /hls/ {{
    proxy_pass https://127.0.0.1:{behind};
  }}
}}
"""
CADDY = """
{{
  admin off
  auto_https off
}}
https://:{port} {{
  bind 127.0.0.1
  tls {keys}/cert.pem {keys}/key.pem
  reverse_proxy {site}
}}
"""
CDN_ADDRESS = "127.0.0.9"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def started(command: "list[str]", folder: pathlib.Path, port: int) -> "subprocess.Popen[bytes]":
    """A process, as soon as it listens."""
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{command[0]} does not listen: {(folder / 'said').read_text()[-800:]}") from None
            time.sleep(0.1)


def nginx(folder: pathlib.Path, site: str, port: int) -> "subprocess.Popen[bytes]":
    (folder / "nginx.conf").write_text(FRAME.format(folder=folder, site=site))
    return started(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, port)


def shipped(folder: pathlib.Path, deploy: pathlib.Path, site: str, streams: pathlib.Path, secret: str) -> "tuple[subprocess.Popen[bytes], int, int]":
    """nginx.conf and nginx-streams.conf with other addresses, folders and a smaller burst; returns its ports, with and without TLS."""
    own = folder / "nginx"
    (own / "yingku.d").mkdir(parents=True)
    port, plain = free_port(), free_port()
    text = (deploy / "nginx.conf").read_text()
    for pattern, replacement in [
        (r"server 127\.0\.0\.1:8080 ", f"server {site} "),
        (r"listen 80;\n    listen \[::\]:80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl http2 backlog=4096;\n    listen \[::\]:443 ssl http2 backlog=4096;", f"listen 127.0.0.1:{port} ssl http2;"),
        (r"/etc/ssl/yingku\.pem", f"{folder}/cert.pem"),
        (r"/etc/ssl/yingku\.key", f"{folder}/key.pem"),
        (r"/etc/nginx/yingku\.d", f"{own}/yingku.d"),
        (r"/var/log/nginx/", f"{own}/"),
        (r"burst=600", "burst=150"),
    ]:
        text, found = re.subn(pattern, replacement, text)
        assert found, f"nginx.conf has no {pattern}"
    films = (deploy / "nginx-streams.conf").read_text().replace("/srv/yingku/streams", str(streams))
    (own / "yingku.d" / "streams.conf").write_text(films)
    (own / "yingku.d" / "secret.conf").write_text(f'set $hls_secret "{secret}";\n')
    (own / "yingku.d" / "cdn.conf").write_text(f"set_real_ip_from {CDN_ADDRESS};\nreal_ip_header X-Forwarded-For;\n")
    return nginx(own, text, port), port, plain


def cdn(folder: pathlib.Path, behind: int) -> "tuple[subprocess.Popen[bytes], int]":
    own, port = folder / "cdn", free_port()
    own.mkdir()
    return nginx(own, CDN.format(folder=own, port=port, behind=behind, own=CDN_ADDRESS), port), port


def caddy(folder: pathlib.Path, site: str) -> "tuple[subprocess.Popen[bytes], int]":
    own, port = folder / "caddy", free_port()
    own.mkdir()
    (own / "Caddyfile").write_text(CADDY.format(port=port, keys=folder, site=site))
    return started(["caddy", "run", "--config", str(own / "Caddyfile"), "--adapter", "caddyfile"], own, port), port
