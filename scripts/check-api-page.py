#!/usr/bin/env python3
"""Recomputes what docs/api.md shows: the worked request, its table of queries, and the error codes, which have
to be in the service's error table with that status and code."""

import base64
import hashlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "clients" / "python"))
import yingku_signer as signer  # noqa: E402

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
VECTORS = json.loads((ROOT / "clients" / "vectors.json").read_text(encoding="utf-8"))
ERRORS = (ROOT / "api" / "crates" / "http-kit" / "src" / "error.rs").read_text(encoding="utf-8")
ROW_OF_ERROR = re.compile(r'=> "(\w+)", (\d+), (\d+),')
ROW_OF_PAGE = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \|", re.MULTILINE)
ROW_OF_QUERIES = re.compile(r"^\| (`.*`) \| (`.*`|rejected) \|$", re.MULTILINE)


def section(heading: str) -> str:
    _, found, rest = PAGE.partition(f"\n{heading}\n")
    if not found:
        sys.exit(f"docs/api.md has no section {heading}")
    return re.split(r"\n##+ ", rest)[0]


def worked_request() -> list[str]:
    """The lines that the section has to show, from the encrypted key and the request of the vectors."""
    seal, request = VECTORS["seals"][0], VECTORS["requests"][-1]
    client_key, device_id = bytes.fromhex(seal["clientKeyHex"]), bytes.fromhex(seal["deviceIdHex"])
    plain = signer.sealed_bytes(client_key, device_id, seal["createdAt"])
    sealed = signer.rsa_oaep_encrypt(seal["publicKey"], plain, bytes.fromhex(seal["oaepSeedHex"]))
    key = signer.derive_signing_key(request["secret"], client_key)
    parts = [request[name] for name in ("method", "path", "query", "timestamp", "nonce", "bodyText")]
    text = signer.string_to_sign(*parts)
    body = request["bodyText"].encode("utf-8")
    named = {
        "application's secret": request["secret"],
        "kid": seal["kid"],
        "client key, hex": client_key.hex(),
        "device id, hex": device_id.hex(),
        "creation time": seal["createdAt"],
        "OAEP seed, hex": seal["oaepSeedHex"],
        "signing key, hex": key.hex(),
        "timestamp": request["timestamp"],
        "nonce": request["nonce"],
        "canonical query": signer.canonical_query(request["query"]),
        "body, hex": body.hex(),
        "body hash": hashlib.sha256(body).hexdigest(),
        "X-Signature": signer.signature(key, *parts),
    }
    return [
        *(f"{name:<22} {value}" for name, value in named.items()),
        *seal["publicKey"].split("\n"),
        *(plain[start:end].hex() for start, end in ((0, 1), (1, 33), (33, 49), (49, 57))),
        f"{seal['kid']}.{base64.urlsafe_b64encode(sealed).rstrip(b'=').decode('ascii')}",
        f"{request['method']} {signer.BASE_PATH}{request['path']}?{request['query']}",
        request["bodyText"],
        *text.split("\n"),
    ]


def wrong_lines() -> list[str]:
    """What the section shows without following from the vectors, or the other way round."""
    shown = [line[4:] for line in section("## A worked request").split("\n") if line.startswith("    ")]
    wanted = [line for line in worked_request() if line]
    unlike = {*shown} ^ {*wanted}
    if not unlike and len(shown) != len(wanted):
        return ["docs/api.md, worked request: a line is there twice, or missing once"]
    return [f"docs/api.md, worked request: {line!r} is {'wrong' if line in shown else 'missing'}" for line in unlike]


def canonical(query: str) -> str:
    try:
        return f"`{signer.canonical_query(query)}`"
    except signer.QueryMalformedError:
        return "rejected"


def wrong_queries() -> list[str]:
    rows = ROW_OF_QUERIES.findall(section("### The canonical query"))
    wrong = [
        f"docs/api.md: {sent} is {canonical(sent)}"
        for row, form in rows
        for sent in re.findall("`(.*?)`", row)
        if canonical(sent) != form
    ]
    return wrong if len(rows) > 5 else ["docs/api.md has no table of queries"]


def wrong_words() -> list[str]:
    table = {word: (status, code) for word, status, code in ROW_OF_ERROR.findall(ERRORS)}
    rows = ROW_OF_PAGE.findall(PAGE)
    wrong = [
        f"docs/api.md: {word} has {table.get(word)}" for word, *numbers in rows if table.get(word) != tuple(numbers)
    ]
    return wrong if len(rows) > 5 else ["docs/api.md has no table of errors"]


def main() -> int:
    wrong = wrong_lines() + wrong_queries() + wrong_words()
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
