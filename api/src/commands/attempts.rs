//! Retries after conflicts with concurrent writers.

use std::time::Duration;

use yingku_db::is_contention;

/// The attempts of one transaction.
#[derive(Default)]
pub(super) struct Attempts(u32);

impl Attempts {
    const MAX: u32 = 20;

    /// Whether to retry after this error. Sleeps first, with a linear backoff and some jitter.
    pub(super) fn may_follow(&mut self, error: &anyhow::Error) -> bool {
        if !error.chain().any(is_contention) || self.0 == Self::MAX {
            return false;
        }
        self.0 += 1;
        tracing::info!(
            event = "write_conflict",
            attempt = self.0,
            "conflict with a concurrent write; retrying"
        );
        let millis = u64::from(self.0) * 50 + u64::from(std::process::id() % 50);
        std::thread::sleep(Duration::from_millis(millis));
        true
    }
}

/// Runs a transaction until it meets no conflict.
pub(super) fn retrying<T, E: Into<anyhow::Error>>(
    mut transaction: impl FnMut() -> Result<T, E>,
) -> anyhow::Result<T> {
    let mut attempts = Attempts::default();
    loop {
        match transaction().map_err(Into::into) {
            Err(error) if attempts.may_follow(&error) => {}
            ended => return ended,
        }
    }
}
