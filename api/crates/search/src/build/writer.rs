//! The index writer.
//!
//! tantivy's writer is unreliable after an error: later commits apply deletions but lose additions. So it is dropped at
//! the first error, and every operation fails until [`IndexWriterHandle::reopen`] has rolled back to the last commit.

use std::fs::File;
use std::sync::Arc;

use tantivy::{Index, IndexWriter, TantivyDocument, TantivyError, Term};

use crate::build::builds::mark_of;
use crate::build::shared::Shared;
use crate::error::IndexError;
use crate::query::basis::Basis;
use crate::query::live::Live;
use crate::schema::work::IndexedWork;
use crate::schema::{Fields, settings};

/// Minimum memory of tantivy per thread, bytes.
const MIN_MEMORY: usize = 15_000_000;

/// The only writer of an index. Nothing is visible or durable before [`IndexWriterHandle::commit`].
pub struct IndexWriterHandle {
    shared: Arc<Shared>,
    memory: usize,
    threads: usize,
    fields: Fields,
    writer: Option<IndexWriter>,
    /// The new build during a rebuild.
    side: Option<Side>,
    failed: bool,
    /// Locked until this is dropped.
    _lock: File,
}

struct Side {
    name: String,
    index: Index,
}

impl IndexWriterHandle {
    pub(crate) fn new(
        shared: Arc<Shared>,
        lock: File,
        memory: usize,
        threads: usize,
    ) -> Result<Self, IndexError> {
        shared.sweep();
        let threads = threads.clamp(1, 8);
        let memory = memory.max(MIN_MEMORY * threads);
        let mut handle = Self {
            shared,
            memory,
            threads,
            fields: Fields::new(),
            writer: None,
            side: None,
            failed: false,
            _lock: lock,
        };
        let live = handle.shared.live();
        if live.build.is_some() {
            handle.writer = Some(handle.writer_of(&live.index)?);
        }
        Ok(handle)
    }

    /// Adds or replaces a work. Fails with [`IndexError::NotBuilt`] before the first rebuild and after a failure.
    pub fn put(&mut self, work: &IndexedWork) -> Result<(), IndexError> {
        // A rebuild adds each work once, so nothing needs replacing.
        if self.side.is_none() {
            self.remove(work.id)?;
        }
        self.put_new(work)
    }

    /// Adds a work that is not in the index.
    pub fn put_new(&mut self, work: &IndexedWork) -> Result<(), IndexError> {
        let document = self.fields.document(work);
        self.attempt(|writer| writer.add_document(document).map(|_| ()))
    }

    /// Removes a work.
    pub fn remove(&mut self, id: i64) -> Result<(), IndexError> {
        let term = Term::from_field_i64(self.fields.id, id);
        self.attempt(|writer| {
            writer.delete_term(term);
            Ok(())
        })
    }

    /// Starts a new build next to the live one; later writes go to it.
    pub fn start_rebuild(&mut self) -> Result<(), IndexError> {
        self.abandon();
        let name = format!("build-{}", uuid::Uuid::new_v4().simple());
        let folder = self.shared.dir.join(&name);
        std::fs::create_dir_all(&folder)?;
        let builder = Index::builder()
            .schema(self.fields.schema.clone())
            .settings(settings());
        let mut index = builder.open_or_create(
            self.shared
                .storage
                .directory(&folder)
                .map_err(tantivy::TantivyError::from)?,
        )?;
        index.set_tokenizers(crate::schema::tokenizers());
        self.writer = Some(self.writer_of(&index)?);
        self.side = Some(Side { name, index });
        self.failed = false;
        Ok(())
    }

    /// Makes everything written so far durable and visible, with every change up to `mark`. After
    /// [`IndexWriterHandle::start_rebuild`] it also swaps the builds. After an error nothing is visible.
    pub fn commit(&mut self, mark: i64) -> Result<(), IndexError> {
        self.commit_as(mark, Basis::Works)
    }

    /// [`IndexWriterHandle::commit`] of works of which only counters have changed.
    pub fn commit_counters(&mut self, mark: i64) -> Result<(), IndexError> {
        self.commit_as(mark, Basis::Counters)
    }

    fn commit_as(&mut self, mark: i64, changed: Basis) -> Result<(), IndexError> {
        let payload = self.shared.payload(mark);
        self.attempt(|writer| {
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(&payload);
            commit.commit().map(|_| ())
        })?;
        let shown = match self.side.take() {
            None => self.shared.refresh(changed),
            Some(side) => self.swap(side),
        };
        if shown.is_err() {
            self.abandon();
        }
        shown
    }

    fn swap(&self, side: Side) -> Result<(), IndexError> {
        let build = self.shared.dir.join(&side.name);
        let live = Live::new(side.index, Some(build))?;
        self.shared.swap(&side.name, live)?;
        self.shared.sweep();
        Ok(())
    }

    /// Whether an operation has failed, so that [`IndexWriterHandle::reopen`] is needed.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Drops what is not committed, and an unfinished build.
    pub fn abandon(&mut self) {
        (self.writer, self.side, self.failed) = (None, None, true);
        self.shared.sweep();
    }

    /// Rolls back to the last commit of the live build and returns its outbox position; `None` if there is no build.
    /// Retry it after an error.
    pub fn reopen(&mut self) -> Result<Option<i64>, IndexError> {
        self.abandon();
        let live = self.shared.live();
        let mark = match live.build {
            None => None,
            Some(_) => {
                let mark = mark_of(&live.index, &self.shared.catalogue)?;
                let writer = self.writer_of(&live.index)?;
                // A failed commit may be durable but not visible yet.
                self.shared.refresh(Basis::Works)?;
                self.writer = Some(writer);
                Some(mark)
            }
        };
        self.failed = false;
        Ok(mark)
    }

    /// Runs a step of the writer; an error drops the writer.
    fn attempt<T>(
        &mut self,
        step: impl FnOnce(&mut IndexWriter) -> tantivy::Result<T>,
    ) -> Result<T, IndexError> {
        let writer = self.writer.as_mut().ok_or(IndexError::NotBuilt)?;
        match step(writer) {
            Ok(done) => Ok(done),
            Err(error) => {
                let error = cause(writer, error);
                self.abandon();
                Err(error.into())
            }
        }
    }

    fn writer_of(&self, index: &Index) -> Result<IndexWriter<TantivyDocument>, IndexError> {
        Ok(index.writer_with_num_threads(self.threads, self.memory)?)
    }
}

/// The cause of a failed worker thread, which only the next commit reports.
fn cause(writer: &mut IndexWriter, error: TantivyError) -> TantivyError {
    match error {
        TantivyError::ErrorInThread(_) => writer.prepare_commit().err().unwrap_or(error),
        error => error,
    }
}
