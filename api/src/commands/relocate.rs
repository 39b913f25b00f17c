//! `yingku move`: the whole database into another one.

use std::process::ExitCode;

use super::progress::Tables;
use crate::catalogue::index::is_written;
use crate::cli::MoveArgs;
use crate::config::Config;
use crate::db::{Db, DbOptions, instances};
use crate::transfer::relocate::relocate;

pub(super) fn run(config: &Config, args: &MoveArgs) -> anyhow::Result<ExitCode> {
    let from = args.from.as_ref().unwrap_or(&config.database.url);
    anyhow::ensure!(*from != args.to, "From and to are the same database.");
    let source = Db::open(&options(config, from))?;
    anyhow::ensure!(
        !is_served(config, &source)?,
        "The service still runs: stop it first, since what it writes now would stay behind."
    );
    let target = Db::open(&options(config, &args.to))?;
    let mut tables = Tables::new();
    let moved = relocate(&source, &target, &mut tables.report())?;
    let took = tables.finish();
    for (name, sum) in &moved {
        println!("{:>10} {name} {}", sum.rows, sum.sum);
    }
    println!(
        "Every table is equal in both, in {:.0} s. Now set DATABASE_URL to the new database and start the service; its first \
         start builds the works index. The old database is as it was: put it away when the new one has proved itself.",
        took.as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

fn options(config: &Config, url: &str) -> DbOptions {
    DbOptions {
        url: url.to_owned(),
        replica_url: None,
        bulk: true,
        ..config.database.clone()
    }
}

/// Whether an instance uses the source: on PostgreSQL it holds a number, and on this machine the index.
fn is_served(config: &Config, source: &Db) -> anyhow::Result<bool> {
    Ok(instances::any(source)? || is_written(&config.index.dir)?)
}
