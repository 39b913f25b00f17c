"""Signs the requests of schemathesis, and signs in for it. Each attempt is signed just before it is sent, so each has its
own nonce. Operations that end the session, or the user, use a throwaway user."""

import functools
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import requests.auth
import schemathesis

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from accounts import ADMIN, READER, WRITER, call, register, sign_in  # noqa: E402
from yingku_signer import QueryMalformedError, Signer  # noqa: E402

SIGNER = Signer.connect(os.environ["CONTRACT_BASE"], os.environ["CONTRACT_SECRET"])


@functools.cache
def token_of_reader() -> str:
    return sign_in(SIGNER, READER)["accessToken"]


@functools.cache
def token_of_admin() -> str:
    return sign_in(SIGNER, ADMIN)["accessToken"]


@functools.cache
def token_of_writer() -> str:
    return sign_in(SIGNER, WRITER)["accessToken"]


@functools.cache
def somebody() -> str:
    """Users that may sign in again for every request."""
    return register(SIGNER)


@functools.cache
def undo_of_catalogue() -> str:
    """Lists disclose the import that filled the catalogue: undone, it would leave the other operations without works."""
    imports = call(SIGNER, "GET", "/admin/imports?pageSize=100", token=token_of_admin())["rows"]
    catalogue = next(row["id"] for row in imports if row["state"] == "done")
    return f"/admin/imports/{catalogue}/undo"


def token_for(path: str) -> str | None:
    if path.endswith("/undo") and path.endswith(undo_of_catalogue()):
        return None
    if "/admin/" in path:
        return token_of_admin()
    if any(part in path for part in ("/v2/dht/", "/v2/video/", "/v2/orders/", "/web/cloud/")):
        return token_of_reader()
    if any(part in path for part in ("/v2/message", "/v2/report")):
        return token_of_writer()
    match path.partition("/v2/user/")[2]:
        case "":
            return None
        case "token":
            return sign_in(SIGNER, somebody())["refreshToken"]
        case "logout":
            return sign_in(SIGNER, somebody())["accessToken"]
        case "delete" | "password" | "email" | "recovery/code":
            return sign_in(SIGNER, register(SIGNER))["accessToken"]
        case "captcha" | "register" | "login" | "recovery/mail" | "recovery/password":
            return None
        case ending if ending.startswith("sessions/"):
            return sign_in(SIGNER)["accessToken"]
        case _:
            return token_of_reader()


class Signed(requests.auth.AuthBase):
    def __call__(self, request):
        try:
            request.headers.update(SIGNER.sign(request.method, request.url, request.body))
        except QueryMalformedError:
            pass  # No signature covers such a query: the server has to reject it before it looks for one.
        token = token_for(urlsplit(request.url).path)
        if token is not None:
            request.headers["Authorization"] = f"Bearer {token}"
        return request


schemathesis.auth.set_from_requests(Signed())


@schemathesis.hook
def map_query(context, query):
    """1.0 is a whole number to a schema, but a URL has only text, where whole numbers have no point."""
    if not isinstance(query, dict):
        return query
    return {name: exact(value) for name, value in query.items()}


def exact(value):
    """What a schema takes for a whole number, as one: the service rejects 1.0 for an id or a count."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, list):
        return [exact(entry) for entry in value]
    if isinstance(value, dict):
        return {name: exact(entry) for name, entry in value.items()}
    return value


@schemathesis.hook
def map_body(context, body):
    """Bodies carry exact numbers, as every client writes them."""
    return exact(body)


@schemathesis.hook
def filter_case(context, case):
    """The contract has clients omit optional fields; the service accepts null there as well."""
    return not holds_null(case.body)


def holds_null(value):
    if isinstance(value, dict):
        return any(entry is None or holds_null(entry) for entry in value.values())
    if isinstance(value, list):
        return any(holds_null(entry) for entry in value)
    return False
