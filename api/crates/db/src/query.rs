//! Short forms of [`Db::read`] and [`Db::write`] for plain statements, whose only error is the database's.

use diesel::result::QueryResult;

use super::connection::Conn;
use super::database::Db;
use super::error::DbError;

impl Db {
    /// [`Db::read`] of plain statements.
    pub async fn query<T, F>(&self, work: F) -> Result<T, DbError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> QueryResult<T> + Clone + Send + 'static,
    {
        self.read(|conn| work(conn).map_err(DbError::from)).await
    }

    /// [`Db::read_fresh`] of plain statements.
    pub async fn query_fresh<T, F>(&self, work: F) -> Result<T, DbError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> QueryResult<T> + Send + 'static,
    {
        self.read_fresh(|conn| work(conn).map_err(DbError::from))
            .await
    }

    /// [`Db::write`] of plain statements.
    pub async fn execute<T, F>(&self, work: F) -> Result<T, DbError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> QueryResult<T> + Send + 'static,
    {
        self.write(|conn| work(conn).map_err(DbError::from)).await
    }

    /// [`Db::read_now`] of plain statements.
    pub fn query_now<T>(
        &self,
        work: impl FnOnce(&mut Conn) -> QueryResult<T>,
    ) -> Result<T, DbError> {
        self.read_now(|conn| work(conn).map_err(DbError::from))
    }

    /// [`Db::write_now`] of plain statements.
    pub fn execute_now<T>(
        &self,
        work: impl FnOnce(&mut Conn) -> QueryResult<T>,
    ) -> Result<T, DbError> {
        self.write_now(|conn| work(conn).map_err(DbError::from))
    }

    /// [`Db::write_when_idle`] of plain statements.
    pub fn execute_when_idle<T>(
        &self,
        work: impl FnOnce(&mut Conn) -> QueryResult<T>,
    ) -> Result<T, DbError> {
        self.write_when_idle(|conn| work(conn).map_err(DbError::from))
    }
}
