//! What is a macro because every diesel query has a type of its own, and each engine too.

/// Runs the same diesel expression on either engine, for what [`Conn`](crate::Conn) itself does not support: batch inserts and
/// `ON CONFLICT`.
#[macro_export]
macro_rules! on_engine {
    ($conn:expr, $inner:ident => $work:expr) => {
        match $conn {
            $crate::Conn::Sqlite($inner) => $work,
            $crate::Conn::Postgres($inner) => $work,
        }
    };
}

/// Inserts rows. SQLite takes them one by one through one prepared statement, which is cheaper than building a
/// statement for many. PostgreSQL takes many at once, since each statement is a round trip. The statement is cached
/// only if the row's type says `treat_none_as_default_value = false`.
#[macro_export]
macro_rules! insert_all {
    ($conn:expr, $table:expr, $rows:expr) => {
        match $conn {
            $crate::Conn::Sqlite(conn) => $rows.iter().try_for_each(|row| {
                diesel::insert_into($table)
                    .values(row)
                    .execute(conn)
                    .map(|_| ())
            }),
            $crate::Conn::Postgres(conn) => {
                $rows
                    .chunks($crate::ROWS_OF_AN_INSERT)
                    .try_for_each(|rows| {
                        diesel::insert_into($table)
                            .values(rows)
                            .execute(conn)
                            .map(|_| ())
                    })
            }
        }
    };
}

/// Counts the rows of a query up to [`MAX_COUNTED`](crate::MAX_COUNTED) by one of their columns.
#[macro_export]
macro_rules! count_up_to_max {
    ($conn:expr, $query:expr, $column:expr) => {
        diesel::RunQueryDsl::get_result::<i64>(
            $crate::Counted($query.select($column).limit($crate::MAX_COUNTED)),
            $conn,
        )
    };
}
