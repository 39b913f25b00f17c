//! Makes the stream of one film, and says on its work how far it is.

use std::path::Path;

use anyhow::Context as _;
use yingku_catalogue::jobs::film_job::Film;
use yingku_catalogue::jobs::film_queue;
use yingku_catalogue::works::admin::online::{self, FilmWork, Online, TRANSCODING};
use yingku_db::{Conn, Db};
use yingku_film::{FilmSummary, Order, Place, Source, make, probe};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;

use super::job::Heartbeat;
use super::queue::Queue;
use super::task::find_work;
use crate::commands::actor;
use crate::commands::progress::Progress;
use crate::commands::user::api;
use crate::transfer::film_upload::{PLAYLIST, upload};
use crate::transfer::store::Store;

/// States of a stream.
const NONE: i16 = 0;
const ONLINE: i16 = 1;
/// The part of a job, in percent, that is making the film.
const MADE: u128 = 95;

/// Adds the film of a job.
pub(super) fn add_film(queue: &Queue<'_>, heartbeat: &Heartbeat) -> anyhow::Result<()> {
    let film = &heartbeat.job.film;
    let file = Path::new(&film.path);
    let source = probe(queue.tools, file, &heartbeat.stop)?;
    let work = find_work(queue.db, film)?;
    let films = Films {
        config: queue.config,
        db: queue.db,
        work: &work,
        store: match &queue.config.streams.store {
            Some(place) => Some(Store::open(place, &queue.config.s3)?),
            None => None,
        },
        heartbeat,
    };
    films.add(queue, film, &source)
}

/// The films of a site, and the work in question.
struct Films<'a> {
    config: &'a Config,
    db: &'a Db,
    work: &'a FilmWork,
    /// Where they are, if not in a folder.
    store: Option<Store>,
    heartbeat: &'a Heartbeat,
}

impl Films<'_> {
    fn add(&self, queue: &Queue<'_>, film: &Film, source: &Source) -> anyhow::Result<()> {
        let (work, id) = (self.work, self.work.id.to_string());
        let place = Place::take(&self.config.streams.dir, &id)?;
        self.db.execute_now(|conn| {
            let work = (work.id, work.number.as_str());
            film_queue::set_work(conn, &self.heartbeat.job, work, actor().now)
        })?;
        let plays = self.plays(&place, &id)?;
        // A run was killed between the last two steps.
        if plays && !film.replaces && work.is_online == TRANSCODING {
            return self.put_online();
        }
        let is_used = plays || (self.store.is_none() && place.is_used()?);
        anyhow::ensure!(
            film.replaces || !is_used,
            "{} 已有影片；要替换它，请加 --replace",
            work.number
        );
        if work.hidden {
            eprintln!(
                "{} is hidden: its film can be watched once it is shown.",
                work.number
            );
        }
        // What a killed run has left says nothing of the film before.
        let before = match work.is_online {
            TRANSCODING if plays => ONLINE,
            TRANSCODING => NONE,
            state => state,
        };
        // A film that can be watched stays until the new one takes its place.
        let is_watched = plays || (before == ONLINE && work.plays_another(&self.config.streams));
        if !is_watched {
            self.begin(before)?;
        }
        let summary = self.make_and_publish(queue, film, source, &place);
        if summary.is_err()
            && let Err(error) = self.put_back(before)
        {
            eprintln!(
                "{} still says that it is being transcoded: {error:#}",
                work.number
            );
        }
        let summary = summary?;
        self.put_online()?;
        self.print_result(&summary);
        Ok(())
    }

    /// Makes the film and puts it in its place.
    fn make_and_publish(
        &self,
        queue: &Queue<'_>,
        film: &Film,
        source: &Source,
        place: &Place,
    ) -> anyhow::Result<FilmSummary> {
        let (build, subtitles) = (format!("{:x}", actor().now), film.subtitles());
        let order = Order {
            tools: queue.tools,
            film: Path::new(&film.path),
            source,
            subtitles: &subtitles,
            build: &build,
            stop: &self.heartbeat.stop,
        };
        let mut progress = Progress::new("s", Some(source.duration.as_secs()));
        let whole = source.duration.as_millis().max(1);
        let summary = make(&order, place, &mut |done| {
            progress.at(done.as_secs(), done.as_secs());
            let percent = (done.as_millis() * MADE / whole).min(MADE);
            self.heartbeat
                .at(i16::try_from(percent).unwrap_or_default());
        });
        progress.finish();
        let summary = summary?;
        self.heartbeat.publishing()?;
        match &self.store {
            None => place.publish()?,
            Some(store) => {
                eprintln!("uploading");
                let mut progress = Progress::new("kB", None);
                let id = self.work.id.to_string();
                upload(store, &summary.folder, &id, &mut |done| {
                    progress.at(done / 1_000, done / 1_000);
                    Ok(self.heartbeat.stop.check()?)
                })?;
                progress.finish();
            }
        }
        Ok(summary)
    }

    /// Whether there is a film that plays.
    fn plays(&self, place: &Place, id: &str) -> anyhow::Result<bool> {
        Ok(match &self.store {
            None => place.has_playlist(),
            Some(store) => store.known(&format!("{id}/{PLAYLIST}"))?.is_some(),
        })
    }

    /// Says that the film is being made.
    fn begin(&self, before: i16) -> anyhow::Result<()> {
        let (job, was_curated) = (self.heartbeat.job.id, self.work.is_curated());
        self.write(TRANSCODING, false, false, |conn| {
            Ok(film_queue::set_before(conn, job, before, was_curated)?)
        })
    }

    fn put_online(&self) -> anyhow::Result<()> {
        self.set(ONLINE, true, false)
            .context("影片已存好，但还没有标为在线")
    }

    fn set(&self, state: i16, has_film: bool, release: bool) -> anyhow::Result<()> {
        self.write(state, has_film, release, |_| Ok(()))
    }

    /// What an operator has said of the work meanwhile stays.
    fn put_back(&self, before: i16) -> anyhow::Result<()> {
        let (work, actor) = (self.work, actor());
        let was = (before, work.is_curated());
        let back = |conn: &mut Conn| online::put_back(self.db, conn, &actor, work.id, was);
        api(self.db.write_now(back))
    }

    /// Sets the state of the work and does `more` in the same transaction.
    fn write(
        &self,
        state: i16,
        has_film: bool,
        release: bool,
        more: impl FnOnce(&mut Conn) -> Result<(), ApiError>,
    ) -> anyhow::Result<()> {
        let online = Online {
            state,
            has_film,
            release,
        };
        let actor = actor();
        let set = self.db.write_now(|conn| {
            online::set(self.db, conn, &actor, self.work.id, online)?;
            more(conn)
        });
        api(set)
    }

    fn print_result(&self, summary: &FilmSummary) {
        for note in &summary.notes {
            eprintln!("note: {note}");
        }
        let qualities: Vec<_> = summary
            .renditions
            .iter()
            .map(yingku_film::Rendition::name)
            .collect();
        say!(
            "{} can be watched: {}; {} audio tracks, {} subtitles.",
            self.work.number,
            qualities.join(", "),
            summary.audio,
            summary.subtitles
        );
    }
}
