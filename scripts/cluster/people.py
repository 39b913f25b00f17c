"""Clients that use nginx or an instance directly."""

from __future__ import annotations

import copy
import threading
from typing import Any, Optional, Protocol

from site_under_attack import PASSWORD, Answer, Person
from yingku_signer import Signer


class Place(Protocol):
    """An instance, or nginx."""

    port: int

    def connection(self) -> Any: ...
    def state(self) -> str: ...


class Door:
    """A server, with the installation shared by all clients."""

    def __init__(self, place: Place, signer: Signer) -> None:
        self.place, self.signer = place, signer

    @property
    def port(self) -> int:
        return self.place.port

    def connection(self) -> Any:
        return self.place.connection()

    def state(self) -> str:
        return self.place.state()


class Visitor(Person):
    """A client of any server."""

    def call(self, method: str, path: str, body: Any = None, token: Optional[str] = None) -> Answer:
        """Like every signing client, it signs again after a clock error: a Redis that starts empty causes one."""
        answer = super().call(method, path, body, token)
        if answer.status == 401 and self.signer.learns_from(answer.json):
            answer = super().call(method, path, body, token)
        return answer

    def at(self, door: Door) -> Visitor:
        """The same client at another server."""
        other = copy.copy(self)
        other.site, other._own = door, threading.local()  # type: ignore[assignment]
        return other

    def register(self) -> None:
        form = {"appId": "yingku", "userName": self.name, "password": PASSWORD, "confirmPassword": PASSWORD, "email": "somebody@example.org"}
        answer = self.post("/v2/user/register", form)
        assert answer.good, answer
        self.sign_in()
