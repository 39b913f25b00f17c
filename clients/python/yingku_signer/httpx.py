"""Signing for httpx: `httpx.Client(auth=SignedAuth(signer))`, blocking or async."""

from __future__ import annotations

from typing import AsyncGenerator, Generator, Optional

import httpx

from ._signer import Signer


class SignedAuth(httpx.Auth):
    """Signs every request, and retries once on `timestamp_skew`.

    `bearer` is sent as the access token; set the attribute after a login or a refresh, and to `None` after a
    logout. Raises `QueryMalformedError` for a query without a canonical form.
    """

    def __init__(self, signer: Signer, bearer: Optional[str] = None) -> None:
        self.signer = signer
        self.bearer = bearer

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.read()
        answer = yield self._signed(request)
        if answer.status_code == 401:
            answer.read()
            if self.signer.learns_from(_parsed(answer)):
                yield self._signed(request)

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        await request.aread()
        answer = yield self._signed(request)
        if answer.status_code == 401:
            await answer.aread()
            if self.signer.learns_from(_parsed(answer)):
                yield self._signed(request)

    def _signed(self, request: httpx.Request) -> httpx.Request:
        if self.bearer is not None:
            request.headers["Authorization"] = f"Bearer {self.bearer}"
        request.headers.update(self.signer.sign(request.method, str(request.url), request.content))
        return request


def _parsed(answer: httpx.Response) -> object:
    try:
        parsed: object = answer.json()
    except ValueError:
        return None
    return parsed
