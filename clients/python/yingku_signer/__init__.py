"""Signs requests to the Yingku API. Python 3.9 or newer, standard library only.

    key  = HMAC-SHA256(fixed secret, "av1-sign" + client key)
    text = "AV1-HMAC-SHA256\\n" METHOD "\\n" PATH "\\n" CANONICAL QUERY "\\n" TIMESTAMP "\\n" NONCE "\\n" hex(SHA-256(body))
    X-Signature = hex(HMAC-SHA256(key, text))

Start with `Signer.connect`; keep the signer and reuse it, because the server decrypts few new client keys.
`yingku_signer.httpx` and `yingku_signer.requests` let those libraries sign by themselves.
"""

from ._oaep import PublicKeyError, rsa_oaep_encrypt
from ._signer import Signer, sealed_bytes
from ._text import (
    BASE_PATH,
    MAX_QUERY_PAIRS,
    Body,
    QueryMalformedError,
    canonical_pairs,
    canonical_query,
    derive_signing_key,
    encode_strict,
    fresh_nonce,
    signature,
    signed_path,
    string_to_sign,
)

__all__ = [
    "BASE_PATH",
    "MAX_QUERY_PAIRS",
    "Body",
    "PublicKeyError",
    "QueryMalformedError",
    "Signer",
    "canonical_pairs",
    "canonical_query",
    "derive_signing_key",
    "encode_strict",
    "fresh_nonce",
    "rsa_oaep_encrypt",
    "sealed_bytes",
    "signature",
    "signed_path",
    "string_to_sign",
]
