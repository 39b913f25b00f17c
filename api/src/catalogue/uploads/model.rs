//! States of an import, and what operators are shown of it.

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::time::format_shanghai;
use crate::base::values::{Bit, Count, Id, Time};
use crate::catalogue::import::store::Tally;
use crate::db::schema::imports;
use crate::http::error::{ApiError, ErrorKind};
use crate::word_enum;

word_enum! {
    /// Where an import stands.
    pub enum ImportState {
        /// Parts of the file are awaited.
        Receiving = "receiving",
        /// It waits for its turn.
        Queued = "queued",
        /// Its lines are read.
        Running = "running",
        /// Every line was read.
        Done = "done",
        /// An operator has stopped it; what was written stays.
        Cancelled = "cancelled",
        /// It broke off; what was written stays.
        Failed = "failed",
    } else Failed
}

word_enum! {
    /// Why an import failed.
    pub enum Problem {
        /// The service stopped.
        Interrupted = "interrupted",
        /// The file cannot be read to its end.
        Damaged = "damaged",
        /// The file is not there.
        Missing = "missing",
        /// The list of refused lines cannot be written.
        Storage = "storage",
        /// The database refuses.
        Database = "database",
    }
}

/// How an import ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// At the end of its file.
    Done,
    /// Because an operator wants it.
    Cancelled,
    /// By itself.
    Failed(Problem),
}

impl Ending {
    /// The state it is in then.
    pub const fn state(self) -> ImportState {
        match self {
            Self::Done => ImportState::Done,
            Self::Cancelled => ImportState::Cancelled,
            Self::Failed(_) => ImportState::Failed,
        }
    }

    /// The word of its problem, or nothing.
    pub const fn problem(self) -> &'static str {
        match self {
            Self::Failed(problem) => problem.word(),
            Self::Done | Self::Cancelled => "",
        }
    }
}

/// How far an import is.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset,
)]
#[diesel(table_name = imports, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct Progress {
    pub read_bytes: i64,
    pub lines: i64,
    pub added: i64,
    pub updated: i64,
    pub unchanged: i64,
    pub refused: i64,
    pub refused_bytes: i64,
    pub rate: i64,
    pub kept_works: i64,
    pub kept_fields: i64,
}

impl Progress {
    /// With what became of some records more.
    pub fn with(self, tally: Tally) -> Self {
        let sum = |count: i64, more: u64| count.saturating_add_unsigned(more);
        Self {
            added: sum(self.added, tally.new),
            updated: sum(self.updated, tally.updated),
            unchanged: sum(self.unchanged, tally.unchanged),
            kept_works: sum(self.kept_works, tally.kept_works),
            kept_fields: sum(self.kept_fields, tally.kept_fields),
            ..self
        }
    }
}

/// An import as the database keeps it.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = imports, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ImportRow {
    pub id: i64,
    pub name: String,
    pub size: i64,
    pub received: i64,
    pub sha256: String,
    pub dry_run: bool,
    pub state: ImportState,
    pub problem: String,
    pub cancelling: bool,
    pub kept: bool,
    pub node: i16,
    pub beat_at: i64,
    #[diesel(embed)]
    pub progress: Progress,
    pub operator: String,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub overrides: bool,
}

/// What starting an import means for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// It begins at the first line.
    Anew,
    /// It goes on where it was left.
    On,
    /// It is at work, or about to be.
    Already,
}

impl ImportRow {
    /// What it means to start it now.
    pub fn begin(&self, dry_run: bool) -> Result<Begin, ApiError> {
        let refuse = |text: &'static str| Err(ApiError::with_message(ErrorKind::ImportState, text));
        match self.state {
            ImportState::Queued | ImportState::Running => Ok(Begin::Already),
            ImportState::Done if !self.dry_run || dry_run => refuse("该文件已经导入完成"),
            _ if !self.kept => refuse("文件已删除，请重新上传"),
            _ if self.received < self.size => refuse("文件还没有传完"),
            ImportState::Cancelled | ImportState::Failed if self.dry_run == dry_run => {
                Ok(Begin::On)
            }
            _ => Ok(Begin::Anew),
        }
    }
}

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// The id.
    pub id: Id,
    /// Name of the file.
    #[schema(example = "films.ndjson.gz", max_length = 200)]
    pub name: String,
    /// Its bytes.
    #[schema(minimum = 1, example = 1048576)]
    pub size: i64,
    /// Bytes of it that are here: where the next part begins.
    pub received: Count,
    /// SHA-256 of the whole file in hex; empty before the first start.
    #[schema(max_length = 64, example = "")]
    pub sha256: String,
    /// 1 when lines are checked and nothing is written.
    pub dry_run: Bit,
    /// Where it stands.
    pub state: ImportState,
    /// Why it failed: `interrupted`, `damaged`, `missing`, `storage` or `database`; or empty.
    #[schema(max_length = 16, example = "")]
    pub problem: String,
    /// 1 when it stops after the batch in hand.
    pub cancelling: Bit,
    /// 1 while the file is kept, so that it can be started.
    pub kept: Bit,
    /// Bytes of the file that are read.
    pub read_bytes: Count,
    /// Lines that are read.
    pub lines: Count,
    /// Works that were not there.
    pub new: Count,
    /// Works that changed.
    pub updated: Count,
    /// Works that were the same.
    pub unchanged: Count,
    /// Lines that are refused.
    pub refused: Count,
    /// Changed works of which fields stay as operators have set them.
    pub kept_works: Count,
    /// These fields.
    pub kept_fields: Count,
    /// 1 when fields that operators have set follow the lines, too.
    pub override_curated: Bit,
    /// Lines a second.
    pub rate: Count,
    /// Who uploads it.
    #[schema(example = "wang-yuanshan", max_length = 32)]
    pub operator: String,
    /// When the upload began.
    pub create_time: Time,
    /// When reading began, or empty.
    #[schema(example = "2026-11-20 08:00:10")]
    pub start_time: String,
    /// When it ended, or empty.
    #[schema(example = "")]
    pub end_time: String,
}

impl From<ImportRow> for Import {
    fn from(row: ImportRow) -> Self {
        let Progress {
            read_bytes,
            lines,
            added,
            updated,
            unchanged,
            refused,
            refused_bytes: _,
            rate,
            kept_works,
            kept_fields,
        } = row.progress;
        Self {
            id: Id(row.id),
            state: row.state,
            name: row.name,
            size: row.size,
            received: Count(row.received),
            sha256: row.sha256,
            dry_run: Bit(row.dry_run),
            problem: row.problem,
            cancelling: Bit(row.cancelling),
            kept: Bit(row.kept),
            read_bytes: Count(read_bytes),
            lines: Count(lines),
            new: Count(added),
            updated: Count(updated),
            unchanged: Count(unchanged),
            refused: Count(refused),
            kept_works: Count(kept_works),
            kept_fields: Count(kept_fields),
            override_curated: Bit(row.overrides),
            rate: Count(rate),
            operator: row.operator,
            create_time: Time(row.created_at),
            start_time: row.started_at.map(format_shanghai).unwrap_or_default(),
            end_time: row.finished_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::enums::from_word;

    fn row(state: ImportState) -> ImportRow {
        ImportRow {
            id: 1,
            name: "films.ndjson".to_owned(),
            size: 10,
            received: 10,
            sha256: String::new(),
            dry_run: false,
            state,
            problem: String::new(),
            cancelling: false,
            kept: true,
            node: 0,
            beat_at: 0,
            progress: Progress::default(),
            operator: "wang-yuanshan".to_owned(),
            created_at: 0,
            started_at: None,
            finished_at: None,
            overrides: false,
        }
    }

    #[test]
    fn every_state_has_its_word() {
        for state in [
            ImportState::Receiving,
            ImportState::Queued,
            ImportState::Running,
            ImportState::Done,
            ImportState::Cancelled,
            ImportState::Failed,
        ] {
            assert_eq!(from_word(state.word()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.word());
        }
    }

    #[test]
    fn what_was_left_goes_on_and_a_checked_file_can_be_imported() {
        let begins = |row: &ImportRow, dry_run| row.begin(dry_run).map_err(|error| error.kind);
        assert_eq!(begins(&row(ImportState::Receiving), true), Ok(Begin::Anew));
        assert_eq!(begins(&row(ImportState::Queued), false), Ok(Begin::Already));
        assert_eq!(begins(&row(ImportState::Failed), false), Ok(Begin::On));
        assert_eq!(begins(&row(ImportState::Cancelled), true), Ok(Begin::Anew));
        let state = Err(ErrorKind::ImportState);
        assert_eq!(begins(&row(ImportState::Done), false), state);
        let checked = ImportRow {
            dry_run: true,
            ..row(ImportState::Done)
        };
        assert_eq!(begins(&checked, false), Ok(Begin::Anew));
        assert_eq!(begins(&checked, true), state);
        let part = ImportRow {
            received: 9,
            ..row(ImportState::Receiving)
        };
        assert_eq!(begins(&part, false), state);
        let gone = ImportRow {
            kept: false,
            ..row(ImportState::Failed)
        };
        assert_eq!(begins(&gone, false), state);
    }
}
