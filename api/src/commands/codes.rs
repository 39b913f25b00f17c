//! `yingku codes`: creates, lists and revokes activation codes.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use secrecy::ExposeSecret as _;
use yingku_access::audit::Actor;
use yingku_base::time::format_shanghai;
use yingku_commerce::vip::codes::batches::{self, NewBatch, NewBatchSpec};
use yingku_commerce::vip::codes::keys::CodeKeys;
use yingku_commerce::vip::codes::store::{self, CodeState};
use yingku_commerce::vip::plans::{self, PlanRow};
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;

use super::{actor, ready_database, until_closed};
use crate::cli::{CodesCommand, GenerateCodesArgs, ListCodesArgs, RevokeCodesArgs};

/// Codes read in one query.
const BATCH: i64 = 1_000;

pub(super) fn run(config: &Config, command: &CodesCommand) -> anyhow::Result<ExitCode> {
    let codes = Codes {
        db: ready_database(config)?,
        actor: actor(),
    };
    match command {
        CodesCommand::Generate(args) => codes.generate(config, args)?,
        CodesCommand::List(args) => until_closed(codes.list(args, &mut std::io::stdout().lock()))?,
        CodesCommand::Revoke(args) => codes.revoke(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

struct Codes {
    db: Db,
    actor: Actor,
}

impl Codes {
    fn generate(&self, config: &Config, args: &GenerateCodesArgs) -> anyhow::Result<()> {
        let secret = &config.secrets.codes;
        anyhow::ensure!(
            !secret.expose_secret().is_empty(),
            "CODE_SECRET is not set, so the codes could not be used. `yingku config init` creates one."
        );
        let (keys, plan) = (CodeKeys::new(secret)?, self.plan(&args.plan)?);
        let spec = NewBatchSpec {
            count: args.count,
            valid_days: args.valid_days,
            name: args.batch.clone(),
        };
        let batch = batches::generate(&keys, &self.actor, &plan, spec)?;
        let name = &batch.row.name;
        let lines: String = batch.codes.iter().map(|code| format!("{code}\n")).collect();
        // The file first: a code stored only in the database is lost.
        if let Some(file) = &args.output {
            write_private_file(file, &lines)
                .with_context(|| format!("writing {}", file.display()))?;
        }
        let kept = self.keep(&batch);
        if let (Err(_), Some(file)) = (&kept, &args.output) {
            let _ = std::fs::remove_file(file);
        }
        kept?;
        if args.output.is_none() {
            let mut out = std::io::stdout().lock();
            let written = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
            written.with_context(|| {
                format!("the codes of batch {name} could not all be printed; revoke it")
            })?;
        }
        eprintln!(
            "Created {} codes for {} as batch {name}.",
            args.count, plan.name
        );
        Ok(())
    }

    fn keep(&self, batch: &NewBatch) -> anyhow::Result<()> {
        // If the name is taken, the error rolls back.
        let kept = self.db.write_now::<_, StoreError, _>(|conn| {
            match batches::insert(conn, &self.actor, batch)? {
                true => Ok(()),
                false => Err(StoreError::Taken),
            }
        });
        Ok(kept?)
    }

    /// The plan with this id or name.
    fn plan(&self, wanted: &str) -> anyhow::Result<PlanRow> {
        let all = self.db.query_now(plans::all)?;
        let names: Vec<_> = all.iter().map(|plan| plan.name.clone()).collect();
        let found = all
            .into_iter()
            .find(|plan| plan.name == wanted || plan.id.to_string() == wanted);
        found.with_context(|| {
            format!(
                "There is no plan {wanted}; the plans are {}.",
                names.join(", ")
            )
        })
    }

    fn list(&self, args: &ListCodesArgs, out: &mut impl Write) -> anyhow::Result<()> {
        let mut last = i64::MIN;
        loop {
            let batch = self.db.read_now::<_, DbError, _>(|conn| {
                Ok(store::after(conn, args.batch.as_deref(), last, BATCH)?)
            })?;
            let Some(end) = batch.last() else {
                return Ok(());
            };
            last = end.id;
            for code in &batch {
                let state = match code.state(self.actor.now) {
                    CodeState::Unused => "unused",
                    CodeState::Used => "used",
                    CodeState::Revoked => "revoked",
                    CodeState::Expired => "expired",
                };
                let origin = code.order_no.as_ref().unwrap_or(&code.batch);
                writeln!(
                    out,
                    "{}\t…{}\t{origin}\t{}\t{state}\t{}\t{}",
                    code.id,
                    code.last4,
                    code.days,
                    format_shanghai(code.created_at),
                    code.used_at.map(format_shanghai).unwrap_or_default()
                )?;
            }
        }
    }

    fn revoke(&self, args: &RevokeCodesArgs) -> anyhow::Result<()> {
        let revoked = self.db.write_now::<_, DbError, _>(|conn| {
            Ok(match &args.batch {
                Some(batch) => batches::revoke(conn, &self.actor, batch, "")?,
                None => batches::revoke_ids(conn, &self.actor, &args.ids)?,
            })
        })?;
        say!("Revoked {revoked} codes.");
        Ok(())
    }
}

/// Why codes were not stored.
#[derive(Debug, thiserror::Error)]
enum StoreError {
    #[error("A batch of that name already exists.")]
    Taken,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<diesel::result::Error> for StoreError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Db(error.into())
    }
}

/// Writes a new file that only its owner can read.
fn write_private_file(file: &Path, text: &str) -> std::io::Result<()> {
    let mut out = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()
}
