"""A member's visit, from the first page to logging out, with the client that openapi-python-client generates.

Each step asserts what it gets. The environment names the server, its secret, a new member and an activation code.
"""

import os
import time
from typing import TypeVar

import httpx
from yingku_api_client import AuthenticatedClient
from yingku_api_client.api.account import get_user_info, login, logout, refresh_token, register
from yingku_api_client.api.library import collect_work, like_work
from yingku_api_client.api.magnets import list_magnets
from yingku_api_client.api.orders import create_order, get_order, list_plans
from yingku_api_client.api.support import create_message
from yingku_api_client.api.vip import redeem_code
from yingku_api_client.api.works import get_work, list_works
from yingku_api_client.models import (
    ActivationForm,
    CollectForm,
    ErrorBody,
    LikeForm,
    LoginForm,
    MessageForm,
    OrderForm,
    OrderStatus,
    PayChannel,
    RegisterForm,
    Switch,
    TokenPair,
    User,
    Work,
)
from yingku_signer import Signer
from yingku_signer.httpx import SignedAuth

BASE = os.environ["YINGKU_BASE"]
NAME = os.environ["YINGKU_NEW_MEMBER"]
PASSWORD = "quiet-river-27"
SIGNER = Signer.connect(BASE, os.environ["YINGKU_SECRET"])

Good = TypeVar("Good")


def good(answer: Good | ErrorBody | None) -> Good:
    """The response, which is no error."""
    assert answer is not None and not isinstance(answer, ErrorBody), answer
    return answer


def error_code(answer: object) -> str:
    """The code of an error."""
    assert isinstance(answer, ErrorBody), answer
    return answer.error


def caller(token: str | None = None) -> AuthenticatedClient:
    """A visitor, or the holder of the token. Operations open to visitors need an `AuthenticatedClient` too."""
    client = AuthenticatedClient(BASE, "", raise_on_unexpected_status=True)
    return client.set_httpx_client(httpx.Client(base_url=BASE, auth=SignedAuth(SIGNER, token)))


def look_around(visitor: AuthenticatedClient) -> Work:
    browsed = good(list_works.sync(client=visitor, page_size=5, is_dht=1))
    assert 0 < len(browsed.rows) <= 5 and browsed.total >= len(browsed.rows), browsed
    work: Work = browsed.rows[0]

    found = good(list_works.sync(client=visitor, keyword=work.number))
    assert work.id in [row.id for row in found.rows], found

    detail = good(get_work.sync(work.id, client=visitor))
    assert detail.data.number == work.number and not detail.like and not detail.collect, detail

    magnets = good(list_magnets.sync(client=visitor, keyword=work.number))
    assert magnets.total > 0 and len(magnets.rows[0].info_hash) == 40, magnets
    return work


def sign_in(visitor: AuthenticatedClient) -> TokenPair:
    form = RegisterForm(NAME, PASSWORD, PASSWORD, "lin.xia@example.org")
    assert good(register.sync(client=visitor, body=form)).code == 200
    assert error_code(register.sync(client=visitor, body=form)) == "name_taken"
    assert error_code(login.sync(client=visitor, body=LoginForm(NAME, "another-river-27"))) == "bad_credentials"

    first = good(login.sync(client=visitor, body=LoginForm(NAME, PASSWORD))).data
    second = good(refresh_token.sync(client=caller(first.refresh_token))).data
    assert second.refresh_token != first.refresh_token and second.expires_in > 0
    return second


def keep(member: AuthenticatedClient, work: Work) -> None:
    collected = good(collect_work.sync(client=member, body=CollectForm(Switch.ON, work.id))).data
    assert collected.collect and len(collected.cate_ids) == 1, collected
    liked = good(like_work.sync(client=member, body=LikeForm(Switch.ON, work.id))).data
    assert liked.like and liked.count > 0, liked
    detail = good(get_work.sync(work.id, client=member))
    assert detail.like and detail.collect, detail


def pay(member: AuthenticatedClient) -> None:
    plan = good(list_plans.sync(client=member)).rows[0]
    order = good(create_order.sync(client=member, body=OrderForm(plan.id, PayChannel.ALIPAY)))
    # The checkout page is the provider's, and no part of the API.
    with httpx.Client(follow_redirects=True) as browser:
        checkout = browser.get(order.data)
        assert browser.post(checkout.url, data={"action": "pay"}).is_success
    until = time.monotonic() + 20
    while good(get_order.sync(order.order_id, client=member)).data.status != OrderStatus.PAID:
        assert time.monotonic() < until, "the order is not paid"
        time.sleep(0.5)


def level(member: AuthenticatedClient) -> tuple[int, str | None]:
    """The member's group, and when VIP ends."""
    info = good(get_user_info.sync(client=member))
    assert isinstance(info.user, User) and info.user.user_name == NAME, info
    return info.level.level_id, info.level.expire_time or None


def walk() -> None:
    visitor = caller()
    work = look_around(visitor)
    tokens = sign_in(visitor)
    member = caller(tokens.access_token)
    keep(member, work)

    assert level(member) == (1, None), level(member)
    pay(member)
    paid_level, paid_until = level(member)
    assert paid_level == 2 and paid_until, paid_level

    redeemed = good(redeem_code.sync(client=member, body=ActivationForm(os.environ["YINGKU_CODE"]))).data
    assert redeemed.expire_time and redeemed.expire_time > paid_until, redeemed

    asked = good(create_message.sync(client=member, body=MessageForm("有没有高清版本？")))
    assert asked.data.id.isdigit(), asked

    assert good(logout.sync(client=member)).code == 200
    assert error_code(refresh_token.sync(client=caller(tokens.refresh_token))) == "session_ended"


walk()
