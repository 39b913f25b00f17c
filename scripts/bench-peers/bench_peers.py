"""Searches Yingku, PostgreSQL with pg_trgm and Groonga for the same keywords in the same catalogue, and prints the latency of
each uncached search, with the ratios to Yingku's.

    scripts/bench-peers.sh 100000        with all that it needs

`catalogue.py` generates the works, `keywords.py` draws the keywords, and `postgres.py`, `groonga.py` and `yingku.py` say
how each engine is set up. YINGKU names the program, target/release/yingku unless it is set; TEST_POSTGRES_URL is the server.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "scripts" / "attack"), str(ROOT / "clients" / "python")]
sys.dont_write_bytecode = True

from catalogue import Catalogue  # noqa: E402
from engine import Answer, Engine  # noqa: E402
from groonga import Groonga  # noqa: E402
from keywords import MEASURED, WARM, Keyword, Keywords  # noqa: E402
from postgres import Postgres  # noqa: E402
from report import NOTES, print_keywords, print_summary, spread  # noqa: E402
from yingku import Yingku  # noqa: E402


def main(works: int) -> None:
    program = str(pathlib.Path(os.environ.get("YINGKU", ROOT / "target" / "release" / "yingku")).resolve())
    with tempfile.TemporaryDirectory(prefix="yingku-peers-") as folder, contextlib.ExitStack() as open_engines:
        at = pathlib.Path(folder)
        catalogue = Catalogue(program, works, at)
        keywords = Keywords(catalogue)
        measured, warm = keywords.draw(MEASURED), keywords.draw(WARM)
        print(f"== {works} works, {len(measured)} keywords")
        postgres, yingku = Postgres(), Yingku(program, at)
        engines: list[Engine] = [yingku, postgres, Groonga(at / "groonga")]
        for engine in engines:
            open_engines.callback(engine.close)
            load(engine, catalogue)
        # Writeback by the system would be measured too.
        os.sync()
        answers = {yingku.name: ask_all(yingku, warm, measured)}
        # At once: responses are cached for a minute.
        again = spread([yingku.ask_again(keyword.text).seconds for keyword in measured])
        for engine in engines[1:]:
            answers[engine.name] = ask_all(engine, warm, measured)
        scanned = [postgres.scans(keyword.text) for keyword in measured]
        print_keywords(measured, answers, scanned)
        print_summary(answers)
        print(f"{'Yingku, repeated':<24}" + "".join(f"{seconds * 1e3:>10.2f}" for seconds in again) + "   (cached responses)")
        print(f"\n{NOTES}")


def load(engine: Engine, catalogue: Catalogue) -> None:
    """Fills an engine and prints how long it took."""
    began = time.monotonic()
    engine.load(catalogue)
    print(f"{engine.name:<24}loaded and indexed in {time.monotonic() - began:.1f} s, {engine.megabytes():.0f} MB", flush=True)


def ask_all(engine: Engine, warm: list[Keyword], measured: list[Keyword]) -> list[Answer]:
    """The responses to each keyword, after other ones have warmed the caches."""
    for keyword in warm:
        engine.ask(keyword.text)
    return [engine.ask(keyword.text) for keyword in measured]


if __name__ == "__main__":
    main(int(sys.argv[1]))
