#!/usr/bin/env python3
"""Fails when the signers' packages carry different versions, or a changelog does not begin with that version."""

import json
import re
import sys
import tomllib
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent.parent / "clients"


def toml(path: str) -> dict:
    return tomllib.loads((CLIENTS / path).read_text(encoding="utf-8"))


def newest(path: str) -> str:
    found = re.search(r"^## (\S+)", (CLIENTS / path).read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "none"


def main() -> int:
    package, lock = (
        json.loads((CLIENTS / "typescript" / name).read_text(encoding="utf-8"))
        for name in ("package.json", "package-lock.json")
    )
    versions = {
        "typescript/package.json": package["version"],
        "typescript/package-lock.json": lock["version"],
        "python/pyproject.toml": toml("python/pyproject.toml")["project"]["version"],
        "rust/Cargo.toml": toml("rust/Cargo.toml")["package"]["version"],
        **{
            path: newest(path) for path in (f"{language}/CHANGELOG.md" for language in ("typescript", "python", "rust"))
        },
    }
    if len(set(versions.values())) == 1:
        return 0
    for path, version in versions.items():
        print(f"clients/{path}: {version}", file=sys.stderr)
    print("the signers have one version", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
