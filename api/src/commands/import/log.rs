//! Audit log entries of `yingku import`: the start and the end of each import.

use std::time::Duration;

use diesel::result::QueryResult;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::workers::{Delay, Worker};
use yingku_catalogue::import::store::ImportSummary;
use yingku_catalogue::uploads::model::{ImportRow, Progress};
use yingku_catalogue::uploads::{command, queries};
use yingku_db::{Conn, Db, DbError};
use yingku_platform::config::system_user;

use crate::cli::ImportArgs;

/// Longest file name in the log, characters.
const NAME_CHARS: usize = 200;

/// How often an import says that it runs: several times before it would count as killed.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The entries of one import.
pub(super) struct Log {
    actor: Actor,
    /// Shared by the entries of the import.
    id: i64,
    name: String,
    about: Value,
}

impl Log {
    /// For the import that `args` describe.
    pub(super) fn new(args: &ImportArgs, actor: Actor) -> Self {
        let file = args.path.file_name().unwrap_or(args.path.as_os_str());
        let file = file.to_string_lossy();
        // The parameters of an address may be secret.
        let site = args.url.as_deref().and_then(|url| url.split('?').next());
        let name: String = site.unwrap_or(&file).chars().take(NAME_CHARS).collect();
        Self {
            id: actor.next_id(),
            actor,
            name: name.clone(),
            about: json!({
                "name": name, "systemUser": system_user(),
                "strict": args.strict, "overrideCurated": args.override_curated,
            }),
        }
    }

    /// The import's id.
    pub(super) const fn id(&self) -> i64 {
        self.id
    }

    /// Logs the start, and lists the import.
    pub(super) fn begin(&self, db: &Db) -> Result<(), DbError> {
        db.write_now(|conn| {
            let row = ImportRow::of_command(&self.actor, self.id, self.name.clone());
            queries::insert(conn, &row)?;
            Ok(self.enter(conn, Value::Null, json!({ "state": "running" }))?)
        })
    }

    /// Says at intervals that the import runs, until the result is dropped.
    pub(super) fn heartbeat(&self, db: &Db) -> std::io::Result<Worker> {
        let (db, id, actor) = (db.clone(), self.id, self.actor.clone());
        Worker::start("import-heartbeat", move || {
            let now = actor.with_current_time().now;
            // While a batch is written this waits, or fails: each batch says it, too.
            if let Err(error) = db.execute_now(|conn| command::beat(conn, id, now)) {
                tracing::debug!(event = "import_heartbeat_failed", %error, "failed to say that the import runs");
            }
            Delay::idle(HEARTBEAT)
        })
    }

    /// Logs a failure.
    pub(super) fn fail(&self, db: &Db) -> Result<(), DbError> {
        let before = json!({ "state": "running" });
        db.write_now(|conn| {
            command::end_command(conn, self.id, None, self.actor.with_current_time().now)?;
            Ok(self.enter(conn, before.clone(), json!({ "state": "failed" }))?)
        })
    }

    /// Logs the end.
    pub(super) fn end(
        &self,
        conn: &mut Conn,
        summary: ImportSummary,
        rejected: u64,
    ) -> QueryResult<()> {
        let after = json!({
            "state": "done", "new": summary.new, "updated": summary.updated, "unchanged": summary.unchanged,
            "refused": rejected, "keptWorks": summary.kept_works, "keptFields": summary.kept_fields,
        });
        let progress = Progress {
            refused: i64::try_from(rejected).unwrap_or(i64::MAX),
            ..Progress::default().with(summary)
        };
        let now = self.actor.with_current_time().now;
        command::end_command(conn, self.id, Some(progress), now)?;
        self.enter(conn, json!({ "state": "running" }), after)
    }

    fn enter(&self, conn: &mut Conn, before: Value, mut after: Value) -> QueryResult<()> {
        if let (Some(after), Some(about)) = (after.as_object_mut(), self.about.as_object()) {
            after.extend(about.clone());
        }
        let change = Change {
            action: Action::WorksImport,
            target: (TargetKind::Import, self.id.to_string()),
            before,
            after,
            reason: "",
        };
        audit::record(conn, &self.actor, &change)
    }
}

/// The error of an import; if an operator has ended it, its row was not found.
pub(super) fn explained(error: anyhow::Error) -> anyhow::Error {
    let is_missing = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(diesel::result::Error::NotFound))
    };
    match error.chain().any(is_missing) {
        true => anyhow::anyhow!("The import was stopped or undone by an operator."),
        false => error,
    }
}
