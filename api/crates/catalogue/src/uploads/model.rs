//! The columns of an import, and its representation in the API.

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_db::schema::imports;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::states::{ImportState, ImportUndo, Problem, Start};
use crate::import::field_changes::{ChangeTotals, FieldChanges};
use crate::import::store::ImportSummary;

/// Progress of an import.
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
    pub warnings: i64,
}

impl Progress {
    /// The progress after another batch.
    pub fn with(self, summary: ImportSummary) -> Self {
        let sum = |count: i64, more: u64| count.saturating_add_unsigned(more);
        Self {
            added: sum(self.added, summary.new),
            updated: sum(self.updated, summary.updated),
            unchanged: sum(self.unchanged, summary.unchanged),
            kept_works: sum(self.kept_works, summary.kept_works),
            kept_fields: sum(self.kept_fields, summary.kept_fields),
            ..self
        }
    }
}

/// A row of `imports`.
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
    pub undo: ImportUndo,
    pub options: String,
    pub changes: String,
}

impl ImportRow {
    /// A new import, which waits for its file.
    pub fn new(actor: &Actor, name: String, size: i64) -> Self {
        Self {
            id: actor.next_id(),
            name,
            size,
            received: 0,
            sha256: String::new(),
            dry_run: false,
            state: ImportState::Receiving,
            problem: String::new(),
            cancelling: false,
            kept: true,
            node: 0,
            beat_at: actor.now,
            progress: Progress::default(),
            operator: actor.name().to_owned(),
            created_at: actor.now,
            started_at: None,
            finished_at: None,
            overrides: false,
            undo: ImportUndo::None,
            options: String::new(),
            changes: String::new(),
        }
    }

    /// An import by the command line, which has begun. It counts as interrupted until it ends.
    pub fn of_command(actor: &Actor, id: i64, name: String) -> Self {
        Self {
            id,
            received: 1,
            state: ImportState::Failed,
            problem: Problem::Interrupted.as_str().to_owned(),
            kept: false,
            started_at: Some(actor.now),
            undo: ImportUndo::Open,
            ..Self::new(actor, name, 1)
        }
    }

    /// Whether its file cannot be read however often it is started.
    pub fn is_unreadable(&self) -> bool {
        let lasting = [Problem::Damaged, Problem::Missing, Problem::Format];
        lasting
            .iter()
            .any(|problem| problem.as_str() == self.problem)
    }
}

impl ImportRow {
    /// What starting it now does, or 422.
    pub fn start(&self, dry_run: bool) -> Result<Start, ApiError> {
        let reject = |text: &'static str| Err(ApiError::with_message(ErrorKind::ImportState, text));
        if matches!(self.undo, ImportUndo::Begun | ImportUndo::Done) {
            return reject("该导入已经撤销");
        }
        match self.state {
            ImportState::Queued | ImportState::Running => Ok(Start::Already),
            ImportState::Done if !self.dry_run || dry_run => reject("该文件已经导入完成"),
            _ if !self.kept => reject("文件已删除，请重新上传"),
            _ if self.received < self.size => reject("文件还没有传完"),
            ImportState::Cancelled | ImportState::Failed if self.dry_run == dry_run => {
                Ok(Start::Resume)
            }
            _ => Ok(Start::FromBeginning),
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
    /// Bytes of the file.
    #[schema(minimum = 1, example = 1048576)]
    pub size: i64,
    /// The offset of the next part.
    pub received: Count,
    /// In hex; empty before the first start.
    #[schema(max_length = 64, example = "")]
    pub sha256: String,
    /// 1 if nothing is written.
    pub dry_run: Bit,
    /// State.
    pub state: ImportState,
    /// Why it failed: `interrupted`, `damaged`, `missing`, `format`, `storage` or `database`; or empty.
    #[schema(max_length = 16, example = "")]
    pub problem: String,
    /// 1 if it is stopping.
    pub cancelling: Bit,
    /// 1 while the file exists.
    pub kept: Bit,
    /// Bytes read.
    pub read_bytes: Count,
    /// Lines read.
    pub lines: Count,
    /// Works added.
    pub new: Count,
    /// Works changed.
    pub updated: Count,
    /// Works that did not change.
    pub unchanged: Count,
    /// Invalid lines.
    pub refused: Count,
    /// Changed works that keep fields set by operators.
    pub kept_works: Count,
    /// How many such fields.
    pub kept_fields: Count,
    /// Listed with the rejected lines.
    pub warnings: Count,
    /// 1 if fields set by operators are replaced.
    pub override_curated: Bit,
    /// Whether it can be undone.
    pub undo: ImportUndo,
    /// Of a dry run; missing in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 21)]
    pub changes: Vec<FieldChanges>,
    /// Lines per second.
    pub rate: Count,
    /// Who uploaded it.
    #[schema(example = "wang-yuanshan", max_length = 32)]
    pub operator: String,
    /// Start of the upload.
    pub create_time: Time,
    /// Start of the import, or empty.
    #[schema(example = "2026-11-20 08:00:10")]
    pub start_time: String,
    /// End of the import, or empty.
    #[schema(example = "")]
    pub end_time: String,
}

impl Import {
    /// The import in a list.
    pub(super) fn listed(row: ImportRow) -> Self {
        Self {
            changes: Vec::new(),
            ..row.into()
        }
    }
}

impl From<ImportRow> for Import {
    fn from(row: ImportRow) -> Self {
        let progress = row.progress;
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
            read_bytes: Count(progress.read_bytes),
            lines: Count(progress.lines),
            new: Count(progress.added),
            updated: Count(progress.updated),
            unchanged: Count(progress.unchanged),
            refused: Count(progress.refused),
            kept_works: Count(progress.kept_works),
            kept_fields: Count(progress.kept_fields),
            warnings: Count(progress.warnings),
            override_curated: Bit(row.overrides),
            undo: row.undo,
            changes: ChangeTotals::stored(&row.changes).into_fields(),
            rate: Count(progress.rate),
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
    use yingku_base::enums::parse_enum;

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
            undo: ImportUndo::None,
            options: String::new(),
            changes: String::new(),
        }
    }

    #[test]
    fn every_state_has_its_value() {
        for state in [
            ImportState::Receiving,
            ImportState::Queued,
            ImportState::Running,
            ImportState::Done,
            ImportState::Cancelled,
            ImportState::Failed,
        ] {
            assert_eq!(parse_enum(state.as_str()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

    #[test]
    fn interrupted_uploads_resume_and_a_checked_file_can_be_imported() {
        let begins = |row: &ImportRow, dry_run| row.start(dry_run).map_err(|error| error.kind);
        assert_eq!(
            begins(&row(ImportState::Receiving), true),
            Ok(Start::FromBeginning)
        );
        assert_eq!(begins(&row(ImportState::Queued), false), Ok(Start::Already));
        assert_eq!(begins(&row(ImportState::Failed), false), Ok(Start::Resume));
        assert_eq!(
            begins(&row(ImportState::Cancelled), true),
            Ok(Start::FromBeginning)
        );
        let state = Err(ErrorKind::ImportState);
        assert_eq!(begins(&row(ImportState::Done), false), state);
        let checked = ImportRow {
            dry_run: true,
            ..row(ImportState::Done)
        };
        assert_eq!(begins(&checked, false), Ok(Start::FromBeginning));
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
        let undone = ImportRow {
            undo: ImportUndo::Begun,
            ..row(ImportState::Failed)
        };
        assert_eq!(begins(&undone, false), state);
    }
}
