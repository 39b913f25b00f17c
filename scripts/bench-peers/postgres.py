"""PostgreSQL with pg_trgm: one GIN index over the lower-cased text of a work.

- `gin_trgm_ops` on one column with number, title and names: every word of a keyword is a LIKE on it. The text is lower-cased
  when it is stored, which is faster than ILIKE and finds the same.
- No pending list (`fastupdate = off`), and VACUUM ANALYZE after loading: nothing is left to do while it is measured.
- Memory for cache and sorting, parallel plans as they are by default, and no JIT, which costs more than such queries take; see
  `scripts/bench-peers.sh` for what is set when the server starts.
- One statement gives page and total: the matches are found once, then counted and sorted, and only the page's rows are read.
- The connection is a running psql that reads a statement and prints one line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess

from catalogue import Catalogue
from engine import PAGE, Answer, Pipe

TABLE = "CREATE TABLE works (id int PRIMARY KEY, number text, title text, published timestamp, text text)"
INDEX = "CREATE INDEX works_text ON works USING gin (text gin_trgm_ops) WITH (fastupdate = off)"
SEARCH = """
WITH found AS MATERIALIZED (SELECT id, published FROM works WHERE {words}),
page AS (SELECT id, published FROM found ORDER BY published DESC LIMIT {page})
SELECT jsonb_build_object('total', (SELECT count(*) FROM found), 'rows', (
  SELECT jsonb_agg(jsonb_build_array(id, number, title, published) ORDER BY published DESC)
  FROM page JOIN works USING (id, published)))
"""


class Postgres:
    name = "PostgreSQL, pg_trgm"

    def __init__(self) -> None:
        self.command = ["psql", os.environ["TEST_POSTGRES_URL"], "-qtAX", "-v", "ON_ERROR_STOP=1"]
        self.psql = Pipe(*self.command)

    def load(self, catalogue: Catalogue) -> None:
        self._run("CREATE EXTENSION pg_trgm", TABLE)
        copy = subprocess.Popen([*self.command, "-c", "COPY works FROM STDIN"], stdin=subprocess.PIPE)
        for work in catalogue.works():
            row = (str(work.id), work.number, work.title, work.published, work.text.lower())
            copy.stdin.write(("\t".join(map(_copied, row)) + "\n").encode())
        copy.stdin.close()
        if copy.wait():
            raise SystemExit("PostgreSQL did not load the works")
        self._run(INDEX, "VACUUM ANALYZE works")

    def megabytes(self) -> float:
        return int(self.psql.ask("SELECT pg_total_relation_size('works');")[1]) / 1e6

    def ask(self, keyword: str) -> Answer:
        seconds, line = self.psql.ask(_statement(keyword))
        answer = json.loads(line)
        return Answer(seconds, answer["total"], len(answer["rows"] or []))

    def scans(self, keyword: str) -> bool:
        """Whether it scans the whole table, because there are no trigrams to look up."""
        plan = subprocess.run([*self.command, "-c", f"EXPLAIN {_statement(keyword)}"], capture_output=True, text=True, check=True)
        return "Seq Scan on works" in plan.stdout

    def close(self) -> None:
        self.psql.close()

    def _run(self, *statements: str) -> None:
        for statement in statements:
            subprocess.run([*self.command, "-c", statement], check=True)


def _statement(keyword: str) -> str:
    words = " AND ".join(f"text LIKE {_quoted(word)}" for word in keyword.lower().split())
    return " ".join(SEARCH.format(words=words, page=PAGE).split()) + ";"


def _quoted(word: str) -> str:
    """A literal that finds the word anywhere."""
    literal = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").replace("'", "''")
    return f"'%{literal}%'"


def _copied(field: str) -> str:
    """A field as COPY reads it."""
    return field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
