#!/usr/bin/env python3
"""Fails when files of a crate import each other in a circle of more than two.

The graph is read from the `use` lines and paths below `crate::`, `super::` and `self::`; test modules do not count, nor does a
parent that only declares its children (`mod child;`).
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"//[^\n]*")
TESTS = re.compile(r"#\[cfg\(test\)\]\s*(?:pub )?mod \w+ \{.*", re.DOTALL)
USE = re.compile(r"^ *(?:pub(?:\([^)]*\))? )?use ([^;]+);", re.MULTILINE)
PATH = re.compile(r"\b(?:crate|super|self)(?:::\w+)+")
LARGEST = 2


def module_of(source: Path, file: Path) -> tuple[str, ...]:
    parts = file.relative_to(source).with_suffix("").parts
    return parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts


def expanded(tree: str) -> list[str]:
    """The paths of a `use` with braces."""
    found, stack, word = [], [""], ""
    for char in re.sub(r"\s+", " ", tree):
        if char == "{":
            stack.append(stack[-1] + word)
            word = ""
        elif char in ",}":
            if word.strip():
                found.append(stack[-1] + word.strip())
            word = ""
            if char == "}":
                stack.pop()
        else:
            word += char
    if word.strip():
        found.append(stack[-1] + word.strip())
    return [path.split(" as ")[0].strip() for path in found]


def edges(text: str, module: tuple[str, ...], modules: dict[tuple[str, ...], Path]) -> set[tuple[str, ...]]:
    text = TESTS.sub("", COMMENT.sub("", text))
    children = {known[-1] for known in modules if known[:-1] == module and known}
    paths = [path for tree in USE.findall(text) for path in expanded(tree)]
    paths += PATH.findall(USE.sub("", text))
    targets = set()
    for path in paths:
        parts = path.replace(" ", "").split("::")
        at: tuple[str, ...] = module
        if parts[0] == "crate":
            at, parts = (), parts[1:]
        elif parts[0] == "self":
            parts = parts[1:]
        elif parts[0] == "super":
            while parts and parts[0] == "super":
                at, parts = at[:-1], parts[1:]
        elif parts[0] not in children:
            continue
        while parts and at + (parts[0],) in modules:
            at, parts = at + (parts[0],), parts[1:]
        if at != module and at in modules:
            targets.add(at)
    return targets


def circles(graph: dict[tuple[str, ...], set[tuple[str, ...]]]) -> list[list[tuple[str, ...]]]:
    """The strongly connected components (Tarjan)."""
    index: dict = {}
    low: dict = {}
    stack: list = []
    found: list = []

    def visit(node: tuple[str, ...]) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            circle = []
            while True:
                circle.append(stack.pop())
                if circle[-1] == node:
                    break
            found.append(circle)

    for node in graph:
        if node not in index:
            visit(node)
    return found


def main() -> int:
    wrong = 0
    for source in sorted([ROOT / "api/src", *ROOT.glob("api/crates/*/src")]):
        files = [file for file in source.rglob("*.rs") if not file.stem.endswith("tests") and file.stem != "testing"]
        modules = {module_of(source, file): file for file in files if file.stem != "main"}
        graph = {module: edges(file.read_text(encoding="utf-8"), module, modules) for module, file in modules.items()}
        for circle in circles(graph):
            if len(circle) > LARGEST:
                wrong += 1
                names = ", ".join(sorted("::".join(module) or "lib" for module in circle))
                print(f"{source.relative_to(ROOT)}: {len(circle)} files import each other: {names}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
