//! `yingku import`: reads a file, writes the valid lines and lists the rejected ones.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use anyhow::Context as _;
use yingku_base::ids::Ids;
use yingku_base::threads::let_others_first;

use super::attempts::{Attempts, retrying};
use super::import_log::Log;
use super::progress::Progress;
use super::{clock, ready_database_for_bulk};
use crate::audit::Actor;
use crate::catalogue::import::batch::Batch;
use crate::catalogue::import::feed::{Feed, IndexFeed};
use crate::catalogue::import::fields::KeptFields;
use crate::catalogue::import::fingerprint::Fingerprinted;
use crate::catalogue::import::last_import::LastImport;
use crate::catalogue::import::reader::{LineReader, ReadError};
use crate::catalogue::import::site_rules::SiteRules;
use crate::catalogue::import::store::{BATCH, ImportSummary, Store};
use crate::catalogue::import::validation_error::{ValidationError, Warning};
use crate::cli::ImportArgs;
use crate::config::Config;
use crate::db::DbError;

/// The outcome of a whole import.
#[derive(Default)]
struct Outcome {
    summary: ImportSummary,
    refused: u64,
    warnings: u64,
    /// The first works with fields that operators have set, which are kept.
    kept: Vec<KeptFields>,
}

pub(super) fn run(config: &Config, args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let db = ready_database_for_bulk(config)?;
    let open = || {
        LineReader::open(&args.file)
            .map(LineReader::of_objects)
            .with_context(|| format!("opening {}", args.file.display()))
    };
    let mut lines = open()?;
    let mut progress = Progress::new("lines", lines.progress().total());
    let ids = Arc::new(Ids::of_command());
    let log = Log::new(args, Actor::command(Arc::clone(&ids), clock()));
    let store = || Store::new(&db, clock(), Arc::clone(&ids)).overriding(args.override_curated);
    let now = || clock().now_ms().div_euclid(1_000);
    let rules = || SiteRules::new(now(), &config.media).keeping_both(args.keep_both);
    retrying(|| log.begin(&db))?;
    let outcome = if args.strict {
        let mut attempts = Attempts::default();
        loop {
            match strict(store(), rules(), &mut lines, &mut progress) {
                // Nothing was changed, and the file can be read again.
                Err(error) if !is_standard_input(&args.file) && attempts.may_follow(&error) => {
                    lines = open()?;
                }
                ended => break ended,
            }
        }
    } else {
        let feed = IndexFeed::open(&db, config).map(Feed::start);
        feed.and_then(|feed| lenient(store(), rules(), feed, &mut lines, &mut progress))
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            retrying(|| log.fail(&db))?;
            return Err(error);
        }
    };
    let took = progress.finish();
    let (summary, refused) = (outcome.summary, outcome.refused);
    let ended = LastImport::new(summary, refused, now());
    retrying(|| {
        db.write_now::<_, DbError, _>(|conn| {
            ended.save(conn)?;
            Ok(log.end(conn, summary, refused)?)
        })
    })?;
    print_outcome(&outcome, took);
    Ok(if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn print_outcome(outcome: &Outcome, took: Duration) {
    let summary = outcome.summary;
    print_kept(summary, &outcome.kept);
    if outcome.warnings > 0 {
        say!(
            "{} warnings about lines that were imported",
            outcome.warnings
        );
    }
    say!(
        "{} new, {} updated, {} unchanged, {} rejected in {:.1} s",
        summary.new,
        summary.updated,
        summary.unchanged,
        outcome.refused,
        took.as_secs_f64(),
    );
}

/// Prints the first works with fields that operators have set, and their number.
fn print_kept(summary: ImportSummary, kept: &[KeptFields]) {
    for work in kept {
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

/// Writes every valid line, in batches. Another thread reads ahead.
fn lenient(
    mut store: Store,
    rules: SiteRules,
    mut feed: Feed,
    lines: &mut LineReader,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    std::thread::scope(|scope| {
        let (found, finds) = sync_channel(FINDS_WAITING);
        let reading = scope.spawn(move || {
            let_others_first();
            read_all(lines, rules, &found)
        });
        for find in finds {
            match find {
                Found::Works { records, at } => {
                    let (summary, indexed) = retrying(|| store.write(&records))?;
                    outcome.summary.add(summary);
                    feed.send(indexed)?;
                    progress.at(at.bytes, at.lines);
                }
                Found::Refused {
                    line,
                    validation_error,
                } => {
                    outcome.refused += 1;
                    say!("line {line}: {validation_error}");
                }
                Found::Warned { line, warnings } => {
                    outcome.warnings += print_warnings(outcome.warnings, line, &warnings);
                }
            }
        }
        match reading.join() {
            Ok(read) => read.map_err(anyhow::Error::from),
            Err(_) => anyhow::bail!("the reading thread failed"),
        }
    })?;
    feed.finish()?;
    outcome.kept = store.kept().to_vec();
    Ok(outcome)
}

/// Batches read ahead.
const FINDS_WAITING: usize = 2;

/// The reader's results, in the order of the lines.
enum Found {
    Works {
        records: Vec<Fingerprinted>,
        at: Position,
    },
    Refused {
        line: u64,
        validation_error: ValidationError,
    },
    Warned {
        line: u64,
        warnings: Vec<Warning>,
    },
}

/// Most warnings to print; the rest are counted.
const MAX_PRINTED_WARNINGS: u64 = 100;

/// Prints the warnings about a line, unless enough were printed `before`, and returns their number.
fn print_warnings(before: u64, line: u64, warnings: &[Warning]) -> u64 {
    for (number, warning) in (before..MAX_PRINTED_WARNINGS).zip(warnings) {
        say!("line {line}: imported, {warning}");
        if number + 1 == MAX_PRINTED_WARNINGS {
            say!("further warnings are counted");
        }
    }
    u64::try_from(warnings.len()).unwrap_or(u64::MAX)
}

/// The position of the reader.
struct Position {
    bytes: u64,
    lines: u64,
}

/// Reads to the end, or stops when the receiver is dropped.
fn read_all(
    lines: &mut LineReader,
    mut rules: SiteRules,
    found: &SyncSender<Found>,
) -> Result<(), ReadError> {
    let mut batch = Batch::new(BATCH);
    let mut count = 0;
    let position = lines.progress();
    let full = |batch: &mut Batch, count| {
        let at = Position {
            bytes: position.read(),
            lines: count,
        };
        let records = batch.take();
        found.send(Found::Works { records, at })
    };
    while let Some(line) = lines.next_line()? {
        count += 1;
        let number = line.number;
        let sent = match line.content.and_then(|raw| rules.parse(raw)) {
            Ok((record, warnings)) => {
                let sent = match batch.is_full_for(&record) {
                    true => full(&mut batch, count),
                    false => Ok(()),
                };
                batch.push(record);
                match warnings.is_empty() {
                    true => sent,
                    false => sent.and_then(|()| {
                        found.send(Found::Warned {
                            line: number,
                            warnings,
                        })
                    }),
                }
            }
            Err(validation_error) => found.send(Found::Refused {
                line: number,
                validation_error,
            }),
        };
        if sent.is_err() {
            return Ok(());
        }
    }
    let _ = full(&mut batch, count);
    Ok(())
}

/// Writes the whole file in one transaction. The first invalid line rolls everything back.
fn strict(
    mut store: Store,
    mut rules: SiteRules,
    lines: &mut LineReader,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let mut held: Option<Fingerprinted> = None;
    let (mut count, mut warned) = (0, 0);
    let next = || -> anyhow::Result<Option<Vec<Fingerprinted>>> {
        let mut batch = Batch::new(BATCH);
        held.take()
            .into_iter()
            .for_each(|record| batch.push(record));
        while let Some(line) = lines.next_line()? {
            count += 1;
            let number = line.number;
            let (record, warnings) =
                line.content
                    .and_then(|raw| rules.parse(raw))
                    .map_err(|validation_error| {
                        anyhow::anyhow!("line {number}: {validation_error}\nNothing was changed.")
                    })?;
            warned += print_warnings(warned, number, &warnings);
            if batch.is_full_for(&record) {
                held = Some(record);
                break;
            }
            batch.push(record);
        }
        progress.at(lines.progress().read(), count);
        let records = batch.take();
        Ok((!records.is_empty()).then_some(records))
    };
    let summary = store.write_all(next, |_| ())?;
    let kept = store.kept().to_vec();
    Ok(Outcome {
        summary,
        refused: 0,
        warnings: warned,
        kept,
    })
}
