//! The states of an import, and how it ends.

use yingku_base::string_enum;

string_enum! {
    /// State of an import.
    pub enum ImportState {
        /// Waiting for parts of the file.
        Receiving = "receiving",
        /// Waiting in the queue.
        Queued = "queued",
        /// Reading lines.
        Running = "running",
        /// All lines were read.
        Done = "done",
        /// Stopped by an operator; what was written stays.
        Cancelled = "cancelled",
        /// Failed; what was written stays.
        Failed = "failed",
    } else Failed
}

/// A running import that has not said so for this long was killed, seconds.
pub const STALE_AFTER: i64 = 120;

string_enum! {
    /// Why an import failed.
    pub enum Problem {
        /// The service stopped.
        Interrupted = "interrupted",
        /// The file cannot be read to its end.
        Damaged = "damaged",
        /// The file does not exist.
        Missing = "missing",
        /// The first line is not a JSON object.
        Format = "format",
        /// The list of rejected lines cannot be written.
        Storage = "storage",
        /// The database fails.
        Database = "database",
    }
}

string_enum! {
    /// Whether an import can be undone.
    pub enum ImportUndo {
        /// It has changed nothing, or more than 30 days ago.
        None = "none",
        /// It can be.
        Open = "open",
        /// It is being undone.
        Begun = "begun",
        /// It is undone.
        Done = "done",
    } else None
}

string_enum! {
    /// What became of a work when an import was undone.
    pub enum UndoOutcome {
        /// It is deleted.
        Deleted = "deleted",
        /// It is hidden, because it was used or changed since.
        Hidden = "hidden",
        /// It is as it was before the import.
        Restored = "restored",
        /// It was changed since, and stays.
        Kept = "kept",
    }
}

/// The outcome of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOutcome {
    /// The file was read to its end.
    Done,
    /// An operator stopped it.
    Cancelled,
    /// It failed.
    Failed(Problem),
}

impl ImportOutcome {
    /// The final state.
    pub const fn state(self) -> ImportState {
        match self {
            Self::Done => ImportState::Done,
            Self::Cancelled => ImportState::Cancelled,
            Self::Failed(_) => ImportState::Failed,
        }
    }

    /// The string of the problem, or empty.
    pub const fn problem(self) -> &'static str {
        match self {
            Self::Failed(problem) => problem.as_str(),
            Self::Done | Self::Cancelled => "",
        }
    }
}

/// The result of stopping an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// It has stopped, or will after the current batch.
    Yes,
    /// It has stopped or was abandoned, and its file can be deleted.
    WithItsFile,
    /// It had already ended.
    Ended,
    /// It is done and cannot be stopped.
    Done,
}

/// What starting an import does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Starts at the first line.
    FromBeginning,
    /// Continues at the next line.
    Resume,
    /// Nothing: it is queued or running.
    Already,
}
