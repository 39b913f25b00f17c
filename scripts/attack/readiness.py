"""Whether a server is ready."""

from __future__ import annotations

import http.client
import json
from typing import Any


def readiness_of(port: int) -> tuple[int, dict[str, Any]]:
    """The status of /readyz at a local port; 0 without a response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, ValueError, http.client.HTTPException):
        return 0, {}
    finally:
        connection.close()
