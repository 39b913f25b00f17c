"""Signs what schemathesis sends. Each attempt is signed just before it leaves, so each has its own nonce."""

import os
import sys
from pathlib import Path

import requests.auth
import schemathesis

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
from yingku_signer import QueryMalformedError, Signer  # noqa: E402

SIGNER = Signer.connect(os.environ["CONTRACT_BASE"], os.environ["CONTRACT_SECRET"])


class Signed(requests.auth.AuthBase):
    def __call__(self, request):
        try:
            request.headers.update(SIGNER.sign(request.method, request.url, request.body))
        except QueryMalformedError:
            pass  # No signature covers such a query: the server has to refuse it before it looks for one.
        return request


schemathesis.auth.set_from_requests(Signed())
