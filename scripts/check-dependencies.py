#!/usr/bin/env python3
"""Fails when docs/dependencies.md and the manifests differ, or when a dependency is unused.

- Every direct dependency is named somewhere in the code that could use it.
- Every direct dependency has a row in docs/dependencies.md, and every bold name there is a direct dependency.
- What the page lists under "Required" is a direct dependency of what ships.
"""
import json
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "dependencies.md"
BOLD = re.compile(r"\*\*(.+?)\*\*")

# Crates that no code names: they are compiled in for diesel.
SILENT = {"libsqlite3-sys", "openssl-sys", "pq-sys"}
# Crates whose library has another name.
LIBRARIES = {"md-5": "md5"}
# Crates that a macro of yingku-base names in whoever uses it.
IN_MACROS = {"string_enum": {"diesel", "serde", "utoipa"}, "code_enum": {"diesel", "serde", "utoipa"}}
# Packages that no code names: types, commands of package.json, and peers of a named one.
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
# The signer's, in pyproject.toml.
PYTHON = {"hatchling", "httpx", "mypy", "requests"}

def text_of(folders: list[Path], endings: tuple[str, ...]) -> str:
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in endings)
    return "\n".join(path.read_text(encoding="utf-8") for path in files if "node_modules" not in path.parts)


def crates_of(manifest: Path) -> set[str]:
    package = tomllib.loads(manifest.read_text(encoding="utf-8"))
    tables = [package, *package.get("target", {}).values()]
    return {
        name
        for table in tables
        for kind in ("dependencies", "dev-dependencies", "build-dependencies")
        for name in table.get(kind, {})
    }


def packages_of(manifest: Path) -> set[str]:
    package = json.loads(manifest.read_text(encoding="utf-8"))
    return {name for kind in ("dependencies", "devDependencies") for name in package.get(kind, {})}


def unused_crates(manifest: Path) -> list[str]:
    declared = crates_of(manifest)
    here = manifest.parent
    folders = [here / name for name in ("src", "tests", "benches", "examples") if (here / name).is_dir()]
    build = here / "build.rs"
    code = text_of(folders, (".rs",)) + (build.read_text(encoding="utf-8") if build.exists() else "")
    words = set(re.findall(r"\w+", code))
    words |= {name for macro in words & IN_MACROS.keys() for name in IN_MACROS[macro]}
    library = lambda name: LIBRARIES.get(name, name.replace("-", "_"))
    return [name for name in sorted(declared) if library(name) not in words and name not in SILENT]


def unused_packages(manifest: Path) -> list[str]:
    package = json.loads(manifest.read_text(encoding="utf-8"))
    declared = packages_of(manifest)
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


def required_packages(label: str) -> list[str]:
    """The packages of one line of the page's list: `- label: **one**, **two**`."""
    section = re.search(r"^## Required\n(.*?)^## ", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    line = section and re.search(rf"^- {label}: (.+(?:\n  .+)*)", section[1], re.MULTILINE)
    if not line:
        sys.exit(f'{PAGE.relative_to(ROOT)}: no line "- {label}: …" under "## Required"')
    return BOLD.findall(line[1])


def missing_packages(label: str, path: str, dependencies: Iterable[str]) -> list[str]:
    return [f"{name} is not a dependency in {path}" for name in required_packages(label) if name not in dependencies]


def undocumented(declared: set[str]) -> list[str]:
    """Where the rows of the page and the manifests differ."""
    rows = [line.split(" | ")[0] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| **")]
    named = {name for row in rows for name in BOLD.findall(row)}
    page = PAGE.relative_to(ROOT)
    missing = [f"{page}: no row for {name}" for name in sorted(declared - named)]
    return missing + [f"{page}: {name} is no direct dependency" for name in sorted(named - declared - PYTHON)]


def main() -> int:
    read = lambda path: tomllib.loads((ROOT / path).read_text(encoding="utf-8"))
    patterns = read("Cargo.toml")["workspace"]["members"]
    members = [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(f"{pattern}/Cargo.toml"))]
    web = ROOT / "frontend/package.json"
    found = [f"nothing uses {path}: {name}" for path in members for name in unused_crates(ROOT / path)]
    found += [f"nothing uses {web.relative_to(ROOT)}: {name}" for name in unused_packages(web)]
    documented = [*members, "fuzz/Cargo.toml"]
    declared = {name for path in documented for name in crates_of(ROOT / path)}
    declared |= packages_of(web) | packages_of(ROOT / "clients/typescript/package.json")
    # The program's own crates; the signer is copied out of the repository and has its row.
    own = {read(path)["package"]["name"] for path in members if path.startswith("api/")}
    found += undocumented(declared - own)
    # Those of the program itself: a signer that is copied out of the repository does not stand in for it.
    program = {name for path in members if path.startswith("api/") for name in read(path)["dependencies"]}
    found += missing_packages("API", "api", program)
    found += missing_packages("Site", "frontend/package.json", json.loads(web.read_text(encoding="utf-8"))["dependencies"])
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
