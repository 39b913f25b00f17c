//! Whole tables as JSON lines. Both engines read and write JSON themselves, so rows move between engines and into files
//! without a description of each table.

use diesel::connection::{DefaultLoadingMode, SimpleConnection as _};
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_query;
use diesel::sql_types::Text;

use crate::connection::Conn;
use crate::tables::{self, Table};

/// How the values of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text or a whole number, the same in both engines.
    Exact,
    /// Floating point. The engines print it with different digits.
    Real,
    /// Boolean. SQLite stores 1 or 0.
    Boolean,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// How its values are written.
    pub kind: Kind,
}

#[derive(QueryableByName)]
struct Described {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// The columns of a table, by name.
pub fn columns(conn: &mut Conn, table: &Table) -> QueryResult<Vec<Column>> {
    let described: Vec<Described> = match conn {
        Conn::Sqlite(conn) => sql_query("SELECT name, type AS kind FROM pragma_table_info(?)")
            .bind::<Text, _>(table.name)
            .load(conn)?,
        Conn::Postgres(conn) => sql_query(
            "SELECT column_name::text AS name, data_type::text AS kind FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1",
        )
        .bind::<Text, _>(table.name)
        .load(conn)?,
    };
    let mut columns: Vec<Column> = described.into_iter().map(column).collect();
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(columns)
}

fn column(described: Described) -> Column {
    let kind = described.kind.to_uppercase();
    let kind = match kind.as_str() {
        kind if kind.starts_with("BOOL") => Kind::Boolean,
        kind if kind.starts_with("DOUBLE") || kind == "REAL" => Kind::Real,
        _ => Kind::Exact,
    };
    Column {
        name: described.name,
        kind,
    }
}

/// The tables of a database, except the migrations' own and SQLite's.
pub fn table_names(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let lines: Vec<Line> = match conn {
        Conn::Sqlite(conn) => sql_query(
            "SELECT name AS line FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
             AND name <> '__diesel_schema_migrations' ORDER BY name",
        )
        .load(conn)?,
        Conn::Postgres(conn) => sql_query(
            "SELECT table_name::text AS line FROM information_schema.tables WHERE table_schema = current_schema() \
             AND table_type = 'BASE TABLE' AND table_name <> '__diesel_schema_migrations' ORDER BY table_name",
        )
        .load(conn)?,
    };
    Ok(lines.into_iter().map(|line| line.line).collect())
}

/// Begins a transaction with a consistent snapshot and no time limit.
///
/// On PostgreSQL the first query takes the snapshot. Before it, the tables are locked against rewrites, because a
/// rewritten table has no rows for an older snapshot.
pub fn begin_snapshot(conn: &mut Conn) -> QueryResult<()> {
    let existing = table_names(conn)?;
    match conn {
        Conn::Sqlite(conn) => conn.batch_execute("BEGIN"),
        Conn::Postgres(conn) => {
            conn.batch_execute(
                "SET statement_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            )?;
            let carried = tables::TABLES.iter().map(|table| table.name);
            let locked = list(carried.filter(|name| existing.iter().any(|it| it == name)));
            if locked.is_empty() {
                return Ok(());
            }
            let lock = format!("LOCK TABLE {locked} IN ACCESS SHARE MODE");
            let done = conn.batch_execute(&lock);
            if done.is_err() {
                // The connection may be reused.
                conn.batch_execute("ROLLBACK")?;
            }
            done
        }
    }
}

/// Ends [`begin_snapshot`].
pub fn end_snapshot(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute("COMMIT")
}

/// The number of rows of a table.
pub fn count(conn: &mut Conn, table: &Table) -> QueryResult<u64> {
    let name = quoted(table.name);
    let counted = sql_query(format!("SELECT CAST(count(*) AS text) AS line FROM {name}"));
    let Line { line } = match conn {
        Conn::Sqlite(conn) => counted.get_result(conn)?,
        Conn::Postgres(conn) => counted.get_result(conn)?,
    };
    line.parse()
        .map_err(|error| diesel::result::Error::DeserializationError(Box::new(error)))
}

/// Copies a SQLite database, as it is now, to a new file.
pub fn copy_into_file(conn: &mut SqliteConnection, file: &str) -> QueryResult<()> {
    sql_query("VACUUM INTO ?")
        .bind::<Text, _>(file)
        .execute(conn)
        .map(|_| ())
}

/// Passes every row as a JSON object, in key order; with `after`, only rows with greater keys.
pub fn each_line<E>(
    conn: &mut Conn,
    table: &Table,
    columns: &[Column],
    after: &[i64],
    mut take: impl FnMut(String) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<diesel::result::Error>,
{
    let (name, key) = (quoted(table.name), list(table.key.iter().copied()));
    let rest = match after {
        [] => format!("FROM {name} ORDER BY {key}"),
        after => {
            let bounds: Vec<String> = after.iter().map(i64::to_string).collect();
            let bounds = bounds.join(", ");
            format!("FROM {name} WHERE ({key}) > ({bounds}) ORDER BY {key}")
        }
    };
    match conn {
        Conn::Sqlite(conn) => {
            let fields: Vec<String> = columns.iter().map(sqlite_field).collect();
            let fields = fields.join(", ");
            let query = sql_query(format!("SELECT json_object({fields}) AS line {rest}"));
            for row in query.load_iter::<Line, DefaultLoadingMode>(conn)? {
                take(row?.line)?;
            }
        }
        Conn::Postgres(conn) => {
            let fields: Vec<String> = columns.iter().map(postgres_field).collect();
            let fields = fields.join(", ");
            let query = sql_query(format!(
                "SELECT row_to_json(r)::text AS line FROM (SELECT {fields} {rest}) r"
            ));
            for row in query.load_iter::<Line, PgRowByRowLoadingMode>(conn)? {
                take(row?.line)?;
            }
        }
    }
    Ok(())
}

/// `'name', "name"`; floating point with all its digits.
fn sqlite_field(column: &Column) -> String {
    let name = quoted(&column.name);
    let value = match column.kind {
        Kind::Real => format!("printf('%!.17g', {name})"),
        Kind::Exact | Kind::Boolean => name,
    };
    format!("'{}', {value}", column.name)
}

fn postgres_field(column: &Column) -> String {
    let name = quoted(&column.name);
    match column.kind {
        Kind::Real => format!("{name}::text AS {name}"),
        Kind::Exact | Kind::Boolean => name,
    }
}

/// Inserts rows, given as a JSON array of objects, and skips those whose key exists.
pub fn insert_lines(
    conn: &mut Conn,
    table: &Table,
    columns: &[Column],
    rows: &str,
) -> QueryResult<usize> {
    let name = quoted(table.name);
    let into = list(columns.iter().map(|column| column.name.as_str()));
    match conn {
        Conn::Sqlite(conn) => {
            let values: Vec<String> = columns
                .iter()
                .map(|column| format!("json_extract(value, '$.{}')", column.name))
                .collect();
            let values = values.join(", ");
            // Without WHERE the parser takes ON for a join.
            sql_query(format!(
                "INSERT INTO {name} ({into}) SELECT {values} FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
            ))
            .bind::<Text, _>(rows)
            .execute(conn)
        }
        Conn::Postgres(conn) => sql_query(format!(
            "INSERT INTO {name} ({into}) SELECT {into} FROM json_populate_recordset(NULL::{name}, $1::json) \
             ON CONFLICT DO NOTHING"
        ))
        .bind::<Text, _>(rows)
        .execute(conn),
    }
}

/// The greatest key of a numbered table; empty if it has no rows.
pub fn greatest_key(conn: &mut Conn, table: &Table) -> QueryResult<String> {
    let (name, key) = (quoted(table.name), list(table.key.iter().copied()));
    let backwards: Vec<String> = table
        .key
        .iter()
        .map(|column| format!("{} DESC", quoted(column)))
        .collect();
    let rest = format!("FROM {name} ORDER BY {} LIMIT 1", backwards.join(", "));
    let line: Option<Line> = match conn {
        Conn::Sqlite(conn) => sql_query(format!("SELECT json_array({key}) AS line {rest}"))
            .get_result(conn)
            .optional()?,
        Conn::Postgres(conn) => sql_query(format!(
            "SELECT json_build_array({key})::text AS line {rest}"
        ))
        .get_result(conn)
        .optional()?,
    };
    Ok(line.map_or_else(|| "[]".to_owned(), |line| line.line))
}

/// Deletes all rows of a table.
pub fn clear(conn: &mut Conn, table: &Table) -> QueryResult<usize> {
    sql_query(format!("DELETE FROM {}", quoted(table.name))).execute(conn)
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(quoted).collect();
    names.join(", ")
}
