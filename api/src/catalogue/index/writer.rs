//! Putting works into the index and taking them out.

use std::fs::File;
use std::sync::Arc;

use tantivy::{Index, IndexWriter, TantivyDocument, Term};

use super::schema::{Fields, settings};
use super::store::{Basis, Live, Shared, current_build};
use super::{IndexError, IndexedWork};

/// Least memory tantivy takes for each thread, bytes.
const LEAST_MEMORY: usize = 15_000_000;

/// The one writer of an index. Nothing is seen, or survives a kill, before [`IndexWriterHandle::commit`].
pub struct IndexWriterHandle {
    shared: Arc<Shared>,
    memory: usize,
    threads: usize,
    fields: Fields,
    writer: Option<IndexWriter>,
    /// The build that is being filled, during a rebuild.
    side: Option<Side>,
    /// Held as long as this lives.
    _lock: File,
}

struct Side {
    name: String,
    index: Index,
}

impl IndexWriterHandle {
    pub(super) fn new(
        shared: Arc<Shared>,
        lock: File,
        memory: usize,
        threads: usize,
    ) -> Result<Self, IndexError> {
        shared.sweep();
        let threads = threads.clamp(1, 8);
        let memory = memory.max(LEAST_MEMORY * threads);
        let mut handle = Self {
            shared,
            memory,
            threads,
            fields: Fields::new(),
            writer: None,
            side: None,
            _lock: lock,
        };
        if current_build(&handle.shared.dir).is_some() {
            let index = handle.shared.live().index.clone();
            handle.writer = Some(handle.writer_of(&index)?);
        }
        Ok(handle)
    }

    /// Puts a work, in the place of what was there under its id.
    ///
    /// # Errors
    /// [`IndexError::NotBuilt`] before the first rebuild, or the folder's.
    pub fn put(&mut self, work: &IndexedWork) -> Result<(), IndexError> {
        // A build that is being filled has nothing to replace, and each work comes once.
        if self.side.is_none() {
            self.remove(work.id)?;
        }
        self.put_new(work)
    }

    /// Puts a work whose id was never there.
    ///
    /// # Errors
    /// As [`IndexWriterHandle::put`].
    pub fn put_new(&mut self, work: &IndexedWork) -> Result<(), IndexError> {
        self.writer
            .as_ref()
            .ok_or(IndexError::NotBuilt)?
            .add_document(self.fields.document(work))?;
        Ok(())
    }

    /// Takes a work out.
    ///
    /// # Errors
    /// As [`IndexWriterHandle::put`].
    pub fn remove(&mut self, id: i64) -> Result<(), IndexError> {
        let term = Term::from_field_i64(self.fields.id, id);
        self.writer
            .as_ref()
            .ok_or(IndexError::NotBuilt)?
            .delete_term(term);
        Ok(())
    }

    /// Begins a build beside the one that answers; everything put from now on goes there.
    ///
    /// # Errors
    /// The folder's.
    pub fn start_rebuild(&mut self) -> Result<(), IndexError> {
        self.writer = None;
        self.shared.sweep();
        let name = format!("build-{}", uuid::Uuid::new_v4().simple());
        let folder = self.shared.dir.join(&name);
        std::fs::create_dir_all(&folder)?;
        let builder = Index::builder()
            .schema(self.fields.schema.clone())
            .settings(settings());
        let mut index = builder.create_in_dir(&folder)?;
        index.set_tokenizers(super::schema::tokenizers());
        self.writer = Some(self.writer_of(&index)?);
        self.side = Some(Side { name, index });
        Ok(())
    }

    /// Makes everything put so far durable and visible, as the state that holds every change up to
    /// `mark`. After [`IndexWriterHandle::start_rebuild`] this is also what swaps the builds.
    ///
    /// # Errors
    /// The folder's; nothing is visible then.
    pub fn commit(&mut self, mark: i64) -> Result<(), IndexError> {
        self.commit_as(mark, Basis::Works)
    }

    /// [`IndexWriterHandle::commit`] of works whose counters alone have moved.
    ///
    /// # Errors
    /// As [`IndexWriterHandle::commit`].
    pub fn commit_counters(&mut self, mark: i64) -> Result<(), IndexError> {
        self.commit_as(mark, Basis::Counters)
    }

    fn commit_as(&mut self, mark: i64, changed: Basis) -> Result<(), IndexError> {
        let payload = self.shared.payload(mark);
        let writer = self.writer.as_mut().ok_or(IndexError::NotBuilt)?;
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        match self.side.take() {
            None => self.shared.refresh(changed),
            Some(side) => {
                self.shared.swap(&side.name, Live::new(side.index)?)?;
                self.shared.sweep();
                Ok(())
            }
        }
    }

    fn writer_of(&self, index: &Index) -> Result<IndexWriter<TantivyDocument>, IndexError> {
        Ok(index.writer_with_num_threads(self.threads, self.memory)?)
    }
}
