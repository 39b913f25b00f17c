#!/usr/bin/env python3
"""Writes a software bill of materials: a CycloneDX 1.6 list of every crate that is compiled in and every package of the
site, each with version, licence and checksum, from the lockfiles only. The same lockfiles give the same file.

Usage: scripts/sbom.py FILE
"""

import base64
import json
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "yingku"


def crates():
    """The crates of the program: run and build dependencies, without test dependencies."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(crate["name"], crate["version"]): crate.get("checksum") for crate in locked}
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [id for id in metadata["workspace_members"] if packages[id]["name"] == PROGRAM]
    seen = set(waiting)
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if kinds != {"dev"} and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    for package in (packages[id] for id in seen):
        name, version = package["name"], package["version"]
        if name == PROGRAM:
            continue
        checksum = checksums.get((name, version))
        yield component(f"pkg:cargo/{name}@{version}", name, version, package["license"], checksum and ("SHA-256", checksum))


def packages():
    """The packages of the site that are shipped, without build tools."""
    locked = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    for path, package in locked.items():
        if not path or package.get("dev") or package.get("link"):
            continue
        name = package.get("name") or path.rsplit("node_modules/", 1)[1]
        algorithm, _, digest = package.get("integrity", "").partition("-")
        checksum = (algorithm.upper().replace("SHA", "SHA-"), base64.b64decode(digest).hex()) if digest else None
        purl = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        yield component(purl, name, package["version"], package.get("license"), checksum)


def component(purl, name, version, licence, checksum):
    found = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if licence:
        # Older crates write a slash for OR.
        found["licenses"] = [{"expression": licence.replace("/", " OR ")}]
    if checksum:
        found["hashes"] = [{"alg": checksum[0], "content": checksum[1]}]
    return found


def main():
    components = sorted([*crates(), *packages()], key=lambda one: one["bom-ref"])
    components = list({one["bom-ref"]: one for one in components}.values())
    nameless = [one["bom-ref"] for one in components if "licenses" not in one]
    if nameless:
        sys.exit(f"These name no licence: {', '.join(nameless)}")
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components))}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": PROGRAM, "name": PROGRAM}},
        "components": components,
    }
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    kinds = [one["purl"].split("/")[0] for one in components]
    print(f"{out}: {kinds.count('pkg:cargo')} crates and {kinds.count('pkg:npm')} packages of the site")


if __name__ == "__main__":
    main()
