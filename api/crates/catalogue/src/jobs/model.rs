//! The jobs of the console: imports and films in one list.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Bit, Id, Time};
use yingku_http_kit::error::ApiError;

use super::film_job::FilmJob;
use super::states::JobState;
use crate::import::record::MAX_NUMBER_CHARS;
use crate::uploads::model::ImportRow;
use crate::uploads::states::{ImportState, ImportUndo, STALE_AFTER};
use crate::uploads::undo::UNDO_PERIOD;

/// Most jobs of one change.
const MAX_CHANGED: usize = 100;

string_enum! {
    /// Kind of a job.
    pub enum JobKind {
        /// An import.
        Import = "import",
        /// A film that becomes a stream.
        Film = "film",
    }
}

string_enum! {
    /// A change of jobs.
    pub enum JobStep {
        /// Cancels waiting and running films.
        Cancel = "cancel",
        /// Queues failed and cancelled films again.
        Again = "again",
        /// Deletes the records of ended jobs.
        Delete = "delete",
    }
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct JobsFilter {
    /// Only jobs in this state.
    #[param(inline)]
    pub state: Option<JobState>,
}

/// A change of several jobs.
#[derive(Debug, Deserialize, ToSchema)]
pub struct JobsForm {
    /// Ids of the jobs.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Id>,
    /// The change.
    pub step: JobStep,
    /// Number or id of the work of films run again.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub number: String,
    /// Whether they replace the work's film.
    #[serde(default)]
    pub replaces: bool,
}

/// A checked change of jobs.
#[derive(Debug)]
pub struct JobsChange {
    /// Ids of the jobs.
    pub ids: Vec<i64>,
    /// The change.
    pub step: JobStep,
    /// Where films belong that run again.
    pub target: FilmTarget,
}

/// Where films belong that run again.
#[derive(Debug)]
pub struct FilmTarget {
    /// The number of the work, as somebody has written it, or its id; empty to leave each where it belongs.
    pub number: String,
    /// Whether they may take the place of the film that the work has.
    pub replaces: bool,
}

impl JobsForm {
    /// Checks the form.
    pub fn parse(self) -> Result<JobsChange, ApiError> {
        if !(1..=MAX_CHANGED).contains(&self.ids.len()) {
            return Err(ApiError::bad_request("一次最多处理100个任务"));
        }
        let number = self.number.trim();
        if number.chars().count() > MAX_NUMBER_CHARS || number.contains('\0') {
            return Err(ApiError::bad_request("番号最多64个字，不能含有特殊字符"));
        }
        Ok(JobsChange {
            ids: self.ids.iter().map(|id| id.0).collect(),
            step: self.step,
            target: FilmTarget {
                number: number.to_owned(),
                replaces: self.replaces,
            },
        })
    }
}

/// A job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// The id.
    pub id: Id,
    /// The kind.
    pub kind: JobKind,
    /// Name of the file.
    #[schema(max_length = 255, example = "ABC-123.mkv")]
    pub name: String,
    /// Number of the work of a film.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 64, example = "ABC-123")]
    pub number: String,
    /// The state.
    pub state: JobState,
    /// 1 if it is stopping.
    pub cancelling: Bit,
    /// Percent; missing if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 100)]
    pub progress: Option<i64>,
    /// Why it failed; of an import as in `Import`.
    #[schema(max_length = 300, example = "")]
    pub problem: String,
    /// What can be done with it.
    #[schema(max_items = 3)]
    pub steps: Vec<JobStep>,
    /// Who created it.
    #[schema(example = "wang-yuanshan", max_length = 32)]
    pub operator: String,
    /// When it was created.
    pub create_time: Time,
    /// When it began, or empty.
    #[schema(example = "2026-11-20 08:00:10")]
    pub start_time: String,
    /// When it ended, or empty.
    #[schema(example = "")]
    pub end_time: String,
}

impl Job {
    /// The job of a film.
    pub fn of_film(row: FilmJob) -> Self {
        let is_running = row.state == JobState::Running;
        let steps = match row.state {
            JobState::Running if row.cancelling => vec![],
            JobState::Waiting | JobState::Running => vec![JobStep::Cancel],
            JobState::Failed | JobState::Cancelled => vec![JobStep::Again, JobStep::Delete],
            JobState::Done => vec![JobStep::Delete],
        };
        Self {
            id: Id(row.id),
            kind: JobKind::Film,
            name: row.film.name().to_owned(),
            number: row.film.number,
            state: row.state,
            cancelling: Bit(row.cancelling),
            progress: is_running.then_some(i64::from(row.progress)),
            problem: row.problem,
            steps,
            operator: row.operator,
            create_time: Time(row.created_at),
            start_time: row.started_at.map(format_shanghai).unwrap_or_default(),
            end_time: row.finished_at.map(format_shanghai).unwrap_or_default(),
        }
    }

    /// The job of an import at `now`, seconds.
    pub fn of_import(row: ImportRow, now: i64) -> Self {
        let is_command = is_running_command(&row, now);
        let state = state_of(&row, is_command);
        let is_running = row.state == ImportState::Running && row.size > 0;
        let percent = || (row.progress.read_bytes.saturating_mul(100) / row.size).clamp(0, 100);
        Self {
            id: Id(row.id),
            kind: JobKind::Import,
            state,
            cancelling: Bit(row.cancelling),
            progress: is_running.then(percent),
            steps: steps_of(&row, state, now),
            number: String::new(),
            problem: match is_command {
                true => String::new(),
                false => row.problem,
            },
            name: row.name,
            operator: row.operator,
            create_time: Time(row.created_at),
            start_time: row.started_at.map(format_shanghai).unwrap_or_default(),
            end_time: row.finished_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}

/// Whether a command runs an import. Its row says that it failed, until it ends.
fn is_running_command(row: &ImportRow, now: i64) -> bool {
    let has_ended = row.state != ImportState::Failed || row.finished_at.is_some();
    !has_ended && !row.kept && row.beat_at >= now - STALE_AFTER
}

fn state_of(row: &ImportRow, is_command: bool) -> JobState {
    match row.state {
        _ if is_command => JobState::Running,
        ImportState::Receiving | ImportState::Queued => JobState::Waiting,
        ImportState::Running => JobState::Running,
        ImportState::Done => JobState::Done,
        ImportState::Cancelled => JobState::Cancelled,
        ImportState::Failed => JobState::Failed,
    }
}

fn steps_of(row: &ImportRow, state: JobState, now: i64) -> Vec<JobStep> {
    match state {
        JobState::Running if row.cancelling => vec![],
        JobState::Waiting | JobState::Running => vec![JobStep::Cancel],
        JobState::Done | JobState::Failed | JobState::Cancelled => {
            let again =
                state != JobState::Done && row.start(row.dry_run).is_ok() && !row.is_unreadable();
            let delete = is_deletable(row, now);
            let steps = [(again, JobStep::Again), (delete, JobStep::Delete)];
            steps
                .into_iter()
                .filter_map(|(can, step)| can.then_some(step))
                .collect()
        }
    }
}

/// Whether an ended import needs no record: what it has changed cannot be undone, and is not recorded any more, since that
/// goes with it.
pub fn is_deletable(row: &ImportRow, now: i64) -> bool {
    match row.undo {
        ImportUndo::None => true,
        ImportUndo::Open | ImportUndo::Begun => false,
        ImportUndo::Done => row
            .finished_at
            .is_some_and(|ended| ended < now - UNDO_PERIOD),
    }
}
