"""nginx in front of the instances, with the shipped configuration."""

from __future__ import annotations

import http.client
import pathlib
import re
import ssl
import subprocess

from certificates import Authority
from processes import free_port, run, wait_until

SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
FRAME = """
worker_processes 2;
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 16384; }}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Nginx:
    """The one address of the site."""

    def __init__(self, folder: pathlib.Path, authority: Authority, ports: list[int]) -> None:
        self.folder, self.port = folder, free_port()
        self.plain = free_port()
        """The same site without TLS, for measurements."""
        folder.mkdir()
        # Its workers are another user's when root starts it.
        folder.chmod(0o755)
        (folder / "nginx.conf").write_text(FRAME.format(folder=folder, site=self._site(authority, ports)))
        self.context = ssl.create_default_context(cafile=str(authority.ca))
        command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        run(*command, "-t")
        self._server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_until(self._answers, "nginx answers")

    def _site(self, authority: Authority, ports: list[int]) -> str:
        """The shipped configuration with the addresses and files of this cluster, and without limits: all come from one address."""
        text = SHIPPED.read_text()
        servers = "\n".join(f"    server 127.0.0.1:{port} fail_timeout=1s;" for port in ports)
        for pattern, replacement in [
            (r"    server 127\.0\.0\.1:8080 fail_timeout=1s;\n    # server 127\.0\.0\.1:8081 fail_timeout=1s;", servers),
            (r"listen 80;\n    listen \[::\]:80;", f"listen 127.0.0.1:{free_port()};"),
            (r"listen 443 ssl http2 backlog=4096;\n    listen \[::\]:443 ssl http2 backlog=4096;", f"listen 127.0.0.1:{self.port} ssl http2;\n    listen 127.0.0.1:{self.plain} backlog=4096;"),
            (r"server_name films\.example\.org;", "server_name localhost;"),
            (r"/etc/ssl/yingku\.pem", str(authority.certificate)),
            (r"/etc/ssl/yingku\.key", str(authority.key)),
            (r"/etc/nginx/yingku\.d", f"{self.folder}/yingku.d"),
            (r"/var/log/nginx/", f"{self.folder}/"),
            (r"rate=100r/s", "rate=100000r/s"),
            (r"limit_conn yingku_connections 128", "limit_conn yingku_connections 20000"),
        ]:
            text, found = re.subn(pattern, replacement, text)
            assert found, f"deploy/nginx.conf has no {pattern}"
        return text

    def connection(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection("localhost", self.port, timeout=60, context=self.context)

    def _answers(self) -> bool:
        connection = self.connection()
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def state(self) -> str:
        return f"nginx: {self.errors()[-500:]}"

    def errors(self) -> str:
        file = self.folder / "error.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait()
