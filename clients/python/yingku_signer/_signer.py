"""One installation: its client key and the server's clock."""

from __future__ import annotations

import base64
import json
import secrets
import time
import urllib.request
from typing import Optional
from urllib.parse import urlsplit

from ._oaep import rsa_oaep_encrypt
from ._text import Body, derive_signing_key, fresh_nonce, signature


def sealed_bytes(client_key: bytes, device_id: bytes, created_at: int) -> bytes:
    """The 57 bytes to encrypt: version 1, `client_key` (32 bytes), `device_id` (16), `created_at` (milliseconds).

    Raises `ValueError` for a key or an id of another length.
    """
    if len(client_key) != 32 or len(device_id) != 16:
        raise ValueError("a client key must have 32 bytes and a device id 16")
    return b"\x01" + client_key + device_id + created_at.to_bytes(8, "big")


class Signer:
    """One installation: its client key, encrypted for the server, and the signing key derived from it.

    Safe to share between threads. When the server returns `timestamp_skew`, call `synchronise` with the
    `serverTime` of the response and sign again.
    """

    def __init__(
        self,
        secret: str,
        kid: str,
        public_key: str,
        *,
        server_time: Optional[int] = None,
        client_key: Optional[bytes] = None,
        device_id: Optional[bytes] = None,
    ) -> None:
        """Creates a client key and encrypts it with the server's `public_key` (PEM), whose id is `kid`.

        `server_time` is the server's clock in milliseconds, this machine's unless given. `client_key`
        (32 bytes) and `device_id` (16 bytes) are random unless given.
        """
        self._offset = 0
        if server_time is not None:
            self.synchronise(server_time)
        client_key = secrets.token_bytes(32) if client_key is None else client_key
        device_id = secrets.token_bytes(16) if device_id is None else device_id
        sealed = rsa_oaep_encrypt(public_key, sealed_bytes(client_key, device_id, self._server_time()))
        self.header = f"{kid}.{base64.urlsafe_b64encode(sealed).rstrip(b'=').decode('ascii')}"
        self._key = derive_signing_key(secret, client_key)

    @classmethod
    def connect(cls, base_url: str, secret: str, timeout: float = 10) -> Signer:
        """Fetches key and clock of the service at `base_url` (with `/prod-api`), and creates a signer.

        `timeout` is in seconds. Raises `OSError` (such as `urllib.error.HTTPError`) when the service cannot be
        reached, and `ValueError` or `KeyError` for a response that is not this service's.
        """
        with urllib.request.urlopen(f"{base_url.rstrip('/')}/v2/app/config", timeout=timeout) as answer:
            config = json.load(answer)["data"]
        return cls(secret, config["kid"], config["publicKey"], server_time=config["serverTime"])

    def synchronise(self, server_time: int) -> None:
        """Adopts the server's clock, in milliseconds: the `serverTime` of a response just received."""
        # The response is older than now, so the computed time is never ahead of the server's.
        self._offset = server_time - _now()

    def learns_from(self, answer: object) -> bool:
        """Whether to sign a failed request again: the error is `timestamp_skew`, and the server's clock is adopted.

        `answer` is the parsed body of a response with HTTP status 401.
        """
        if not isinstance(answer, dict) or answer.get("error") != "timestamp_skew":
            return False
        server_time = answer.get("serverTime")
        if not isinstance(server_time, int):
            return False
        self.synchronise(server_time)
        return True

    def _server_time(self) -> int:
        return _now() + self._offset

    def sign(self, method: str, url: str, body: Body = None) -> dict[str, str]:
        """The four headers of one attempt; call it again for every retry.

        `url` is the address exactly as sent (whole, or path and query), `body` the exact body. Raises
        `QueryMalformedError` for a query without a canonical form.
        """
        parts = urlsplit(url)
        timestamp = self._server_time()
        nonce = fresh_nonce()
        return {
            "X-Timestamp": str(timestamp),
            "X-Nonce": nonce,
            "X-Client-Key": self.header,
            "X-Signature": signature(self._key, method, parts.path or "/", parts.query, timestamp, nonce, body),
        }

    def __repr__(self) -> str:
        return "Signer"


def _now() -> int:
    return time.time_ns() // 1_000_000
