//! Counting what happens too often to be written each time: it is gathered in memory and written together every so
//! often, and once more at the stop. A kill loses what was not written yet; a write that fails is tried again with the
//! next.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::{Delay, Worker};

/// What is gathered between two writes.
pub trait Buffered: Default + Send + 'static {
    /// Adds what could not be written.
    fn take_back(&mut self, left: Self);
}

/// Gathers while it lives; it writes the last when it is dropped.
pub struct WriteBuffer<G: Buffered> {
    shared: Arc<Shared<G>>,
    worker: Worker,
}

struct Shared<G> {
    gathered: Mutex<G>,
    /// One writes at a time, so that whoever has waited knows that everything before is written.
    writing: Mutex<()>,
    write: Box<Write<G>>,
}

/// Writes what was gathered; after an error it leaves what is not written.
type Write<G> = dyn Fn(&mut G) -> anyhow::Result<()> + Send + Sync;

impl<G: Buffered> WriteBuffer<G> {
    /// Starts; `write` leaves what it has not written when it fails.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(
        name: &'static str,
        every: Duration,
        write: impl Fn(&mut G) -> anyhow::Result<()> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            gathered: Mutex::default(),
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

    /// Counts something.
    pub fn add(&self, count: impl FnOnce(&mut G)) {
        count(&mut self.shared.gathered.lock());
    }

    /// Writes what was gathered.
    ///
    /// # Errors
    /// Why it could not be written; it stays gathered then.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.shared.write()
    }
}

impl<G: Buffered> Drop for WriteBuffer<G> {
    fn drop(&mut self) {
        // By its own thread: a database that hangs must not keep the stop waiting.
        self.worker.stop_after_a_turn();
    }
}

impl<G: Buffered> Shared<G> {
    fn write_or_log(&self) {
        if let Err(error) = self.write() {
            let cause = format!("{error:#}");
            tracing::warn!(cause, "what was counted is not written yet");
        }
    }

    fn write(&self) -> anyhow::Result<()> {
        let _turn = self.writing.lock();
        let mut gathered = std::mem::take(&mut *self.gathered.lock());
        let written = (self.write)(&mut gathered);
        if written.is_err() {
            self.gathered.lock().take_back(gathered);
        }
        written
    }
}
