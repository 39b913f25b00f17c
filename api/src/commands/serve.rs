//! `yingku serve`: runs the service.

use std::process::ExitCode;

use actix_web::web;
use yingku_db::instances::{self, InstanceLock};
use yingku_db::{Db, Engine, migrate, sqlite_file};
use yingku_platform::config::Config;
use yingku_server::app::App;

use super::clock;
use crate::cli::ServeArgs;
use crate::transfer::copying;

pub(super) fn run(config: Config, args: &ServeArgs) -> anyhow::Result<ExitCode> {
    reject_missing_database(&config)?;
    let db = Db::open(&config.database)?;
    if db.engine() == Engine::Sqlite && args.migrate {
        for name in migrate::run(&db)? {
            tracing::info!(event = "migrated", name, "applied migration");
        }
    }
    anyhow::ensure!(
        migrate::pending(&db)? == 0,
        "The database has pending migrations: run `yingku migrate` first."
    );
    anyhow::ensure!(
        !copying::is_unfinished(&db)?,
        "A `yingku move` or `yingku restore` into this database is unfinished: run it again until it succeeds."
    );
    drop(db);
    let _lock = announce(&config)?;
    let bind = config.service.bind;
    let site = config.pay.public_url.clone();
    let app = web::Data::new(App::open(config, clock())?);
    actix_web::rt::System::new().block_on(async {
        let server = yingku_server::start(&app)?;
        say!("Yingku 映库 is at {site}  (API: {site}/prod-api, contract: {site}/docs), listening on {bind}");
        server.await
    })?;
    app.flush_buffers();
    Ok(ExitCode::SUCCESS)
}

/// Rejects production without its database file: it would silently serve an empty one.
fn reject_missing_database(config: &Config) -> anyhow::Result<()> {
    let missing = sqlite_file(&config.database.url).filter(|file| !file.exists());
    match missing {
        Some(file) if config.service.production => anyhow::bail!(
            "The database {} does not exist. To create it, run `yingku migrate`; otherwise check DATABASE_URL and the working folder.",
            file.display()
        ),
        _ => Ok(()),
    }
}

/// Locks this instance's number on PostgreSQL and checks for conflicting instances.
fn announce(config: &Config) -> anyhow::Result<Option<InstanceLock>> {
    let has_redis = config.redis.address.is_some();
    let announced = instances::announce(&config.database, config.service.node_id, has_redis)?;
    let Some((lock, others)) = announced else {
        return Ok(None);
    };
    if let Some(problem) = others.conflict(has_redis) {
        anyhow::ensure!(!config.service.production, problem);
        tracing::warn!(event = "weak_setting", "{problem} Refused in production.");
    }
    Ok(Some(lock))
}
