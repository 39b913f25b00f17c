//! `yingku film`: makes streams from files, and puts their works online.

use std::path::{Path, PathBuf};
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
use yingku_formats::values::find::{find_in_name, joined};
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
    let tasks = tasks(args)?;
    let tools = Tools::find(&stop)?;
    let [task] = tasks.as_slice() else {
        return add_each(config, args, &tasks, &tools, &stop);
    };
    add_one(config, args, task, &tools, &stop)?;
    Ok(ExitCode::SUCCESS)
}

/// A film to add.
struct Task {
    file: PathBuf,
    /// The number of its work, as somebody has written it.
    number: String,
    subtitles: Vec<PathBuf>,
}

/// Adds one film after another. One that fails does not stop the others.
fn add_each(
    config: &Config,
    args: &AddFilmArgs,
    tasks: &[Task],
    tools: &Tools,
    stop: &Stop,
) -> anyhow::Result<ExitCode> {
    let mut failed = 0;
    for task in tasks {
        stop.check()?;
        if let Err(error) = add_one(config, args, task, tools, stop) {
            failed += 1;
            eprintln!("{}: {error:#}", task.file.display());
        }
    }
    say!("{} of {} films added", tasks.len() - failed, tasks.len());
    Ok(match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn add_one(
    config: &Config,
    args: &AddFilmArgs,
    task: &Task,
    tools: &Tools,
    stop: &Stop,
) -> anyhow::Result<()> {
    let file = &task.file;
    let source = probe(tools, file, stop).with_context(|| file.display().to_string())?;
    let db = ready_database(config)?;
    let work = find_work(&db, &task.number, args.channel)?;
    let films = Films {
        config,
        db: &db,
        work: &work,
        store: match &config.streams.store {
            Some(place) => Some(Store::open(place, &config.s3)?),
            None => None,
        },
    };
    let input = Input {
        tools,
        task,
        source,
        stop,
    };
    films.add(args, &input)
}

/// A film that was found fit.
struct Input<'a> {
    tools: &'a Tools,
    task: &'a Task,
    source: Source,
    stop: &'a Stop,
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
    fn add(&self, args: &AddFilmArgs, input: &Input<'_>) -> anyhow::Result<()> {
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
        let summary = self.make_and_publish(input, &place);
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
    fn make_and_publish(&self, input: &Input<'_>, place: &Place) -> anyhow::Result<FilmSummary> {
        let build = format!("{:x}", actor().now);
        let order = Order {
            tools: input.tools,
            film: &input.task.file,
            source: &input.source,
            subtitles: &input.task.subtitles,
            build: &build,
            stop: input.stop,
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

/// The films among the files, with the subtitles that belong to each. Without `--work` each has its number in its name.
fn tasks(args: &AddFilmArgs) -> anyhow::Result<Vec<Task>> {
    if let Some(missing) = args.files.iter().find(|file| !file.exists()) {
        return Err(FilmError::NoFile(missing.clone()).into());
    }
    let (subtitles, films): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|file| is_subtitle(file));
    anyhow::ensure!(!films.is_empty(), "没有影片，只有字幕");
    anyhow::ensure!(
        args.work.is_none() || films.len() == 1,
        "用 --work 一次只能添加一部影片：其余文件只能是字幕"
    );
    let is_one = films.len() == 1;
    let task = |file: &&PathBuf| {
        let number = match &args.work {
            Some(number) => number.trim().to_owned(),
            None => number_of(file)?,
        };
        let name = stem(file);
        let own = subtitles
            .iter()
            .filter(|subtitle| is_one || stem(subtitle).starts_with(&name));
        anyhow::Ok(Task {
            file: std::path::absolute(file)?,
            number,
            subtitles: own.map(|file| PathBuf::clone(file)).collect(),
        })
    };
    films.iter().map(task).collect()
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn number_of(file: &Path) -> anyhow::Result<String> {
    let name = stem(file);
    let number = find_in_name(&name).or_else(|| joined(&name));
    number.with_context(|| format!("{name} 里没有编号，请加 --work"))
}

/// The work of a number in any spelling: as it is, with a hyphen, without needless zeros.
fn find_work(db: &Db, wanted: &str, channel: Option<Channel>) -> anyhow::Result<FilmWork> {
    let close = wanted.replace(char::is_whitespace, "");
    let spellings = [
        Some(wanted.to_owned()),
        find_in_name(wanted),
        joined(&close),
    ];
    let mut found = Vec::new();
    for spelling in spellings.iter().flatten() {
        found = db.query_now(|conn| online::find(conn, spelling, channel))?;
        if !found.is_empty() {
            break;
        }
    }
    let channels = found
        .iter()
        .filter_map(|work| Channel::from_code(work.mod_id));
    let channels: Vec<_> = channels.map(Channel::as_str).collect();
    match found.as_slice() {
        [work] => Ok(work.clone()),
        [] => anyhow::bail!("没有编号为 {wanted} 的影片"),
        _ => anyhow::bail!(
            "{wanted} 在几个频道中都有，请加 --channel：{}",
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
