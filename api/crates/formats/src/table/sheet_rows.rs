//! How the rows of a sheet are read: by what their columns mean, or as the table `mac_vod` of MacCMS, which Navicat and phpMyAdmin
//! also export as workbooks.

use super::guess::plan;
use super::header::{MAX_HEADER_ROW, unique};
use super::json::SCENES;
use super::mapping::Mapping;
use super::rows::Rows;
use super::sheet::Row;
use crate::entry::{Entry, Place};
use crate::error::Error;
use crate::maccms::rows::{entry_of, has_names, names_channel};
use crate::options::Options;
use crate::stash;
use crate::values::channel::channel;

/// How the rows of a sheet are read.
pub(super) enum SheetRows {
    Works(Rows),
    Films(FilmRows),
    /// Scenes of Stash, and the channel of those that name none.
    Scenes(Option<String>),
}

impl SheetRows {
    /// Of a sheet that begins with `sample`, and the index of the last row with names of columns.
    pub(super) fn of(sample: &[Vec<String>], options: &Options) -> Result<(Self, usize), Error> {
        let first = sample.iter().take(MAX_HEADER_ROW);
        if let Some(header) = first.clone().position(|row| has_names(row)) {
            let films = FilmRows::new(sample, header, options)?;
            return Ok((Self::Films(films), header));
        }
        if first.clone().next().is_some_and(|row| *row == [SCENES]) {
            return Ok((Self::Scenes(options.channel.clone()), 0));
        }
        let plan = plan(sample, options)?;
        let header = plan.header;
        Ok((Self::Works(Rows::new(plan)), header))
    }

    /// The entry of a row; `None` for an empty one.
    pub(super) fn entry(&self, place: Place, row: &Row) -> Option<Entry> {
        match self {
            Self::Works(rows) => rows.entry(place, &row.cells),
            Self::Films(films) => films.entry(place, row),
            Self::Scenes(channel) => {
                let scene = row.cells.first()?.display();
                let scene = serde_json::from_str(&scene).ok()?;
                Some(stash::entry(&scene, row.number, channel.as_deref()))
            }
        }
    }

    /// What the columns mean, if it is not clear by itself.
    pub(super) const fn mapping(&self) -> Option<&Mapping> {
        match self {
            Self::Works(rows) => Some(rows.mapping()),
            Self::Films(_) | Self::Scenes(_) => None,
        }
    }

    pub(super) fn about(&self) -> Vec<String> {
        match self {
            Self::Works(rows) => rows.about(),
            Self::Films(_) => vec!["the table mac_vod of MacCMS".to_owned()],
            Self::Scenes(_) => vec!["an answer of Stash: covers are not fetched".to_owned()],
        }
    }

    pub(super) const fn problem(&self) -> Option<&Error> {
        match self {
            Self::Works(rows) => rows.problem(),
            Self::Films(films) => films.problem.as_ref(),
            Self::Scenes(_) => None,
        }
    }
}

/// Rows of the table `mac_vod`.
pub(super) struct FilmRows {
    names: Vec<String>,
    channel: Option<&'static str>,
    problem: Option<Error>,
}

impl FilmRows {
    fn new(sample: &[Vec<String>], header: usize, options: &Options) -> Result<Self, Error> {
        let names = unique(sample.get(header).map(Vec::as_slice).unwrap_or_default());
        let channel = options.channel.as_deref().and_then(channel);
        let mut rows = sample.iter().skip(header + 1);
        let is_named = channel.is_some() || rows.any(|row| names_channel(&names, row));
        let problem = (!is_named).then_some(Error::Channel);
        match problem {
            Some(problem) if !options.incomplete => Err(problem),
            problem => Ok(Self {
                names,
                channel,
                problem,
            }),
        }
    }

    /// The entry of a row; `None` for an empty one, and for a film in the recycle bin.
    fn entry(&self, place: Place, row: &Row) -> Option<Entry> {
        let cells: Vec<String> = row
            .cells
            .iter()
            .map(|cell| cell.display().into_owned())
            .collect();
        let is_empty = cells.iter().all(|cell| cell.trim().is_empty());
        (!is_empty).then(|| entry_of(&self.names, &cells, place, self.channel))?
    }
}
