"""Whether a server is ready."""

from __future__ import annotations

import http.client
import json
from typing import Any


def readiness_of(port: int) -> tuple[int, dict[str, Any]]:
    """What /readyz says at a port of this machine; 0 when nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, ValueError, http.client.HTTPException):
        return 0, {}
    finally:
        connection.close()
