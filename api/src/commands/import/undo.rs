//! `yingku import undo`: undoes an import, of the console or of the command line.

use std::process::ExitCode;
use std::sync::Arc;

use yingku_access::audit::Actor;
use yingku_base::ids::Ids;
use yingku_catalogue::uploads::{command, undo};
use yingku_db::{Conn, DbError};
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
    retrying(|| {
        api(db.write_now::<_, ApiError, _>(|conn| {
            // An import that was killed has no end.
            command::end_command(conn, args.id, None, now().now)?;
            undo::begin(conn, &now(), args.id)
        }))
    })?;
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
    let counts = retrying(|| db.execute_now(|conn| undo::finish(conn, &now(), args.id)))?;
    for (outcome, count) in counts.into_iter().flatten() {
        say!("{count} works {outcome}");
    }
    Ok(ExitCode::SUCCESS)
}
