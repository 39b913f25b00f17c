//! Writes that change what lists and pages show. The index learns of them at once, and cached responses go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::web;

use super::response_cache::ResponseCache;
use crate::db::{Conn, Db};
use crate::http::error::ApiError;
use crate::workers::Waker;

/// Writes to the catalogue.
pub struct CatalogueWriter {
    db: Db,
    index: Waker,
    cache: web::Data<ResponseCache>,
}

impl CatalogueWriter {
    /// `index` wakes what updates the index.
    pub fn new(db: &Db, index: Waker, cache: &web::Data<ResponseCache>) -> Self {
        Self {
            db: db.clone(),
            index,
            cache: cache.clone(),
        }
    }

    /// [`Db::write`]. Nothing that was answered before is shown after it, even when the answer to its commit was lost: it may
    /// have taken effect. What failed before the commit has changed nothing.
    pub async fn write<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, ApiError> + Send + 'static,
    {
        let reached_commit = Arc::new(AtomicBool::new(false));
        let reached = Arc::clone(&reached_commit);
        let written = self
            .db
            .write(move |conn| {
                let done = work(conn)?;
                reached.store(true, Ordering::Relaxed);
                Ok(done)
            })
            .await;
        if reached_commit.load(Ordering::Relaxed) {
            self.index.wake();
            self.cache.forget();
        }
        written
    }
}
