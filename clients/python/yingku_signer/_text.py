"""What is signed, and its signature."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Iterable, Union
from urllib.parse import quote, unquote_to_bytes

BASE_PATH = "/prod-api"
"""The path prefix that is not signed, because a proxy may strip it."""

MAX_QUERY_PAIRS = 64
"""Maximum pairs in a signed query."""

Body = Union[bytes, str, None]
"""The exact body; text is sent as UTF-8."""


class QueryMalformedError(ValueError):
    """A query without a canonical form: bad percent-encoding, bad UTF-8 or too many pairs."""


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

    Raises `QueryMalformedError` if it cannot be decoded or has more than 64 pairs.
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
