#!/usr/bin/env python3
"""Fails when a declared dependency is named nowhere in the code that could use it, or when a package that CONTRIBUTING lists
under "Packages" is not a direct dependency of what ships."""
import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Crates that no code names: they are compiled in for diesel.
SILENT = {"libsqlite3-sys", "openssl-sys", "pq-sys"}
# Crates whose library has another name.
LIBRARIES = {"md-5": "md5"}
# Packages that no code names: types, commands of package.json, and what a named one needs beside it.
TOOLS = {
    "@biomejs/biome",
    "@testing-library/dom",
    "@types/node",
    "@types/react",
    "@types/react-dom",
    "@types/selenium-webdriver",
    "openapi-typescript",
    "typescript",
}


def text_of(folders: list[Path], endings: tuple[str, ...]) -> str:
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in endings)
    return "\n".join(path.read_text(encoding="utf-8") for path in files if "node_modules" not in path.parts)


def unused_crates(manifest: Path) -> list[str]:
    package = tomllib.loads(manifest.read_text(encoding="utf-8"))
    tables = [package, *package.get("target", {}).values()]
    declared = {
        name
        for table in tables
        for kind in ("dependencies", "dev-dependencies", "build-dependencies")
        for name in table.get(kind, {})
    }
    here = manifest.parent
    folders = [here / name for name in ("src", "tests", "benches", "examples") if (here / name).is_dir()]
    build = here / "build.rs"
    code = text_of(folders, (".rs",)) + (build.read_text(encoding="utf-8") if build.exists() else "")
    words = set(re.findall(r"\w+", code))
    library = lambda name: LIBRARIES.get(name, name.replace("-", "_"))
    return [name for name in sorted(declared) if library(name) not in words and name not in SILENT]


def unused_packages(manifest: Path) -> list[str]:
    package = json.loads(manifest.read_text(encoding="utf-8"))
    declared = set(package.get("dependencies", {})) | set(package.get("devDependencies", {}))
    here = manifest.parent
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for pattern in ("*.ts", "*.js", "*.json", "*.html")
        for path in here.glob(pattern)
        if path.name not in ("package.json", "package-lock.json")
    )
    folders = [here / name for name in ("src", "e2e", "e2e-webkit", "screens", "build", "scripts") if (here / name).is_dir()]
    code += text_of(folders, (".ts", ".tsx", ".css", ".mjs", ".js"))
    code += " ".join(package.get("scripts", {}).values())
    return [name for name in sorted(declared) if name not in code and name not in TOOLS]


def listed_packages(label: str) -> list[str]:
    """The packages of one line of the list in CONTRIBUTING: `- label: **one**, **two**`."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(r"^## Packages\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    line = section and re.search(rf"^- {label}: (.+(?:\n  .+)*)", section[1], re.MULTILINE)
    if not line:
        sys.exit(f'CONTRIBUTING.md: no line "- {label}: …" under "## Packages"')
    return re.findall(r"\*\*(.+?)\*\*", line[1])


def missing_packages(label: str, path: str, dependencies: dict) -> list[str]:
    return [f"{name} is not a dependency in {path}" for name in listed_packages(label) if name not in dependencies]


def main() -> int:
    read = lambda path: tomllib.loads((ROOT / path).read_text(encoding="utf-8"))
    members = [f"{member}/Cargo.toml" for member in read("Cargo.toml")["workspace"]["members"]]
    web = ROOT / "frontend/package.json"
    found = [f"nothing uses {path}: {name}" for path in members for name in unused_crates(ROOT / path)]
    found += [f"nothing uses {web.relative_to(ROOT)}: {name}" for name in unused_packages(web)]
    # Those of the program itself: a signer that is copied out of the repository does not stand in for it.
    found += missing_packages("API", "api/Cargo.toml", read("api/Cargo.toml")["dependencies"])
    found += missing_packages("Site", "frontend/package.json", json.loads(web.read_text(encoding="utf-8"))["dependencies"])
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
