//! What the health probes remember and ask.

use std::sync::Arc;

use tokio::sync::Mutex;
use yingku_platform::ephemeral::Ephemeral;
use yingku_platform::state::AppState;

use super::stopping::Draining;

/// Liveness.
pub(super) const LIVENESS_PATH: &str = "/healthz";
/// Readiness.
pub(super) const READINESS_PATH: &str = "/readyz";
/// Both paths.
pub(super) const PROBE_PATHS: [&str; 2] = [LIVENESS_PATH, READINESS_PATH];
/// How long a result is cached, ms.
const CACHE_MS: i64 = 1_000;

/// State of the probes.
#[derive(Default)]
pub struct Probes {
    /// The last result and its time. Concurrent probes wait for the same result.
    last: Mutex<Option<(i64, StoreStatus)>>,
    /// Whether this instance is about to stop.
    pub draining: Arc<Draining>,
}

impl Probes {
    /// Checks whether the database and the shared store respond.
    pub async fn probe(&self, state: &AppState, store: &Ephemeral) -> StoreStatus {
        let mut last = self.last.lock().await;
        let now = state.clock.now_ms();
        if let Some((at, status)) = *last
            && (now - at).abs() < CACHE_MS
        {
            return status;
        }
        let (database, ephemeral) = tokio::join!(state.db.responds(), store.is_available());
        let status = StoreStatus {
            database,
            ephemeral,
        };
        *last = Some((now, status));
        status
    }
}

/// Which stores are available.
#[derive(Debug, Clone, Copy)]
pub struct StoreStatus {
    /// The database.
    pub database: bool,
    /// The shared store; always true if it is this process's memory.
    pub ephemeral: bool,
}
