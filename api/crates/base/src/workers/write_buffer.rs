//! A write-behind buffer for frequent counts: they are collected in memory and written periodically and at shutdown. A
//! kill loses what was not written yet; a failed write is retried with the next one.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::{Delay, Worker};

/// The content of a buffer.
pub trait Buffered: Default + Send + 'static {
    /// Adds back what could not be written.
    fn add_back(&mut self, left: Self);
}

/// The buffer. Dropping it writes the rest.
pub struct WriteBuffer<G: Buffered> {
    shared: Arc<Shared<G>>,
    worker: Worker,
}

struct Shared<G> {
    pending: Mutex<G>,
    /// One write at a time, so that all earlier counts are written once the lock is free.
    writing: Mutex<()>,
    write: Box<Write<G>>,
}

/// Writes the content; after an error it leaves the unwritten part.
type Write<G> = dyn Fn(&mut G) -> anyhow::Result<()> + Send + Sync;

impl<G: Buffered> WriteBuffer<G> {
    /// Starts the thread; a failed `write` leaves the unwritten part.
    pub fn start(
        name: &'static str,
        every: Duration,
        write: impl Fn(&mut G) -> anyhow::Result<()> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            pending: Mutex::default(),
            writing: Mutex::default(),
            write: Box::new(write),
        });
        let writer = Arc::clone(&shared);
        let worker = Worker::start(name, move || {
            writer.write_or_log();
            Delay::idle(every)
        })?;
        Ok(Self { shared, worker })
    }

    /// Adds to the buffer.
    pub fn add(&self, count: impl FnOnce(&mut G)) {
        count(&mut self.shared.pending.lock());
    }

    /// Writes the content now; after an error it stays in the buffer.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.shared.write()
    }
}

impl<G: Buffered> Drop for WriteBuffer<G> {
    fn drop(&mut self) {
        // On its own thread, so that a hanging database does not block the shutdown.
        self.worker.stop_after_run();
    }
}

impl<G: Buffered> Shared<G> {
    fn write_or_log(&self) {
        if let Err(error) = self.write() {
            let cause = format!("{error:#}");
            tracing::warn!(
                event = "counter_flush_failed",
                cause,
                "failed to write buffered counters; retrying"
            );
        }
    }

    fn write(&self) -> anyhow::Result<()> {
        let _turn = self.writing.lock();
        let mut content = std::mem::take(&mut *self.pending.lock());
        let written = (self.write)(&mut content);
        if written.is_err() {
            self.pending.lock().add_back(content);
        }
        written
    }
}
