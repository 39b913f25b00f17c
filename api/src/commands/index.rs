//! `yingku index`: rebuild and verify.

use std::collections::HashMap;
use std::process::ExitCode;

use diesel::prelude::*;

use super::ready_database;
use crate::catalogue::indexer::{Feeder, indexed_works};
use crate::cli::IndexCommand;
use crate::config::Config;
use crate::db::schema::works;
use crate::db::{Db, DbError};

/// Works compared at once.
const BATCH: i64 = 2_000;
/// Differences that are printed one by one.
const SHOWN: usize = 20;

pub(super) fn run(config: &Config, command: &IndexCommand) -> anyhow::Result<ExitCode> {
    let db = ready_database(config)?;
    match command {
        IndexCommand::Rebuild => {
            let mut feeder = Feeder::open(&db, &config.index)?;
            feeder.rebuild(|done| eprint!("\r{done} works"))?;
            eprintln!();
            println!("The index has {} works.", feeder.index().count());
            Ok(ExitCode::SUCCESS)
        }
        IndexCommand::Verify => verify(&db, config),
    }
}

fn verify(db: &Db, config: &Config) -> anyhow::Result<ExitCode> {
    let opened = crate::catalogue::indexer::open_for_reading(db, &config.index.dir)?;
    let mut indexed: HashMap<i64, u64> = opened.ids()?.into_iter().collect();
    let mut wrong: Vec<String> = Vec::new();
    let mut last = i64::MIN;
    let mut count = 0_u64;
    loop {
        let batch = db.read_now::<_, DbError, _>(|conn| {
            let ids: Vec<i64> = works::table
                .select(works::id)
                .filter(works::id.gt(last))
                .order(works::id)
                .limit(BATCH)
                .load(conn)?;
            let end = ids.last().copied();
            Ok(end
                .map(|end| indexed_works(conn, &ids).map(|works| (end, works)))
                .transpose()?)
        })?;
        let Some((end, works)) = batch else { break };
        last = end;
        for work in works {
            count += 1;
            match indexed.remove(&work.id) {
                None => wrong.push(format!("{} is missing", work.id)),
                Some(print) if print != work.fingerprint() => {
                    wrong.push(format!("{} is out of date", work.id))
                }
                Some(_) => {}
            }
        }
    }
    wrong.extend(indexed.keys().map(|id| format!("{id} should not be there")));
    for line in wrong.iter().take(SHOWN) {
        println!("{line}");
    }
    println!(
        "{count} works in the database, {} differences.",
        wrong.len()
    );
    Ok(if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
