//! `yingku move`: copies the whole database into another one.

use std::process::ExitCode;

use yingku_db::Db;
use yingku_platform::config::Config;

use super::progress::Tables;
use super::{is_served, options_of};
use crate::cli::MoveArgs;
use crate::transfer::relocate::relocate;

pub(super) fn run(config: &Config, args: &MoveArgs) -> anyhow::Result<ExitCode> {
    let from = args.from.as_ref().unwrap_or(&config.database.url);
    anyhow::ensure!(*from != args.to, "From and to are the same database.");
    anyhow::ensure!(
        !is_served(config, from)?,
        "The service is running: stop it first, because what it writes now would not be copied."
    );
    let source = Db::open(&options_of(config, from))?;
    let target = Db::open(&options_of(config, &args.to))?;
    let mut tables = Tables::new();
    let moved = relocate(&source, &target, &mut tables.report())?;
    let took = tables.finish();
    for (name, sum) in &moved {
        say!("{:>10} {name} {}", sum.rows, sum.sum);
    }
    say!(
        "Every table is equal in both, in {:.0} s. Now set DATABASE_URL to the new database and start the service; its first \
         start builds the works index. The old database is as it was: put it away when the new one has proved itself.",
        took.as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}
