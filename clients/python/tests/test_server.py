"""The signer against a real server: `YINGKU_BASE`, `YINGKU_SECRET`, `YINGKU_MEMBER` and `YINGKU_PASSWORD` name it."""

import asyncio
import json
import os
import unittest
import urllib.error

import httpx
import requests

from yingku_signer import QueryMalformedError, Signer
from yingku_signer.httpx import SignedAuth as HttpxAuth
from yingku_signer.requests import SignedAuth as RequestsAuth

BASE = os.environ.get("YINGKU_BASE", "")
LONG_AGO = 1_500_000_000_000
LIST = "/v2/works/detail/list"
NASTY = {"keyword": "a b+c%zz'()*~😀", "pageSize": "3", "pageNum": "1"}


def connected() -> Signer:
    return Signer.connect(BASE, os.environ["YINGKU_SECRET"])


@unittest.skipUnless(BASE, "no server is named")
class Httpx(unittest.TestCase):
    def setUp(self) -> None:
        self.auth = HttpxAuth(connected())
        self.client = httpx.Client(base_url=BASE, auth=self.auth)
        self.addCleanup(self.client.close)

    def test_calls_with_query_and_body_are_accepted(self) -> None:
        self.assertEqual(self.client.get(LIST, params=NASTY).json()["code"], 200)
        rejected = self.client.post("/v2/message", json={"message": "你好"}).json()
        self.assertEqual(rejected["error"], "login_required")

    def test_a_wrong_clock_is_put_right(self) -> None:
        self.auth.signer.synchronise(LONG_AGO)
        self.assertEqual(self.client.get(LIST).json()["code"], 200)
        self.auth.signer.synchronise(LONG_AGO)
        rejected = self.client.post("/v2/message", json={"message": "你好"}).json()
        self.assertEqual(rejected["error"], "login_required")

    def test_a_member_signs_in_refreshes_and_signs_out(self) -> None:
        form = {"userName": os.environ["YINGKU_MEMBER"], "password": os.environ["YINGKU_PASSWORD"]}
        tokens = self.client.post("/v2/user/login", json=form).json()["data"]
        self.auth.bearer = tokens["refreshToken"]
        tokens = self.client.get("/v2/user/token").json()["data"]
        self.auth.bearer = tokens["accessToken"]
        self.assertEqual(self.client.get("/v2/user/getInfo").json()["user"]["userName"], form["userName"])
        self.assertEqual(self.client.post("/v2/user/logout").json()["code"], 200)
        rejected = self.client.get("/v2/user/getInfo")
        self.assertEqual((rejected.status_code, rejected.json()["code"]), (401, 401))

    def test_async_calls_are_signed_too(self) -> None:
        async def codes() -> list[int]:
            async with httpx.AsyncClient(base_url=BASE, auth=self.auth) as client:
                first = await client.get(LIST, params=NASTY)
                self.auth.signer.synchronise(LONG_AGO)
                return [first.json()["code"], (await client.get(LIST)).json()["code"]]

        self.assertEqual(asyncio.run(codes()), [200, 200])


@unittest.skipUnless(BASE, "no server is named")
class Requests(unittest.TestCase):
    def setUp(self) -> None:
        self.session = requests.Session()
        self.session.auth = self.auth = RequestsAuth(connected())
        self.addCleanup(self.session.close)

    def test_calls_with_query_and_body_are_accepted(self) -> None:
        self.assertEqual(self.session.get(f"{BASE}{LIST}", params=NASTY).json()["code"], 200)
        rejected = self.session.post(f"{BASE}/v2/message", json={"message": "你好"}).json()
        self.assertEqual(rejected["error"], "login_required")

    def test_a_wrong_clock_is_put_right_and_other_refusals_stay(self) -> None:
        self.auth.signer.synchronise(LONG_AGO)
        body, headers = json.dumps({"message": "你好"}).encode(), {"content-type": "application/json"}
        answer = self.session.post(f"{BASE}/v2/message", data=body, headers=headers)
        self.assertEqual(answer.json()["error"], "login_required")
        self.assertEqual(len(answer.history), 1)
        self.auth.bearer = "no.real.token"
        rejected = self.session.get(f"{BASE}/v2/user/getInfo")
        self.assertEqual((rejected.json()["error"], rejected.history), ("token_invalid", []))

    def test_what_cannot_be_signed_is_not_sent(self) -> None:
        with self.assertRaises(TypeError):
            self.session.post(f"{BASE}/v2/message", data=iter([b"{}"]))
        with self.assertRaises(QueryMalformedError):
            self.auth.signer.sign("GET", f"{BASE}{LIST}?keyword=%zz")


@unittest.skipUnless(BASE, "no server is named")
class Connect(unittest.TestCase):
    def test_an_address_without_the_service_is_an_error(self) -> None:
        with self.assertRaises(urllib.error.HTTPError):
            Signer.connect(f"{BASE}/nothing", "")


if __name__ == "__main__":
    unittest.main()
