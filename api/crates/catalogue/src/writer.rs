//! Writes that change what lists and pages show. They wake the indexer and clear the response cache.

use std::sync::Arc;

use actix_web::web;
use yingku_base::workers::Waker;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::ApiError;

use super::response_cache::ResponseCache;

/// Writes to the catalogue.
pub struct CatalogueWriter {
    db: Db,
    caches: Caches,
}

/// What has to be invalidated after a write.
#[derive(Clone)]
struct Caches {
    index: Waker,
    cache: web::Data<ResponseCache>,
}

/// Invalidates on drop, once a commit has been tried, even if the caller has gone.
struct InvalidateOnDrop(Caches);

impl Drop for InvalidateOnDrop {
    fn drop(&mut self) {
        self.0.index.wake();
        self.0.cache.clear();
    }
}

impl CatalogueWriter {
    /// `index` wakes the indexer.
    pub fn new(db: &Db, index: Waker, cache: &web::Data<ResponseCache>) -> Self {
        Self {
            db: db.clone(),
            caches: Caches {
                index,
                cache: cache.clone(),
            },
        }
    }

    /// [`Db::write`], then invalidates cached responses; also when the outcome of the commit is unknown, because it may
    /// have taken effect, or when the caller has disconnected. A failure before the commit has changed nothing.
    pub async fn write<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, ApiError> + Send + 'static,
    {
        let caches = self.caches.clone();
        let written = self.db.write(move |conn| {
            let done = work(conn)?;
            Ok::<_, ApiError>((done, InvalidateOnDrop(caches)))
        });
        let (done, _outdated) = written.await?;
        Ok(done)
    }

    /// Several writes in a row, which invalidate once, at the end.
    pub fn batch(&self) -> WriteBatch {
        WriteBatch {
            db: self.db.clone(),
            outdated: Arc::new(InvalidateOnDrop(self.caches.clone())),
        }
    }
}

/// Several writes to the catalogue. Cached responses are invalidated when this is dropped and its last write has ended.
pub struct WriteBatch {
    db: Db,
    outdated: Arc<InvalidateOnDrop>,
}

impl WriteBatch {
    /// [`Db::write`].
    pub async fn write<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, ApiError> + Send + 'static,
    {
        let outdated = Arc::clone(&self.outdated);
        let written = self.db.write(move |conn| {
            let done = work(conn)?;
            Ok::<_, ApiError>((done, outdated))
        });
        let (done, _outdated) = written.await?;
        Ok(done)
    }
}
