//! `yingku film`: makes streams from files, and puts their works online.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use anyhow::Context as _;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use yingku_catalogue::kinds::Channel;
use yingku_catalogue::works::admin::online::{self, FilmWork, Online};
use yingku_db::Db;
use yingku_film::{
    FilmError, FilmSummary, Order, Place, Source, Stop, Tools, is_subtitle, make, probe,
};
use yingku_platform::config::Config;

use super::progress::Progress;
use super::user::api;
use super::{actor, ready_database};
use crate::cli::{AddFilmArgs, FilmCommand};
use crate::transfer::film_upload::{PLAYLIST, upload};
use crate::transfer::store::Store;

/// Visitors come first.
const NICENESS: i32 = 10;
/// States of a stream.
const NONE: i16 = 0;
const ONLINE: i16 = 1;
const TRANSCODING: i16 = 2;

pub(super) fn run(config: &Config, command: &FilmCommand) -> anyhow::Result<ExitCode> {
    let FilmCommand::Add(args) = command;
    rustix::process::setpriority_process(None, NICENESS)?;
    let stop = stop_at_signals()?;
    let file = film_of(&args.files)?;
    let tools = Tools::find(&stop)?;
    let source = probe(&tools, &file, &stop).with_context(|| file.display().to_string())?;
    let db = ready_database(config)?;
    let work = find_work(&db, args)?;
    let films = Films {
        config,
        db: &db,
        work: &work,
        store: match &config.streams.store {
            Some(place) => Some(Store::open(place, &config.s3)?),
            None => None,
        },
    };
    films.add(
        args,
        &Input {
            tools,
            file,
            source,
            stop,
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A film that was found fit.
struct Input {
    tools: Tools,
    file: PathBuf,
    source: Source,
    stop: Stop,
}

/// The films of a site, and the work in question.
struct Films<'a> {
    config: &'a Config,
    db: &'a Db,
    work: &'a FilmWork,
    /// Where they are, if not in a folder.
    store: Option<Store>,
}

impl Films<'_> {
    fn add(&self, args: &AddFilmArgs, input: &Input) -> anyhow::Result<()> {
        let (work, id) = (self.work, self.work.id.to_string());
        let place = Place::take(&self.config.streams.dir, &id)?;
        let plays = self.plays(&place, &id)?;
        let is_used = plays || (self.store.is_none() && place.is_used()?);
        anyhow::ensure!(
            args.replace || !is_used,
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
        let is_watched = plays || (before == ONLINE && work.is_demo());
        if !is_watched {
            self.set(TRANSCODING, false, false)?;
        }
        let summary = self.make_and_publish(args, input, &place);
        if summary.is_err()
            && let Err(error) = self.set(before, false, !work.is_curated())
        {
            eprintln!(
                "{} still says that it is being transcoded: {error:#}",
                work.number
            );
        }
        let summary = summary?;
        self.set(ONLINE, true, false)
            .context("the film is stored, but the work is not online yet")?;
        self.print_result(&summary);
        Ok(())
    }

    /// Makes the film and puts it in its place.
    fn make_and_publish(
        &self,
        args: &AddFilmArgs,
        input: &Input,
        place: &Place,
    ) -> anyhow::Result<FilmSummary> {
        let subtitles: Vec<PathBuf> = args
            .files
            .iter()
            .filter(|file| is_subtitle(file))
            .cloned()
            .collect();
        let build = format!("{:x}", actor().now);
        let order = Order {
            tools: &input.tools,
            film: &input.file,
            source: &input.source,
            subtitles: &subtitles,
            build: &build,
            stop: &input.stop,
        };
        let mut progress = Progress::new("s", Some(input.source.duration.as_secs()));
        let summary = make(&order, place, &mut |done| {
            progress.at(done.as_secs(), done.as_secs())
        });
        progress.finish();
        let summary = summary?;
        match &self.store {
            None => place.publish()?,
            Some(store) => {
                eprintln!("uploading");
                let mut progress = Progress::new("kB", None);
                let id = self.work.id.to_string();
                upload(store, &summary.folder, &id, &mut |done| {
                    progress.at(done / 1_000, done / 1_000);
                    Ok(input.stop.check()?)
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

    fn set(&self, state: i16, has_film: bool, release: bool) -> anyhow::Result<()> {
        let online = Online {
            state,
            has_film,
            release,
        };
        let actor = actor();
        let set = self
            .db
            .write_now(|conn| online::set(self.db, conn, &actor, self.work.id, online));
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

/// The one film among the files, as an absolute path.
fn film_of(files: &[PathBuf]) -> anyhow::Result<PathBuf> {
    if let Some(missing) = files.iter().find(|file| !file.exists()) {
        return Err(FilmError::NoFile(missing.clone()).into());
    }
    let films: Vec<&PathBuf> = files.iter().filter(|file| !is_subtitle(file)).collect();
    match films.as_slice() {
        [film] => Ok(std::path::absolute(film)?),
        [] => anyhow::bail!("没有影片，只有字幕"),
        _ => anyhow::bail!("一次只能添加一部影片：其余文件只能是字幕"),
    }
}

fn find_work(db: &Db, args: &AddFilmArgs) -> anyhow::Result<FilmWork> {
    let found = db.query_now(|conn| online::find(conn, args.work.trim(), args.channel))?;
    let channels = found
        .iter()
        .filter_map(|work| Channel::from_code(work.mod_id));
    let channels: Vec<_> = channels.map(Channel::as_str).collect();
    match found.as_slice() {
        [work] => Ok(work.clone()),
        [] => anyhow::bail!("没有编号为 {} 的影片", args.work),
        _ => anyhow::bail!(
            "{} 在几个频道中都有，请加 --channel：{}",
            args.work,
            channels.join("、")
        ),
    }
}

/// Stops the work at the first signal, so that the work's state is put back.
fn stop_at_signals() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let signalled = stop.clone();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    drop(inside);
    thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
        });
        signalled.now();
    });
    Ok(stop)
}
