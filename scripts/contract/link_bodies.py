"""Converts openapi.yaml for Schemathesis: the body of a link as an object of expressions, not as a text that holds them.

    link_bodies.py openapi.yaml OUT
"""

import json
import re
import sys

import yaml


def as_object(body: str) -> dict:
    """The fields of a body; `{$response.body#/id}` becomes the expression itself."""
    fields = json.loads(body)
    return {
        name: re.sub(r"^\{(\$.*)\}$", r"\1", value) if isinstance(value, str) else value
        for name, value in fields.items()
    }


def main() -> None:
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        contract = yaml.safe_load(file)
    for path in contract["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict):
                continue
            for response in operation.get("responses", {}).values():
                for link in response.get("links", {}).values():
                    if "requestBody" in link:
                        link["requestBody"] = as_object(link["requestBody"])
    with open(target, "w", encoding="utf-8") as file:
        yaml.safe_dump(contract, file, allow_unicode=True, sort_keys=False)


main()
