//! `yingku import`: reads a source, writes the valid works and lists the rejected ones.

mod dry_run;
mod input;
mod live;
mod log;
mod reading;
mod report;
mod undo;
mod warned;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use yingku_access::audit::Actor;
use yingku_base::ids::Ids;
use yingku_base::threads::lower_thread_priority;
use yingku_catalogue::import::batch::Batch;
use yingku_catalogue::import::feed::{Feed, IndexFeed};
use yingku_catalogue::import::fields::PreservedFields;
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::last_import::LastImport;
use yingku_catalogue::import::site_rules::SiteRules;
use yingku_catalogue::import::store::{BATCH, ImportSummary, Store};
use yingku_catalogue::sources::Input;
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;

use super::attempts::{Attempts, retrying};
use super::progress::Progress;
use super::{clock, ready_database_for_bulk};
use crate::cli::{Import, ImportArgs, ImportCommand};
use log::Log;
use reading::{FINDS_WAITING, Found, read_all};
use report::Report;
use warned::Warned;

/// The outcome of a whole import.
#[derive(Default)]
struct Outcome {
    summary: ImportSummary,
    /// By which it can be undone, if it has changed anything.
    undo: Option<i64>,
    rejected: u64,
    warned: Warned,
    /// The first works with fields that operators have set, which are kept.
    preserved: Vec<PreservedFields>,
}

pub(super) fn run(config: &Config, import: &Import) -> anyhow::Result<ExitCode> {
    match (&import.command, &import.args) {
        (Some(ImportCommand::Undo(args)), _) => undo::run(config, args),
        (None, Some(args)) => run_import(config, args),
        (None, None) => anyhow::bail!("name a file to import"),
    }
}

fn run_import(config: &Config, args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let job = Job {
        db: ready_database_for_bulk(config)?,
        ids: Arc::new(Ids::of_command()),
        config,
        args,
    };
    let mut input = input::open(args, config)?;
    for sentence in input.about() {
        say!("{sentence}");
    }
    let mut report = Report::create(args.report.as_deref())?;
    let mut progress = Progress::new("works", input.total());
    let outcome = match args.dry_run {
        true => dry_run::compare(
            &job.store(),
            job.rules(),
            &mut input,
            &mut report,
            &mut progress,
        )?,
        false => job.write(&mut input, &mut report, &mut progress)?,
    };
    print_outcome(&outcome, &input, progress.finish());
    if args.dry_run {
        say!("Nothing was written.");
    }
    report.add_preserved(&outcome.preserved)?;
    report.finish()?;
    Ok(match outcome.rejected {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// An import to do.
struct Job<'a> {
    db: Db,
    ids: Arc<Ids>,
    config: &'a Config,
    args: &'a ImportArgs,
}

impl Job<'_> {
    fn store(&self) -> Store {
        Store::new(&self.db, clock(), Arc::clone(&self.ids))
            .with_overrides(self.args.override_curated)
    }

    fn rules(&self) -> SiteRules {
        let (media, streams) = (&self.config.media, &self.config.streams);
        SiteRules::new(now(), media, streams).with_duplicates(self.args.keep_both)
    }

    /// Writes, and logs the beginning and the end.
    fn write(
        &self,
        input: &mut Input,
        report: &mut Report,
        progress: &mut Progress,
    ) -> anyhow::Result<Outcome> {
        let log = Log::new(self.args, Actor::command(Arc::clone(&self.ids), clock()));
        retrying(|| log.begin(&self.db))?;
        let _heartbeat = log.heartbeat(&self.db)?;
        let store = || self.store().for_import(log.id());
        let written = match self.args.strict {
            true => self.write_all_or_nothing(&store, input, progress),
            false => IndexFeed::open(&self.db, self.config)
                .map(Feed::start)
                .and_then(|feed| lenient(store(), self.rules(), feed, input, report, progress)),
        };
        let outcome = match written {
            Ok(outcome) => outcome,
            Err(error) => {
                retrying(|| log.fail(&self.db))?;
                return Err(log::explained(error));
            }
        };
        let ended = LastImport::new(outcome.summary, outcome.rejected, now());
        retrying(|| {
            self.db.write_now::<_, DbError, _>(|conn| {
                ended.save(conn)?;
                Ok(log.end(conn, outcome.summary, outcome.rejected)?)
            })
        })?;
        let has_changed = outcome.summary.new + outcome.summary.updated > 0;
        Ok(Outcome {
            undo: has_changed.then(|| log.id()),
            ..outcome
        })
    }

    fn write_all_or_nothing(
        &self,
        store: &dyn Fn() -> Store,
        input: &mut Input,
        progress: &mut Progress,
    ) -> anyhow::Result<Outcome> {
        let mut attempts = Attempts::default();
        loop {
            match strict(store(), self.rules(), input, progress) {
                // Nothing was changed, and the file can be read again.
                Err(error)
                    if !is_standard_input(&self.args.path) && attempts.may_follow(&error) =>
                {
                    *input = input::open(self.args, self.config)?;
                }
                ended => return ended,
            }
        }
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    clock().now_ms().div_euclid(1_000)
}

fn print_outcome(outcome: &Outcome, input: &Input, took: Duration) {
    let summary = outcome.summary;
    for sentence in input.left_out() {
        say!("{sentence}");
    }
    print_preserved(summary, &outcome.preserved);
    outcome.warned.print();
    if let Some(id) = outcome.undo {
        eprintln!("To undo it, within 30 days: yingku import undo {id}");
    }
    say!(
        "{} new, {} updated, {} unchanged, {} rejected in {:.1} s",
        summary.new,
        summary.updated,
        summary.unchanged,
        outcome.rejected,
        took.as_secs_f64(),
    );
}

/// Prints the first works with fields that operators have set, and their number.
fn print_preserved(summary: ImportSummary, preserved: &[PreservedFields]) {
    for work in preserved {
        let fields = work.fields.names().join(", ");
        say!("kept {} {}: {fields}", work.channel.as_str(), work.number);
    }
    if summary.kept_works > 0 {
        say!(
            "kept {} fields of {} works as operators have set them (--override-curated replaces them)",
            summary.kept_fields,
            summary.kept_works
        );
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Writes every valid line, in batches.
fn lenient(
    mut store: Store,
    rules: SiteRules,
    mut feed: Feed,
    input: &mut Input,
    report: &mut Report,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let write = |records: &[Fingerprinted], _: &mut Report| {
        let (summary, indexed) = retrying(|| store.write(records))?;
        feed.send(indexed)?;
        Ok(summary)
    };
    let mut outcome = walk(input, rules, report, progress, "imported", write)?;
    feed.finish()?;
    outcome.preserved = store.preserved().to_vec();
    Ok(outcome)
}

/// Passes the valid lines to `each` in batches, and reports the others. Another thread reads ahead. `verb` is what
/// happens to the works that there are warnings about.
fn walk(
    input: &mut Input,
    rules: SiteRules,
    report: &mut Report,
    progress: &mut Progress,
    verb: &str,
    mut each: impl FnMut(&[Fingerprinted], &mut Report) -> anyhow::Result<ImportSummary>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    std::thread::scope(|scope| {
        let (found, finds) = sync_channel(FINDS_WAITING);
        let reading = scope.spawn(move || {
            lower_thread_priority();
            read_all(input, rules, &found)
        });
        for find in finds {
            match find {
                Found::Works { records, at } => {
                    outcome.summary.add(each(&records, report)?);
                    progress.at(at.done, at.lines);
                }
                Found::Rejected {
                    place,
                    validation_error,
                } => {
                    outcome.rejected += 1;
                    say!("{place}: {validation_error}");
                    report.rejected(&place, &validation_error)?;
                }
                Found::Warned { place, warnings } => {
                    report.warned(&place, &warnings)?;
                    outcome.warned.take(verb, &place, &warnings);
                }
            }
        }
        match reading.join() {
            Ok(read) => read,
            Err(_) => anyhow::bail!("the reading thread failed"),
        }
    })?;
    Ok(outcome)
}

/// Writes the whole file in one transaction. The first invalid line rolls everything back.
fn strict(
    mut store: Store,
    mut rules: SiteRules,
    input: &mut Input,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let mut held: Option<Fingerprinted> = None;
    let (mut count, mut warned) = (0, Warned::default());
    let next = || -> anyhow::Result<Option<Vec<Fingerprinted>>> {
        let mut batch = Batch::new(BATCH);
        held.take()
            .into_iter()
            .for_each(|record| batch.push(record));
        while let Some(row) = input.next_row()? {
            count += 1;
            let (place, mut warnings) = (row.place, row.warnings);
            let parsed = row.content.and_then(|raw| rules.parse(raw));
            let (record, more) = parsed.map_err(|validation_error| {
                anyhow::anyhow!("{place}: {validation_error}\nNothing was changed.")
            })?;
            warnings.extend(more);
            warned.take("imported", &place, &warnings);
            if batch.is_full_for(&record) {
                held = Some(record);
                break;
            }
            batch.push(record);
        }
        progress.at(input.position(), count);
        let records = batch.take();
        Ok((!records.is_empty()).then_some(records))
    };
    let summary = store.write_all(next, |_| ())?;
    let preserved = store.preserved().to_vec();
    Ok(Outcome {
        undo: None,
        summary,
        rejected: 0,
        warned,
        preserved,
    })
}
