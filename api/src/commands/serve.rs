//! `yingku serve`.

use std::process::ExitCode;

use super::clock;
use crate::cli::ServeArgs;
use crate::config::Config;
use crate::db::instances::{self, Announced};
use crate::db::{Db, Engine, migrate, sqlite_file};
use crate::server::app::App;

pub(super) fn run(config: Config, args: &ServeArgs) -> anyhow::Result<ExitCode> {
    refuse_an_empty_start(&config)?;
    let db = Db::open(&config.database)?;
    if db.engine() == Engine::Sqlite && args.migrate {
        for name in migrate::run(&db)? {
            tracing::info!(name, "migrated");
        }
    }
    anyhow::ensure!(
        migrate::pending(&db)? == 0,
        "The database is not up to date: run `yingku migrate` first."
    );
    drop(db);
    let _announced = announce(&config)?;
    let bind = config.http.bind;
    let app = App::open(config, clock())?;
    actix_web::rt::System::new().block_on(async {
        let server = crate::server::start(app)?;
        println!("Yingku 映库 is at http://{bind}  (API: http://{bind}/prod-api, contract: http://{bind}/docs)");
        server.await
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A production without its database file is a mistake: it would serve an empty one as if nothing were wrong.
fn refuse_an_empty_start(config: &Config) -> anyhow::Result<()> {
    let missing = sqlite_file(&config.database.url).filter(|file| !file.exists());
    match missing {
        Some(file) if config.production => anyhow::bail!(
            "The database {} is not there. If it is to be made, run `yingku migrate` first; if not, look at DATABASE_URL and at the working folder.",
            file.display()
        ),
        _ => Ok(()),
    }
}

/// Takes this instance's number on PostgreSQL, and looks whether others are there that it cannot work beside.
fn announce(config: &Config) -> anyhow::Result<Option<Announced>> {
    let Some((announced, company)) = instances::announce(&config.database, config.node_id)? else {
        return Ok(None);
    };
    let problem = if company.same_number {
        "Another instance on this database has the same NODE_ID: both would give the same ids."
    } else if company.others && config.redis_url.is_none() {
        "Another instance serves from this database, and REDIS_URL is not set: what one has seen, the other would accept again, and every limit would count in each of them."
    } else {
        return Ok(Some(announced));
    };
    anyhow::ensure!(!config.production, problem);
    tracing::warn!("{problem} Production refuses this.");
    Ok(Some(announced))
}
