"""Signing for requests: `session.auth = SignedAuth(signer)`."""

from __future__ import annotations

from typing import Any, Optional

import requests

from ._signer import Signer


class SignedAuth(requests.auth.AuthBase):
    """Signs every request, and retries once on `timestamp_skew`.

    `bearer` is sent as the access token; set the attribute after a login or a refresh, and to `None` after a
    logout. Raises `QueryMalformedError` for a query without a canonical form, and `TypeError` for a body that is
    neither text nor bytes, such as a stream.
    """

    def __init__(self, signer: Signer, bearer: Optional[str] = None) -> None:
        self.signer = signer
        self.bearer = bearer

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        self._sign(request)
        request.hooks.setdefault("response", []).append(self._once_more)
        return request

    def _sign(self, request: requests.PreparedRequest) -> None:
        if self.bearer is not None:
            request.headers["Authorization"] = f"Bearer {self.bearer}"
        body = request.body
        if body is not None and not isinstance(body, (str, bytes)):
            raise TypeError("a signed body must be text or bytes")
        request.headers.update(self.signer.sign(request.method or "GET", request.url or "/", body))

    def _once_more(self, answer: requests.Response, **options: Any) -> requests.Response:
        if answer.status_code != 401 or not self.signer.learns_from(_parsed(answer)):
            return answer
        answer.close()
        request = answer.request.copy()
        self._sign(request)
        # Bypasses the session, so no hook sees this response: there is no third attempt.
        again: requests.Response = answer.connection.send(request, **options)
        again.history.append(answer)
        again.request = request
        return again


def _parsed(answer: requests.Response) -> object:
    try:
        parsed: object = answer.json()
    except ValueError:
        return None
    return parsed
