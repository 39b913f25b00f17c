"""Three signed requests. Run: python3 example.py [address] [secret]"""

import json
import sys
import urllib.error
import urllib.request
from typing import Any, Optional

from yingku_signer import Signer

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080/prod-api"
secret = sys.argv[2] if len(sys.argv) > 2 else "yingku-public-app-secret-1"
signer = Signer.connect(base, secret)


def call(method: str, path: str, form: Optional[dict[str, Any]] = None) -> Any:
    url = f"{base}{path}"
    body = None if form is None else json.dumps(form).encode("utf-8")
    headers = {**signer.sign(method, url, body), "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as rejection:
        return json.load(rejection)


listed = call("GET", "/v2/works/detail/list?pageSize=3")
print(f"{listed['total']} works, the first: {listed['rows'][0]['title'] if listed['rows'] else None}")
print(f'{call("GET", "/v2/works/detail/list?keyword=a+b")["total"]} works with "a b"')
print(f"a visitor's question: {call('POST', '/v2/message', {'message': '你好'})['error']}")
