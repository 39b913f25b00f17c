"""Visitors and members of a site, who sign their requests."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Optional

from yingku_signer import Signer

SECRET = "outside-app-secret"
PASSWORD = "quiet-river-27"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


class Answer:
    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def fetch(url: str, body: Optional[bytes] = None, headers: Optional[dict[str, str]] = None, method: Optional[str] = None) -> Answer:
    """Any response, also an error; redirects are not followed."""
    request = urllib.request.Request(url, body, headers or {}, method=method)
    try:
        with _OPENER.open(request, timeout=30) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as rejection:
        with rejection:
            return Answer(rejection.code, rejection.headers, rejection.read())


class Person:
    """A client of a site, signed in after `register`."""

    def __init__(self, origin: str) -> None:
        self.base = f"{origin}/prod-api"
        self.signer = Signer.connect(self.base, SECRET)
        self.token = ""

    def call(self, method: str, path: str, form: Any = None) -> Answer:
        url, body = self.base + path, None if form is None else json.dumps(form).encode()
        headers = self.signer.sign(method, url, body or b"")
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return fetch(url, body, headers, method)

    def get(self, path: str) -> Any:
        return self._good(self.call("GET", path))

    def post(self, path: str, form: Any) -> Any:
        return self._good(self.call("POST", path, form))

    def register(self, name: str) -> "Person":
        form = {"userName": name, "password": PASSWORD, "confirmPassword": PASSWORD, "email": "somebody@example.org"}
        self.post("/v2/user/register", form)
        return self.sign_in(name)

    def sign_in(self, name: str) -> "Person":
        self.token = self.post("/v2/user/login", {"userName": name, "password": PASSWORD})["data"]["accessToken"]
        return self

    @staticmethod
    def _good(answer: Answer) -> Any:
        if answer.status != 200:
            raise AssertionError(f"{answer.status} {answer.text[:300]}")
        return answer.json
