"""Users of the contract run, registered and signed in through the API while captchas are off."""

import itertools
import json
import os
import urllib.request

BASE = os.environ["CONTRACT_BASE"]
MEMBER = os.environ["CONTRACT_MEMBER"]
# The owner of the collections, whose sessions nobody ends.
READER = "contract_reader"
# An operator with every permission.
ADMIN = "contract_admin"
# The member who writes to support.
WRITER = "contract_writer"
PASSWORD = os.environ["CONTRACT_PASSWORD"]
# Operators' responses contain these names, so that they are tried for logins: with another password, as each new session of
# a member ends the oldest of many.
SHOWN = (READER, WRITER)
SHOWN_PASSWORD = "steady-lantern-93"

_NUMBERS = itertools.count(1)


def call(signer, method: str, path: str, form: dict | None = None, token: str | None = None) -> dict:
    """A signed request; raises unless it succeeds."""
    url, body = f"{BASE}{path}", json.dumps(form).encode() if form is not None else b""
    headers = signer.sign(method, url, body)
    if form is not None:
        headers["Content-Type"] = "application/json"
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, data=body or None, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def sign_in(signer, name: str = MEMBER) -> dict:
    """The tokens of a new session."""
    password = SHOWN_PASSWORD if name in SHOWN else PASSWORD
    return call(signer, "POST", "/v2/user/login", {"userName": name, "password": password})["data"]


def register(signer, name: str | None = None) -> str:
    """The name of a new user; of this process, unless it is given."""
    name = name or f"contract_{os.getpid()}_{next(_NUMBERS)}"
    password = SHOWN_PASSWORD if name in SHOWN else PASSWORD
    form = {"userName": name, "password": password, "confirmPassword": password, "email": "contract@example.org"}
    call(signer, "POST", "/v2/user/register", form)
    return name
