//! `yingku import undo`: undoes an import, of the console or of the command line.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use yingku_access::audit::Actor;
use yingku_base::ids::Ids;
use yingku_base::workers::adaptive_batch::AdaptiveBatch;
use yingku_catalogue::uploads::{undo, undo_terms};
use yingku_db::{Conn, Db, DbError};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;

use crate::cli::UndoImportArgs;
use crate::commands::attempts::retrying;
use crate::commands::user::api;
use crate::commands::{clock, ready_database};

/// Works in one transaction.
const BATCH: usize = 200;

pub(super) fn run(config: &Config, args: &UndoImportArgs) -> anyhow::Result<ExitCode> {
    let db = ready_database(config)?;
    let actor = Actor::command(Arc::new(Ids::of_command()), clock());
    let now = || actor.with_current_time();
    retrying(|| api(db.write_now::<_, ApiError, _>(|conn| undo::begin(conn, &now(), args.id))))?;
    let mut cursor = None;
    loop {
        let next = |conn: &mut Conn| Ok::<_, DbError>(undo::next(conn, args.id, cursor, BATCH)?);
        let works = db.read_fresh_now(next)?;
        let Some(last) = works.last() else {
            break;
        };
        cursor = Some(*last);
        let outcomes =
            retrying(|| api(db.write_now(|conn| undo::undo(&db, conn, &now(), args.id, &works))))?;
        for (work, outcome) in outcomes {
            if let Err(error) = outcome {
                say!("{work}: {}", error.text());
            }
        }
    }
    delete_terms(&db, args.id, &now)?;
    let counts = retrying(|| db.execute_now(|conn| undo::finish(conn, &now(), args.id)))?;
    for (outcome, count) in counts.into_iter().flatten() {
        match outcome {
            undo::TERMS => say!("{count} terms deleted"),
            outcome => say!("{count} works {outcome}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Deletes the terms that the import has created and nothing uses.
fn delete_terms(db: &Db, import: i64, now: &dyn Fn() -> Actor) -> anyhow::Result<()> {
    let mut batching = AdaptiveBatch::new(undo_terms::batch_limits());
    loop {
        let limit = batching.items();
        let terms = db.query_now(|conn| undo_terms::next(conn, import, limit))?;
        if terms.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        retrying(|| db.execute_now(|conn| undo_terms::delete(conn, &now(), import, &terms)))?;
        std::thread::sleep(batching.took(terms.len(), began.elapsed()));
    }
}
