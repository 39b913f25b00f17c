//! Counting rows up to a limit, so that a list never scans a whole table.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;

use super::connection::Conn;

/// Most rows that lists of the console count; a count this high means "at least".
pub const MAX_COUNTED: i64 = 10_000;

/// Counts the rows of a query limited to [`MAX_COUNTED`].
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
