"""RSA-OAEP encryption with the standard library."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import Optional

_HASH_LENGTH = 32


class PublicKeyError(ValueError):
    """Not an RSA public key in PEM, or too short for the message."""


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
    blocks = (
        hashlib.sha256(seed + counter.to_bytes(4, "big")).digest() for counter in range(-(-length // _HASH_LENGTH))
    )
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
    """The content of the DER element at `start`, and its end offset."""
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
