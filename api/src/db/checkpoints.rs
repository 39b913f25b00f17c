//! SQLite writes into a log, which has to be carried into the file before it can begin anew. Left to itself, it makes
//! whoever writes when the log is long do that within their own commit, and a visitor wait for the disk. Here a thread
//! of its own does it every second, in steps that lock out neither readers nor writers.

use std::time::Duration;

use super::{Conn, Db, DbError, Engine, dialect};
use crate::workers::{Delay, Worker};

const EVERY: Duration = Duration::from_secs(1);
/// What is written during a step is left to the next; the log can begin anew only after one that left nothing.
const STEPS: usize = 5;

/// The running thread; it ends when this is dropped.
pub struct Checkpoints {
    _routine: Option<Worker>,
}

impl Checkpoints {
    /// Starts it; PostgreSQL does this by itself.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(db: &Db) -> std::io::Result<Self> {
        let db = db.clone();
        let worker = match db.engine() {
            Engine::Postgres => None,
            Engine::Sqlite => Some(Worker::start("checkpoints", move || {
                if let Err(error) = checkpoint(&db) {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::warn!(cause, "the log of the database could not be carried over");
                }
                Delay::idle(EVERY)
            })?),
        };
        Ok(Self { _routine: worker })
    }
}

fn checkpoint(db: &Db) -> Result<(), DbError> {
    db.maintain(|conn| {
        let Conn::Sqlite(conn) = conn else {
            return Ok(());
        };
        for _ in 0..STEPS {
            if dialect::checkpoint(conn)? {
                break;
            }
        }
        Ok(())
    })
}
