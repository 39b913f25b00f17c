//! How many rows there are, without looking at all of a table: a page of a list needs no more than "very many".

use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;

use super::connection::Conn;

/// Lists of operators count up to so many rows; where it says so many, there may be more.
pub const MOST_COUNTED: i64 = 10_000;

/// How many rows a query gives, which has a limit of [`MOST_COUNTED`] itself.
#[derive(Debug, Clone, Copy, QueryId)]
pub struct Counted<Q>(pub Q);

impl<Q> Query for Counted<Q> {
    type SqlType = BigInt;
}

impl<Q> RunQueryDsl<Conn> for Counted<Q> {}

impl<DB, Q> QueryFragment<DB> for Counted<Q>
where
    DB: diesel::backend::Backend,
    Q: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("SELECT COUNT(*) FROM (");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(") AS counted");
        Ok(())
    }
}

/// Counts the rows of a query up to [`MOST_COUNTED`], by one of their columns; a macro, because diesel gives every query
/// a type of its own.
#[macro_export]
macro_rules! count_up_to_most {
    ($conn:expr, $query:expr, $column:expr) => {
        diesel::RunQueryDsl::get_result::<i64>(
            $crate::db::Counted($query.select($column).limit($crate::db::MOST_COUNTED)),
            $conn,
        )
    };
}
