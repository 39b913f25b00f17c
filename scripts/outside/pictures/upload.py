"""Uploads every picture as an operator does, and writes their URLs: upload.py ORIGIN FOLDER FILE"""

import json
import pathlib
import sys

from kinds import KINDS
from people import Answer, Person, fetch
from table import Table, same

ORIGIN, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
TABLE = Table()
operator = Person(ORIGIN).sign_in("picture_operator")


def upload(name: str) -> Answer:
    url, body = f"{operator.base}/admin/pictures", (FOLDER / name).read_bytes()
    headers = operator.signer.sign("POST", url, body)
    return fetch(url, body, {**headers, "Content-Type": "application/octet-stream", "Authorization": f"Bearer {operator.token}"})


taken = {}
for name, (is_taken, _) in KINDS.items():
    with TABLE.check(f"upload of {name}: {'accepted' if is_taken else 'rejected'}"):
        answer = upload(name)
        if answer.status == 200:
            taken[name] = answer.json["data"]["path"]
        same(answer.status, 200 if is_taken else 422, answer.text[:200])
with TABLE.check("upload of a photograph: the place where it was taken is not published"):
    path = upload("place.jpg").json["data"]["path"]
    same(b"Exif" in fetch(f"{ORIGIN}/media/{path}").body, False, "Exif in the published file")
pages = [{"name": name, "path": f"kinds/{name}", "copied": copied} for name, (_, copied) in KINDS.items()]
pages += [{"name": f"uploaded {name}", "path": path, "copied": KINDS[name][1]} for name, path in taken.items()]
pathlib.Path(sys.argv[3]).write_text(json.dumps(pages))
TABLE.end()
