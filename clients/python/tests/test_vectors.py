"""The signer against the shared vectors, with the standard library only."""

import base64
import hashlib
import hmac
import json
import re
import unittest
from pathlib import Path

import yingku_signer as signer

VECTORS = json.loads((Path(__file__).resolve().parents[2] / "vectors.json").read_text("utf-8"))
SECRET = "yingku-public-app-secret-1"

# A key that this file can also decrypt with: 2^1279 - 1 and 2^607 - 1 are prime, so their product is a
# modulus of 1886 bits. For tests only.
P, Q, E = 2**1279 - 1, 2**607 - 1, 65537


def der(tag: int, content: bytes) -> bytes:
    length = len(content)
    if length < 128:
        return bytes((tag, length)) + content
    digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(digits))) + digits + content


def der_number(number: int) -> bytes:
    return der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def public_pem() -> str:
    algorithm = der(0x30, bytes.fromhex("06092a864886f70d0101010500"))
    pair = der(0x30, der_number(P * Q) + der_number(E))
    info = der(0x30, algorithm + der(0x03, b"\x00" + pair))
    body = re.sub("(.{64})", "\\1\n", base64.b64encode(info).decode("ascii"))
    return f"-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n"


def opened(sealed: bytes) -> bytes:
    """RSA-OAEP decryption, independent of the signer."""
    plain = pow(int.from_bytes(sealed, "big"), pow(E, -1, (P - 1) * (Q - 1)), P * Q)
    encoded = plain.to_bytes(len(sealed), "big")

    def masked(data: bytes, seed: bytes) -> bytes:
        mask, counter = b"", 0
        while len(mask) < len(data):
            mask += hashlib.sha256(seed + counter.to_bytes(4, "big")).digest()
            counter += 1
        return bytes(a ^ b for a, b in zip(data, mask))

    seed = masked(encoded[1:33], encoded[33:])
    block = masked(encoded[33:], seed)
    label, rest = block[:32], block[32:].lstrip(b"\x00")
    if encoded[0] or label != hashlib.sha256(b"").digest() or rest[:1] != b"\x01":
        raise AssertionError("not an OAEP block")
    return rest[1:]


class SharedVectors(unittest.TestCase):
    def test_every_request_has_this_canonical_query_and_signature(self) -> None:
        self.assertGreaterEqual(len(VECTORS["requests"]), 18)
        for vector in VECTORS["requests"]:
            with self.subTest(nonce=vector["nonce"]):
                self.assertEqual(signer.canonical_query(vector["query"]), vector["canonicalQuery"])
                key = signer.derive_signing_key(vector["secret"], bytes.fromhex(vector["clientKeyHex"]))
                parts = (vector[name] for name in ("method", "path", "query", "timestamp", "nonce", "bodyText"))
                self.assertEqual(signer.signature(key, *parts), vector["signature"])

    def test_every_query_without_a_canonical_form_is_refused(self) -> None:
        self.assertGreaterEqual(len(VECTORS["refusedQueries"]), 10)
        for vector in VECTORS["refusedQueries"]:
            with self.subTest(query=vector["query"]), self.assertRaises(signer.QueryMalformedError):
                signer.canonical_query(vector["query"])

    def test_every_seal_has_these_bytes(self) -> None:
        self.assertGreaterEqual(len(VECTORS["seals"]), 2)
        for vector in VECTORS["seals"]:
            with self.subTest(name=vector["name"]):
                plain = signer.sealed_bytes(
                    bytes.fromhex(vector["clientKeyHex"]), bytes.fromhex(vector["deviceIdHex"]), vector["createdAt"]
                )
                self.assertEqual(plain.hex(), vector["plainHex"])
                sealed = signer.rsa_oaep_encrypt(vector["publicKey"], plain, bytes.fromhex(vector["oaepSeedHex"]))
                text = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode("ascii")
                self.assertEqual(f"{vector['kid']}.{text}", vector["header"])


class CanonicalQuery(unittest.TestCase):
    def test_one_form_for_every_way_of_writing(self) -> None:
        for query, canonical in (
            ("", ""),
            ("&&", ""),
            ("a", "a="),
            ("b=2&a=1", "a=1&b=2"),
            ("a=2&a=1", "a=1&a=2"),
            ("k=a+b", "k=a%20b"),
            ("k=%e4%b8%ad", "k=%E4%B8%AD"),
            ("k=中", "k=%E4%B8%AD"),
            ("k=!'()*", "k=%21%27%28%29%2A"),
            ("k=a=b", "k=a%3Db"),
            ("k=~-._", "k=~-._"),
            ("=1", "=1"),
            ("a!=1&a=2", "a=2&a%21=1"),
        ):
            self.assertEqual(signer.canonical_query(query), canonical, query)

    def test_a_value_with_an_ampersand_is_not_two_pairs(self) -> None:
        self.assertNotEqual(signer.canonical_pairs([("a", "1&b=2")]), signer.canonical_pairs([("a", "1"), ("b", "2")]))

    def test_a_lone_surrogate_becomes_the_replacement_character(self) -> None:
        self.assertEqual(signer.encode_strict("\ud83d"), "%EF%BF%BD")
        self.assertEqual(signer.encode_strict("\U0001f600"), "%F0%9F%98%80")

    def test_what_cannot_be_decoded_is_refused(self) -> None:
        for query in ("k=%", "k=%4", "k=%zz", "k=%E4%B8", "%ff=1", "&".join(["a"] * 65)):
            with self.subTest(query=query), self.assertRaises(signer.QueryMalformedError):
                signer.canonical_query(query)
        self.assertTrue(signer.canonical_query("&".join(["a"] * 64)))


class SealedKey(unittest.TestCase):
    def test_the_server_can_open_what_is_sealed(self) -> None:
        made = signer.Signer(
            SECRET, "k1", public_pem(), server_time=1_700_000_000_000, client_key=b"\x07" * 32, device_id=b"\x09" * 16
        )
        kid, sealed = made.header.split(".")
        plain = opened(base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4)))
        self.assertEqual((kid, len(plain)), ("k1", 57))
        self.assertEqual(plain[:49], b"\x01" + b"\x07" * 32 + b"\x09" * 16)
        self.assertLess(abs(int.from_bytes(plain[49:], "big") - 1_700_000_000_000), 60_000)

    def test_what_is_no_key_and_what_is_too_long_is_refused(self) -> None:
        for pem in ("", "-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PUBLIC KEY-----", public_pem()[:-120]):
            with self.assertRaises(signer.PublicKeyError):
                signer.rsa_oaep_encrypt(pem, b"x")
        with self.assertRaises(signer.PublicKeyError):
            signer.rsa_oaep_encrypt(public_pem(), bytes(200))


class SignedCalls(unittest.TestCase):
    def setUp(self) -> None:
        self.made = signer.Signer(
            SECRET, "k1", public_pem(), server_time=1_700_000_000_000, client_key=bytes(32), device_id=bytes(16)
        )

    def test_headers_carry_the_signature_of_the_call(self) -> None:
        url = "http://127.0.0.1:8080/prod-api/v2/works/detail/list?pageSize=32&keyword=a+b"
        headers = self.made.sign("post", url, "{}")
        key = hmac.new(SECRET.encode(), b"av1-sign" + bytes(32), hashlib.sha256).digest()
        text = "\n".join(
            (
                "AV1-HMAC-SHA256",
                "POST",
                "/v2/works/detail/list",
                "keyword=a%20b&pageSize=32",
                headers["X-Timestamp"],
                headers["X-Nonce"],
                hashlib.sha256(b"{}").hexdigest(),
            )
        )
        self.assertEqual(headers["X-Signature"], hmac.new(key, text.encode(), hashlib.sha256).hexdigest())
        self.assertEqual(headers["X-Client-Key"], self.made.header)

    def test_a_whole_address_and_its_path_sign_alike(self) -> None:
        path = "/prod-api/v2/%65cho/?q=1"
        text = signer.string_to_sign("GET", "/prod-api/v2/%65cho/", "q=1", 1, "n")
        self.assertEqual(text.split("\n")[2], "/v2/%65cho/")
        self.assertEqual(set(self.made.sign("GET", path)), set(self.made.sign("GET", f"https://example.org{path}")))

    def test_every_attempt_has_its_own_nonce(self) -> None:
        nonces = {self.made.sign("GET", "/")["X-Nonce"] for _ in range(100)}
        self.assertEqual(len(nonces), 100)
        for nonce in nonces:
            self.assertRegex(nonce, r"\A[A-Za-z0-9_-]{32}\Z")

    def test_the_servers_clock_is_taken_over(self) -> None:
        self.made.synchronise(1_800_000_000_000)
        timestamp = self.made.sign("GET", "/")["X-Timestamp"]
        self.assertRegex(timestamp, r"\A\d{13}\Z")
        self.assertLess(abs(int(timestamp) - 1_800_000_000_000), 60_000)


if __name__ == "__main__":
    unittest.main()
