//! Batches of a step. Each is a transaction of some milliseconds, with a pause after it, so that visitors' writes are not held up.

use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use yingku_base::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use yingku_catalogue::works::admin::edit::Outcomes;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;

/// Most works of a step.
pub const MAX_STEP_WORKS: usize = 500;
/// A step begins no batch after this time.
const BUDGET: Duration = Duration::from_millis(400);

/// Works: batches of about 8 ms, like those of an import, with shorter pauses: an operator is waiting.
pub fn batch_limits() -> BatchLimits {
    BatchLimits {
        target_duration: Duration::from_millis(8),
        items: 20..=MAX_STEP_WORKS,
        pause_factor: 1,
        rest: Duration::from_millis(1)..=Duration::from_millis(50),
    }
}

/// Does `work` to the items in turn, as many as fit into a step. Returns how many are done, and their outcomes. An error
/// ends the step; it is returned if nothing was done before it.
pub async fn in_batches<I, F>(
    catalogue: &CatalogueWriter,
    limits: BatchLimits,
    items: &[I],
    work: F,
) -> Result<(usize, Outcomes), ApiError>
where
    I: Clone + Send + 'static,
    F: Fn(&mut Conn, &[I]) -> Result<Outcomes, ApiError> + Clone + Send + 'static,
{
    let began = Instant::now();
    let writes = catalogue.batch();
    let mut batching = AdaptiveBatch::new(limits);
    let (mut done, mut outcomes) = (0, Outcomes::new());
    while done < items.len() && (done == 0 || began.elapsed() < BUDGET) {
        let batch: Vec<I> = items
            .iter()
            .skip(done)
            .take(batching.items())
            .cloned()
            .collect();
        let (count, work) = (batch.len(), work.clone());
        let written = writes.write(move |conn| {
            let began = Instant::now();
            let outcomes = work(conn, &batch)?;
            Ok((outcomes, began.elapsed()))
        });
        match written.await {
            Ok((more, took)) => {
                outcomes.extend(more);
                done += count;
                sleep(batching.took(count, took)).await;
            }
            Err(error) if done == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok((done, outcomes))
}

/// Where the next step continues after `done` of the items; none if these were the last.
pub fn cursor_after<I>(items: &[I], done: usize, id: impl Fn(&I) -> i64) -> Option<i64> {
    let is_last = done == items.len() && done < MAX_STEP_WORKS;
    let last = done.checked_sub(1).and_then(|at| items.get(at));
    last.filter(|_| !is_last).map(id)
}
