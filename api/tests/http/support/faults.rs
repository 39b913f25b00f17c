//! A directory of the index whose operations fail or hang on demand.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};
use yingku_search::Storage;

/// A file operation of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Creates a file.
    Create,
    /// Writes to a file.
    Write,
    /// Syncs a file to disk.
    Sync,
    /// Replaces a file atomically.
    Replace,
    /// Opens an existing file.
    Open,
}

/// The faults of one kind of operation.
#[derive(Clone, Default)]
pub struct Faults(Arc<(Mutex<Plan>, Condvar)>);

/// The affected operations.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Kinds {
    #[default]
    None,
    One(Step),
    All,
}

#[derive(Default)]
struct Plan {
    kinds: Kinds,
    /// This many of them succeed first.
    good: u32,
    /// Then this many fail, or hang until released.
    bad: u32,
    hangs: bool,
    /// The number of failed or hung ones.
    met: u32,
    /// The last of them.
    last: Option<Step>,
}

impl Faults {
    /// An index with these faults.
    pub fn storage(&self) -> Storage {
        let faults = self.clone();
        Storage::through(move |files| {
            Box::new(Directory {
                files,
                faults: faults.clone(),
            })
        })
    }

    /// After `good` operations of this kind, `bad` of them fail with a full disk.
    pub fn fail(&self, kind: Step, good: u32, bad: u32) {
        self.plan(Kinds::One(kind), good, bad, false);
    }

    /// The `n`-th operation fails with a full disk, whatever its kind.
    pub fn fail_nth(&self, n: u32) {
        self.plan(Kinds::All, n - 1, 1, false);
    }

    /// The next operation of this kind hangs until [`Faults::heal`].
    pub fn hang(&self, kind: Step) {
        self.plan(Kinds::One(kind), 0, u32::MAX, true);
    }

    /// Everything succeeds from now on; returns the number of failed or hung operations.
    pub fn heal(&self) -> u32 {
        self.take_plan().met
    }

    /// [`Faults::heal`], but returns the last failed operation.
    pub fn heal_after(&self) -> Option<Step> {
        self.take_plan().last
    }

    fn take_plan(&self) -> Plan {
        let plan = std::mem::take(&mut *self.0.0.lock().unwrap());
        self.0.1.notify_all();
        plan
    }

    /// Returns when an operation hangs.
    pub fn wait_for_one(&self) {
        let plan = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(plan, |plan| plan.met == 0).unwrap());
    }

    fn plan(&self, kinds: Kinds, good: u32, bad: u32, hangs: bool) {
        *self.0.0.lock().unwrap() = Plan {
            kinds,
            good,
            bad,
            hangs,
            ..Plan::default()
        };
    }

    fn take(&self, kind: Step) -> io::Result<()> {
        let mut plan = self.0.0.lock().unwrap();
        if plan.kinds != Kinds::All && plan.kinds != Kinds::One(kind) {
            return Ok(());
        }
        if plan.good > 0 {
            plan.good -= 1;
            return Ok(());
        }
        if plan.bad == 0 {
            return Ok(());
        }
        plan.bad -= 1;
        plan.met += 1;
        plan.last = Some(kind);
        if plan.hangs {
            self.0.1.notify_all();
            drop(self.0.1.wait_while(plan, |plan| plan.hangs).unwrap());
            return Ok(());
        }
        Err(io::Error::from_raw_os_error(28))
    }
}

#[derive(Clone)]
struct Directory {
    files: MmapDirectory,
    faults: Faults,
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.fmt(f)
    }
}

impl tantivy::Directory for Directory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let wrapped = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        self.faults.take(Step::Open).map_err(wrapped)?;
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let wrapped = |error| OpenWriteError::wrap_io_error(error, path.to_owned());
        self.faults.take(Step::Create).map_err(wrapped)?;
        let file = self.files.open_write(path)?;
        let file = file.into_inner().ok().unwrap();
        let faults = self.faults.clone();
        Ok(io::BufWriter::new(Box::new(Writing { file, faults })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.faults.take(Step::Replace)?;
        self.files.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.faults.take(Step::Sync)?;
        self.files.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.files.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

struct Writing {
    file: Box<dyn TerminatingWrite + Send + Sync>,
    faults: Faults,
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.faults.take(Step::Write)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TerminatingWrite for Writing {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.faults.take(Step::Sync)?;
        self.file.terminate_ref(token)
    }
}
