//! `yingku check`: what works lack, with counts and examples.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use yingku_base::kinds::Lack;
use yingku_catalogue::playback::elsewhere;
use yingku_catalogue::works::completeness::{CheckedWork, check_after};
use yingku_db::{Db, migrate};
use yingku_platform::config::{BucketPlace, Config, StreamConfig};

use super::progress::Progress;
use crate::cli::{CheckArgs, Checked};
use crate::transfer::film_upload::PLAYLIST;
use crate::transfer::store::Store;

pub(super) fn run(config: &Config, args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let db = Db::open(&config.database)?;
    // A check must change nothing, so an outdated database is not migrated.
    migrate::latest(&db)?;
    let mut found = Found::new(args);
    let places = match found.is_wanted(Checked::Files) {
        true => Some(Places::open(config)?),
        false => None,
    };
    let mut progress = Progress::new("works", None);
    let mut after = i64::MIN;
    loop {
        let works = db.query_now(|conn| check_after(conn, after))?;
        let Some(last) = works.last() else {
            break;
        };
        after = last.id;
        for work in &works {
            let is_broken = places.as_ref().is_some_and(|places| places.lack(work));
            found.take(work, is_broken);
        }
        progress.at(found.works, found.works);
    }
    progress.finish();
    Ok(found.print())
}

/// What was found.
struct Found<'a> {
    args: &'a CheckArgs,
    works: u64,
    scores: u64,
    /// Number and examples of works, by what they lack.
    lacking: Vec<(Checked, u64, Vec<String>)>,
}

impl<'a> Found<'a> {
    fn new(args: &'a CheckArgs) -> Self {
        let lacks = Lack::ALL.into_iter().map(Checked::Lack);
        Self {
            args,
            works: 0,
            scores: 0,
            lacking: lacks
                .chain([Checked::Files])
                .map(|checked| (checked, 0, Vec::new()))
                .collect(),
        }
    }

    /// Whether something is asked for: everything is if nothing is named.
    fn is_wanted(&self, checked: Checked) -> bool {
        self.args.only.is_empty() || self.args.only.contains(&checked)
    }

    fn take(&mut self, work: &CheckedWork, is_broken: bool) {
        self.works += 1;
        self.scores += u64::try_from(work.score()).unwrap_or_default();
        for (checked, count, examples) in &mut self.lacking {
            let is_found = match checked {
                Checked::Lack(lack) => work.lacks.contains(lack),
                Checked::Files => is_broken,
            };
            if is_found {
                *count += 1;
                if examples.len() < self.args.examples {
                    examples.push(work.number.clone());
                }
            }
        }
    }

    /// Prints it; the status is that of a failure if something is lacking.
    fn print(&self) -> ExitCode {
        let average = self.scores.checked_div(self.works).unwrap_or(100);
        say!("{} works, {average}% complete on average", self.works);
        let mut is_complete = true;
        for (checked, count, examples) in &self.lacking {
            if !self.is_wanted(*checked) || *count == 0 {
                continue;
            }
            is_complete = false;
            let more = usize::try_from(*count).is_ok_and(|count| count > examples.len());
            let more = if more && !examples.is_empty() {
                ", …"
            } else {
                ""
            };
            say!(
                "{count:>10} {}: {}{more}",
                about(*checked),
                examples.join(", ")
            );
        }
        match is_complete {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        }
    }
}

const fn about(checked: Checked) -> &'static str {
    match checked {
        Checked::Lack(lack) => about_lack(lack),
        Checked::Files => "with pictures or a stream that do not exist",
    }
}

const fn about_lack(lack: Lack) -> &'static str {
    match lack {
        Lack::Cover => "without a big and a small cover",
        Lack::Links => "without magnet links",
        Lack::Length => "without a length",
        Lack::Date => "without the day of release",
        Lack::Cast => "without performers",
        Lack::Stream => "not online",
    }
}

/// Where the files of works are.
struct Places {
    /// `None` if pictures come from another host.
    pictures: Option<Place>,
    streams: Place,
    /// Says which other hosts have streams.
    hosts: StreamConfig,
}

enum Place {
    Folder(PathBuf),
    /// The paths in a store.
    Store(HashSet<String>),
}

impl Places {
    fn open(config: &Config) -> anyhow::Result<Self> {
        let place = |folder: &PathBuf, store: &Option<BucketPlace>| {
            anyhow::Ok(match store {
                None => Place::Folder(folder.clone()),
                Some(place) => {
                    let listed = Store::open(place, &config.s3)?.list()?;
                    Place::Store(listed.into_iter().map(|file| file.path).collect())
                }
            })
        };
        let (media, streams) = (&config.media, &config.streams);
        Ok(Self {
            pictures: match media.serves_files() {
                true => Some(place(&media.dir, &media.store)?),
                false => None,
            },
            streams: place(&streams.dir, &streams.store)?,
            hosts: streams.clone(),
        })
    }

    /// Whether a work lacks a file.
    fn lack(&self, work: &CheckedWork) -> bool {
        let playlist = format!("{}/{PLAYLIST}", work.id);
        let lacks_picture = |place: &Place| work.files.iter().any(|path| !place.has(path));
        let plays_elsewhere = elsewhere::allowed(&work.address, &self.hosts).is_some();
        (work.has_stream && !plays_elsewhere && !self.streams.has(&playlist))
            || self.pictures.as_ref().is_some_and(lacks_picture)
    }
}

impl Place {
    fn has(&self, path: &str) -> bool {
        match self {
            Self::Folder(folder) => folder.join(path).is_file(),
            Self::Store(paths) => paths.contains(path),
        }
    }
}
