//! What the import thread and the endpoints share.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use yingku_access::audit::Actor;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_db::Db;
use yingku_platform::config::{MediaConfig, S3Config, StreamConfig};

use super::files::Files;

/// Shared by the thread and the endpoints.
pub(super) struct Shared {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<Ids>,
    pub(super) files: Files,
    /// Allowed origins of pictures.
    pub(super) media: MediaConfig,
    /// Allowed hosts of streams.
    pub(super) streams: StreamConfig,
    /// The store of pictures.
    pub(super) s3: S3Config,
    pub(super) node: i16,
    pub(super) stopping: Arc<AtomicBool>,
    /// Imports with a part being written.
    pub(super) writing: Mutex<HashSet<i64>>,
}

impl Shared {
    pub(super) fn actor(&self) -> Actor {
        Actor::background(Arc::clone(&self.ids), Arc::clone(&self.clock))
    }

    pub(super) fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1_000)
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
}
