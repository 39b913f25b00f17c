//! The columns of a film's job.

use std::path::PathBuf;

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_db::schema::film_jobs;

use super::states::JobState;
use crate::kinds::Channel;

/// A row of `film_jobs`.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = film_jobs, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct FilmJob {
    pub id: i64,
    pub work_id: Option<i64>,
    #[diesel(embed)]
    pub film: Film,
    pub state: JobState,
    pub problem: String,
    pub cancelling: bool,
    pub progress: i16,
    pub run: i64,
    pub beat_at: i64,
    pub online_before: Option<i16>,
    pub was_curated: bool,
    pub operator: String,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
}

/// A film to add.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = film_jobs, treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct Film {
    /// The number of its work, as somebody has written it, or its id; empty if the name of the file has none.
    pub number: String,
    /// The channel of the work, if several have the number.
    pub channel: Option<Channel>,
    /// The file.
    pub path: String,
    /// A JSON list of files with its subtitles.
    pub subtitles: String,
    /// Whether it takes the place of the film that the work has.
    pub replaces: bool,
}

impl Film {
    /// The files with its subtitles.
    pub fn subtitles(&self) -> Vec<PathBuf> {
        serde_json::from_str(&self.subtitles).unwrap_or_default()
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        file_name(&self.path)
    }
}

/// The name of the file at a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

impl FilmJob {
    /// A job that waits.
    pub fn new(actor: &Actor, film: Film) -> Self {
        Self {
            id: actor.next_id(),
            work_id: None,
            film,
            state: JobState::Waiting,
            problem: String::new(),
            cancelling: false,
            progress: 0,
            run: 0,
            beat_at: actor.now,
            online_before: None,
            was_curated: false,
            operator: actor.name().to_owned(),
            created_at: actor.now,
            started_at: None,
            finished_at: None,
        }
    }
}

/// How a run of a film's job ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilmOutcome {
    /// The work is online.
    Done,
    /// It failed, for this reason.
    Failed(String),
    /// It was stopped, for this reason, if any.
    Cancelled(&'static str),
    /// It was interrupted and is to begin again.
    Waiting,
}

impl FilmOutcome {
    /// The state then.
    pub const fn state(&self) -> JobState {
        match self {
            Self::Done => JobState::Done,
            Self::Failed(_) => JobState::Failed,
            Self::Cancelled(_) => JobState::Cancelled,
            Self::Waiting => JobState::Waiting,
        }
    }

    /// The reason, or empty.
    pub fn problem(&self) -> &str {
        match self {
            Self::Failed(problem) => problem,
            Self::Cancelled(problem) => problem,
            Self::Done | Self::Waiting => "",
        }
    }
}
