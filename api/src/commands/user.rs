//! `yingku user`: manages users from the command line.

use std::io::BufRead as _;
use std::process::ExitCode;

use anyhow::Context as _;
use yingku_access::audit::Actor;
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users::{self, UserRow};
use yingku_accounts::admin::changes::{self, Cause};
use yingku_accounts::admin::policy::{Intent, lock_user};
use yingku_accounts::forms;
use yingku_accounts::hashing::Hasher;
use yingku_accounts::password::{NewPassword, Password, generate_password};
use yingku_base::time::format_shanghai;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;
use yingku_server::PERSONAL_DATA;

use super::{actor, ready_database, until_closed};
use crate::cli::{CreateUserArgs, GrantArgs, SetPasswordArgs, UserCommand};

/// Users read in one query.
const BATCH: i64 = 1_000;

pub(super) fn run(config: &Config, command: &UserCommand) -> anyhow::Result<ExitCode> {
    let users = Users {
        db: ready_database(config)?,
        actor: actor(),
    };
    match command {
        UserCommand::Create(args) => users.create(args)?,
        UserCommand::List => until_closed(users.list(&mut std::io::stdout().lock()))?,
        UserCommand::SetPassword(args) => users.set_password(args)?,
        UserCommand::Grant(args) => users.grant(args)?,
        UserCommand::Disable(args) => users.set_disabled(&args.name, true)?,
        UserCommand::Enable(args) => users.set_disabled(&args.name, false)?,
    }
    Ok(ExitCode::SUCCESS)
}

struct Users {
    db: Db,
    actor: Actor,
}

impl Users {
    fn create(&self, args: &CreateUserArgs) -> anyhow::Result<()> {
        let name = api(UserName::parse(&args.name))?;
        let email = args.email.as_deref().map(forms::email).transpose();
        let email = api(email)?.unwrap_or_default();
        let chosen = Chosen::prompt(args.password_stdin)?;
        let id = self.actor.next_id();
        let user = UserRow {
            role: args.role,
            ..UserRow::new(id, &name, email, chosen.hash()?, self.actor.now)
        };
        let added = self
            .db
            .write_now(|conn| changes::create(conn, self.cause(), PERSONAL_DATA, &user));
        anyhow::ensure!(api(added)?, "A user of that name already exists.");
        say!("Created {} with id {id}.", name.as_str());
        chosen.print();
        Ok(())
    }

    fn list(&self, out: &mut impl std::io::Write) -> anyhow::Result<()> {
        let mut last = i64::MIN;
        loop {
            let batch = self.db.query_now(|conn| users::after(conn, last, BATCH))?;
            let Some(end) = batch.last() else {
                return Ok(());
            };
            last = end.id;
            for user in &batch {
                let state = if user.disabled { "disabled" } else { "enabled" };
                let level = user.level(self.actor.now);
                writeln!(
                    out,
                    "{}\t{}\t{}\t{}\t{state}\t{}",
                    user.id,
                    user.name,
                    level.expire_time.as_deref().map_or_else(
                        || level.group_name.to_owned(),
                        |until| format!("{} ({until})", level.group_name)
                    ),
                    user.role.as_str(),
                    format_shanghai(user.created_at)
                )?;
            }
        }
    }

    fn set_password(&self, args: &SetPasswordArgs) -> anyhow::Result<()> {
        let chosen = Chosen::prompt(args.password_stdin)?;
        let hash = chosen.hash()?;
        self.change(&args.name, Intent::Restrict, |conn, cause, user| {
            changes::set_password(conn, cause, user.id, (hash, false))
        })?;
        chosen.print();
        Ok(())
    }

    fn grant(&self, args: &GrantArgs) -> anyhow::Result<()> {
        let user = self.change(&args.name, Intent::ChangeRole, |conn, cause, user| {
            if args.role.is_some() || args.permissions.is_some() {
                let role = args.role.unwrap_or(user.role);
                let extra = match &args.permissions {
                    Some(permissions) => permissions.iter().copied().collect(),
                    None => user.permissions.clone(),
                };
                changes::set_rights(conn, cause, user, role, extra)?;
            }
            match args.vip_days {
                Some(0) => changes::end_vip(conn, cause, user),
                Some(days) => {
                    let reference = self.actor.next_id().to_string();
                    changes::add_days(conn, cause, user, (days, &reference))
                }
                None => Ok(()),
            }
        })?;
        let level = user.level(self.actor.now);
        say!(
            "role {}, permissions [{}], group {}",
            user.role.as_str(),
            user.permissions().to_string().replace(',', ", "),
            level.group_name
        );
        Ok(())
    }

    fn set_disabled(&self, name: &str, disabled: bool) -> anyhow::Result<()> {
        self.change(name, Intent::Restrict, |conn, cause, user| {
            changes::set_disabled(conn, cause, user, disabled)
        })
        .map(|_| ())
    }

    /// The cause of a change; commands need no reason.
    fn cause(&self) -> Cause<'_> {
        Cause {
            actor: &self.actor,
            reason: "",
        }
    }

    /// Changes a user in one transaction and returns the changed user.
    fn change(
        &self,
        name: &str,
        intent: Intent,
        change: impl FnOnce(&mut Conn, Cause<'_>, &UserRow) -> Result<(), ApiError>,
    ) -> anyhow::Result<UserRow> {
        let name = api(UserName::parse(name))?;
        let found = self.db.write_now(|conn: &mut Conn| {
            let Some(user) = users::by_name(conn, name.key())? else {
                return Ok(None);
            };
            let user = lock_user(conn, &self.actor, user.id, intent)?;
            change(conn, self.cause(), &user)?;
            Ok(Some(users::by_id(conn, user.id)?))
        });
        let user = api(found)?.with_context(|| format!("There is no user {}.", name.as_str()))?;
        say!("Changed {}.", user.name);
        Ok(user)
    }
}

/// A given password, or a generated one, which is printed.
struct Chosen {
    password: Password,
    generated: Option<String>,
}

impl Chosen {
    fn prompt(from_stdin: bool) -> anyhow::Result<Self> {
        if !from_stdin {
            let text = generate_password()?;
            return Ok(Self {
                password: api(Password::parse(&text))?,
                generated: Some(text),
            });
        }
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        let text = line.trim_end_matches(['\r', '\n']);
        Ok(Self {
            password: api(
                Password::parse_new(text, text, &[]).and_then(NewPassword::check_strength)
            )?,
            generated: None,
        })
    }

    fn hash(&self) -> anyhow::Result<String> {
        Hasher::new(1)?.hash_now(&self.password)
    }

    fn print(&self) {
        if let Some(text) = &self.generated {
            say!("Password: {text}");
        }
    }
}

/// Turns an API error into a command's error with the same message.
pub(super) fn api<T>(outcome: Result<T, ApiError>) -> anyhow::Result<T> {
    outcome.map_err(|error| match error.cause() {
        Some(_) => anyhow::Error::new(error),
        None => anyhow::anyhow!(error.body("").msg),
    })
}
