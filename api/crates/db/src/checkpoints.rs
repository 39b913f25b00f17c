//! Checkpoints of SQLite's write-ahead log. By default SQLite runs them inside a commit, so a visitor waits for the
//! disk. Here a thread runs one every second, without blocking readers or writers.

use std::time::Duration;

use yingku_base::workers::{Delay, Worker};

use super::connection::Conn;
use super::database::Db;
use super::dialect;
use super::engine::Engine;
use super::error::DbError;

const INTERVAL: Duration = Duration::from_secs(1);
/// Most checkpoints in a row. What is written during one is left to the next; the log restarts only after a complete
/// one.
const STEPS: usize = 5;

/// The running thread; stops when dropped.
pub struct Checkpoints {
    _worker: Option<Worker>,
}

impl Checkpoints {
    /// Starts the thread; PostgreSQL needs none.
    pub fn start(db: &Db) -> std::io::Result<Self> {
        let db = db.clone();
        let worker = match db.engine() {
            Engine::Postgres => None,
            Engine::Sqlite => Some(Worker::start("checkpoints", move || {
                if let Err(error) = checkpoint(&db) {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::warn!(
                        event = "checkpoint_failed",
                        cause,
                        "database checkpoint failed"
                    );
                }
                Delay::idle(INTERVAL)
            })?),
        };
        Ok(Self { _worker: worker })
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
