//! `yingku serve`.

use std::process::ExitCode;

use super::clock;
use crate::app::App;
use crate::cli::ServeArgs;
use crate::config::Config;
use crate::db::{Db, Engine, migrate};

pub(super) fn run(config: Config, args: &ServeArgs) -> anyhow::Result<ExitCode> {
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
    let bind = config.http.bind;
    let app = App::open(config, clock())?;
    actix_web::rt::System::new().block_on(async {
        let server = crate::server::start(app)?;
        println!("Yingku 映库 is at http://{bind}  (API: http://{bind}/prod-api, contract: http://{bind}/docs)");
        server.await
    })?;
    Ok(ExitCode::SUCCESS)
}
