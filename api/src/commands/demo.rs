//! `yingku demo`: fills the catalogue with generated works, the same for the same seed.

use std::io::{BufWriter, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};

use diesel::prelude::*;
use yingku_base::ids::Ids;
use yingku_catalogue::demo_fills;
use yingku_catalogue::import::feed::{Feed, IndexFeed};
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::line::line_of;
use yingku_catalogue::import::store::{BATCH, ImportSummary, Store};
use yingku_catalogue::terms::removal::delete_unused;
use yingku_db::schema::works;
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;

use super::progress::Progress;
use super::user::api;
use super::{clock, ready_database, ready_database_for_bulk};
use crate::cli::DemoArgs;
use crate::demo::DemoCatalogue;
use crate::demo::removal::{self, Removed};

pub(super) fn run(config: &Config, args: &DemoArgs) -> anyhow::Result<ExitCode> {
    let clock = clock();
    let now = clock.now_ms().div_euclid(1000);
    let catalogue = DemoCatalogue::new(args.works, args.seed, now);
    if args.print {
        return print(catalogue);
    }
    if args.remove {
        return remove(config, args, now);
    }
    anyhow::ensure!(
        !config.service.production,
        "APP_ENV is production: generated works belong in a test installation in its own folder (docs/install.md)"
    );
    let db = ready_database_for_bulk(config)?;
    if args.if_empty && has_works(&db)? {
        say!("The catalogue already has works.");
        return Ok(ExitCode::SUCCESS);
    }
    db.execute_now(|conn| demo_fills::record(conn, args.works, args.seed))?;
    let mut store = Store::new(&db, clock, Arc::new(Ids::of_command()));
    let mut feed = Feed::start(IndexFeed::open(&db, config)?);
    let mut progress = Progress::new("works", Some(args.works));
    let mut summary = ImportSummary::default();
    let mut done = 0;
    std::thread::scope(|scope| {
        let (sender, batches) = sync_channel(BATCHES_WAITING);
        scope.spawn(move || make_all(catalogue, &sender));
        for batch in batches {
            done += u64::try_from(batch.len()).unwrap_or(0);
            let (written, indexed) = store.write(&batch)?;
            summary.add(written);
            feed.send(indexed)?;
            progress.at(done, done);
        }
        anyhow::Ok(())
    })?;
    feed.finish()?;
    let took = progress.finish();
    say!(
        "{} new, {} updated, {} unchanged demo works in {:.1} s",
        summary.new,
        summary.updated,
        summary.unchanged,
        took.as_secs_f64(),
    );
    Ok(ExitCode::SUCCESS)
}

/// Works or terms that one transaction removes.
const REMOVAL_BATCH: usize = 500;
/// Batches generated ahead.
const BATCHES_WAITING: usize = 2;

/// Generates all works, or stops when the receiver is dropped.
fn make_all(mut catalogue: DemoCatalogue, sender: &SyncSender<Vec<Fingerprinted>>) {
    loop {
        let works = catalogue.by_ref().take(BATCH);
        let batch: Vec<_> = works.map(Fingerprinted::from).collect();
        if batch.is_empty() || sender.send(batch).is_err() {
            return;
        }
    }
}

/// Removes the works of every fill, or, for catalogues filled by earlier versions, those of the arguments.
fn remove(config: &Config, args: &DemoArgs, now: i64) -> anyhow::Result<ExitCode> {
    let db = ready_database(config)?;
    let mut fills = db.query_now(demo_fills::read)?;
    if fills.is_empty() {
        fills.push((args.works, args.seed));
    }
    let mut progress = Progress::new("works", Some(fills.iter().map(|(works, _)| works).sum()));
    let (mut done, mut all) = (0, Removed::default());
    for (works, seed) in fills {
        let mut catalogue = DemoCatalogue::new(works, seed, now);
        loop {
            let batch: Vec<_> = catalogue.by_ref().take(REMOVAL_BATCH).collect();
            if batch.is_empty() {
                break;
            }
            let removed = api(db.write_now(|conn| removal::remove_works(conn, &batch, now)))?;
            all.deleted += removed.deleted;
            all.hidden += removed.hidden;
            all.terms.extend(removed.terms);
            done += u64::try_from(batch.len()).unwrap_or(0);
            progress.at(done, done);
        }
    }
    let ids: Vec<i64> = all.terms.into_iter().collect();
    let mut terms = 0;
    for ids in ids.chunks(REMOVAL_BATCH) {
        terms += db.execute_now(|conn| delete_unused(conn, ids))?.len();
    }
    db.execute_now(demo_fills::delete)?;
    progress.finish();
    say!(
        "{} demo works and {terms} terms deleted, {} works that members use hidden.",
        all.deleted,
        all.hidden
    );
    Ok(ExitCode::SUCCESS)
}

fn print(catalogue: DemoCatalogue) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for work in catalogue {
        writeln!(out, "{}", line_of(&work))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn has_works(db: &Db) -> Result<bool, DbError> {
    db.read_now(|conn| {
        let first: Option<i64> = works::table.select(works::id).first(conn).optional()?;
        Ok(first.is_some())
    })
}
