"""Signs requests to the Yingku API. Python 3.9 or newer, standard library only.

    key  = HMAC-SHA256(fixed secret, "av1-sign" + client key)
    text = "AV1-HMAC-SHA256\\n" METHOD "\\n" PATH "\\n" CANONICAL QUERY "\\n" TIMESTAMP "\\n" NONCE "\\n" hex(SHA-256(body))
    X-Signature = hex(HMAC-SHA256(key, text))

Start with `Signer.connect`; keep the signer and reuse it, because the server opens few new client keys.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
import urllib.request
from typing import Iterable, Optional, Union
from urllib.parse import quote, unquote_to_bytes, urlsplit

__all__ = [
    "BASE_PATH",
    "MAX_QUERY_PAIRS",
    "PublicKeyError",
    "QueryMalformedError",
    "Signer",
    "canonical_pairs",
    "canonical_query",
    "derive_signing_key",
    "encode_strict",
    "fresh_nonce",
    "rsa_oaep_encrypt",
    "signature",
    "signed_path",
    "string_to_sign",
]

BASE_PATH = "/prod-api"
"""The path prefix that is not signed, because a proxy may take it away."""

MAX_QUERY_PAIRS = 64
"""The most pairs a signed query may hold."""

Body = Union[bytes, str, None]


class QueryMalformedError(ValueError):
    """A query that no server could read the same way: bad percent-encoding, bad UTF-8 or too many pairs."""


class PublicKeyError(ValueError):
    """Not an RSA public key in PEM, or one too short for the message."""


# --- the signed text ---------------------------------------------------------------------------------------


def encode_strict(text: Union[str, bytes]) -> str:
    """RFC 3986 percent-encoding that leaves only `A-Za-z0-9-._~`. Lone surrogates become U+FFFD."""
    if isinstance(text, str):
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return quote(text, safe="-._~")


def canonical_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs as a sorted, strictly encoded query.

    The order is that of the encoded ASCII text, first by key, then by value, so it is the same in every
    language. Raises `QueryMalformedError` for more than 64 pairs.
    """
    encoded = sorted((encode_strict(key), encode_strict(value)) for key, value in pairs)
    if len(encoded) > MAX_QUERY_PAIRS:
        raise QueryMalformedError("too many query pairs")
    return "&".join(f"{key}={value}" for key, value in encoded)


def canonical_query(query: str) -> str:
    """The canonical form of a query as sent (without `?`): split, form-decoded, then `canonical_pairs`.

    Raises `QueryMalformedError` for what cannot be decoded, or more than 64 pairs.
    """
    pairs = []
    for segment in query.split("&"):
        if segment:
            key, _, value = segment.partition("=")
            pairs.append((_form_decoded(key), _form_decoded(value)))
    return canonical_pairs(pairs)


def _form_decoded(text: str) -> str:
    if re.search(r"%(?![0-9A-Fa-f]{2})", text):
        raise QueryMalformedError(f"a percent sign without two hex digits in {text!r}")
    try:
        return unquote_to_bytes(text.replace("+", " ")).decode("utf-8")
    except UnicodeError:
        raise QueryMalformedError(f"not UTF-8: {text!r}") from None


def signed_path(path: str) -> str:
    """The path that is signed: `path` as sent, without `BASE_PATH`."""
    return path[len(BASE_PATH) :] if path.startswith(BASE_PATH) else path


def string_to_sign(method: str, path: str, query: str, timestamp: int, nonce: str, body: Body = None) -> str:
    """The seven lines that are signed. `path` and `query` are as sent; `timestamp` is in milliseconds."""
    return "\n".join(
        (
            "AV1-HMAC-SHA256",
            method.upper(),
            signed_path(path),
            canonical_query(query),
            str(timestamp),
            nonce,
            hashlib.sha256(_bytes(body)).hexdigest(),
        )
    )


def derive_signing_key(secret: str, client_key: bytes) -> bytes:
    """HMAC-SHA256(fixed secret, "av1-sign" + client key)."""
    return _mac(secret.encode("utf-8"), b"av1-sign" + client_key)


def signature(
    signing_key: bytes, method: str, path: str, query: str, timestamp: int, nonce: str, body: Body = None
) -> str:
    """The value of `X-Signature` for one request with a given nonce."""
    text = string_to_sign(method, path, query, timestamp, nonce, body)
    return _mac(signing_key, text.encode("utf-8")).hex()


def fresh_nonce() -> str:
    """192 random bits as 32 characters of `A-Za-z0-9_-`."""
    return secrets.token_urlsafe(24)


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _bytes(body: Body) -> bytes:
    return body.encode("utf-8") if isinstance(body, str) else (body or b"")


# --- the client key ----------------------------------------------------------------------------------------


class Signer:
    """One installation: its client key, sealed to the server, and the signing key made from it.

    Safe to share between threads. When the server answers `timestamp_skew`, call `synchronise` with the
    `serverTime` of the answer and sign again.
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
        """Makes a client key and seals it to the server's `public_key` (PEM), which is named `kid`.

        `server_time` is the server's clock in milliseconds, this machine's unless given. `client_key`
        (32 bytes) and `device_id` (16 bytes) are random unless given.
        """
        self._offset = 0
        if server_time is not None:
            self.synchronise(server_time)
        client_key = secrets.token_bytes(32) if client_key is None else client_key
        device_id = secrets.token_bytes(16) if device_id is None else device_id
        if len(client_key) != 32 or len(device_id) != 16:
            raise ValueError("a client key has 32 bytes and a device id 16")
        plain = b"\x01" + client_key + device_id + self._server_time().to_bytes(8, "big")
        sealed = rsa_oaep_encrypt(public_key, plain)
        self.header = f"{kid}.{base64.urlsafe_b64encode(sealed).rstrip(b'=').decode('ascii')}"
        self._key = derive_signing_key(secret, client_key)

    @classmethod
    def connect(cls, base_url: str, secret: str, timeout: float = 10) -> Signer:
        """Asks the service at `base_url` (with `/prod-api`) for its key and clock, and makes a signer."""
        with urllib.request.urlopen(f"{base_url}/v2/app/config", timeout=timeout) as answer:
            config = json.load(answer)["data"]
        return cls(secret, config["kid"], config["publicKey"], server_time=config["serverTime"])

    def synchronise(self, server_time: int) -> None:
        """Takes over the server's clock, in milliseconds."""
        self._offset = server_time - _now()

    def _server_time(self) -> int:
        return _now() + self._offset

    def sign(self, method: str, url: str, body: Body = None) -> dict[str, str]:
        """The four headers of one attempt; call it again for every attempt, also a repeated one.

        `url` is the address exactly as sent (whole, or path and query), `body` the exact body.
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


# --- RSA-OAEP ----------------------------------------------------------------------------------------------

_HASH_LENGTH = 32


def rsa_oaep_encrypt(public_key: str, message: bytes, seed: Optional[bytes] = None) -> bytes:
    """RSAES-OAEP (RFC 8017, 7.1.1) with SHA-256, MGF1-SHA256 and an empty label.

    `public_key` is a PEM SubjectPublicKeyInfo; `seed` is 32 random bytes unless given. Only encryption,
    whose exponent is public; never use this arithmetic with a private key.
    """
    modulus, exponent = _public_numbers(public_key)
    size = (modulus.bit_length() + 7) // 8
    padding = size - len(message) - 2 * _HASH_LENGTH - 2
    if padding < 0:
        raise PublicKeyError("message too long for this key")
    seed = secrets.token_bytes(_HASH_LENGTH) if seed is None else seed
    block = hashlib.sha256(b"").digest() + bytes(padding) + b"\x01" + message
    masked_block = _xor(block, _mgf1(seed, len(block)))
    masked_seed = _xor(seed, _mgf1(masked_block, _HASH_LENGTH))
    encoded = int.from_bytes(b"\x00" + masked_seed + masked_block, "big")
    return pow(encoded, exponent, modulus).to_bytes(size, "big")


def _mgf1(seed: bytes, length: int) -> bytes:
    blocks = (hashlib.sha256(seed + counter.to_bytes(4, "big")).digest() for counter in range(-(-length // _HASH_LENGTH)))
    return b"".join(blocks)[:length]


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b))


def _public_numbers(pem: str) -> tuple[int, int]:
    """Modulus and exponent of a PEM SubjectPublicKeyInfo."""
    try:
        der = base64.b64decode(re.sub(r"-----[A-Z ]+-----|\s+", "", pem), validate=True)
        info, _ = _element(der, 0, 0x30)
        _, end = _element(info, 0, 0x30)
        bits, _ = _element(info, end, 0x03)
        pair, _ = _element(bits[1:], 0, 0x30)
        modulus, end = _element(pair, 0, 0x02)
        exponent, _ = _element(pair, end, 0x02)
    except (ValueError, IndexError):
        raise PublicKeyError("not an RSA public key in PEM") from None
    return int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")


def _element(der: bytes, start: int, tag: int) -> tuple[bytes, int]:
    """The content of the DER element at `start`, and where it ends."""
    if der[start] != tag:
        raise ValueError("another element")
    length, cursor = der[start + 1], start + 2
    if length & 0x80:
        digits = length & 0x7F
        length = int.from_bytes(der[cursor : cursor + digits], "big")
        cursor += digits
    if cursor + length > len(der):
        raise ValueError("cut off")
    return der[cursor : cursor + length], cursor + length
