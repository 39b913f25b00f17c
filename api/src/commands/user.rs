//! `yingku user`: what operators do with users from the command line.

use std::io::BufRead as _;
use std::process::ExitCode;

use anyhow::Context as _;
use diesel::OptionalExtension as _;
use diesel::result::QueryResult;

use super::{clock, ready_database};
use crate::account::forms;
use crate::account::hashing::Hasher;
use crate::account::level::VIP;
use crate::account::password::Password;
use crate::account::role::Permission;
use crate::account::sessions;
use crate::account::user_name::UserName;
use crate::account::users::{self, UserChange, UserRow};
use crate::cli::{CreateUserArgs, GrantArgs, SetPasswordArgs, UserCommand};
use crate::config::Config;
use crate::db::{Conn, Db, DbError};
use crate::http::error::ApiError;
use crate::http::time::wire;
use crate::ids::Ids;
use crate::library::counters;
use crate::vip::grants::{self, NewGrant, Source};

/// Users read at once.
const BATCH: i64 = 1_000;
/// Letters and digits that are not mixed up; 32, so that five random bits choose one.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a fresh password: 100 random bits.
const FRESH_LETTERS: usize = 20;

pub(super) fn run(config: &Config, command: &UserCommand) -> anyhow::Result<ExitCode> {
    let users = Users {
        db: ready_database(config)?,
        now: clock().now_ms().div_euclid(1_000),
        ids: Ids::new(config.node_id),
    };
    match command {
        UserCommand::Create(args) => users.create(args)?,
        UserCommand::List => users.list()?,
        UserCommand::SetPassword(args) => users.set_password(args)?,
        UserCommand::Grant(args) => users.grant(args)?,
        UserCommand::Disable(args) => users.set_disabled(&args.name, true)?,
        UserCommand::Enable(args) => users.set_disabled(&args.name, false)?,
    }
    Ok(ExitCode::SUCCESS)
}

struct Users {
    db: Db,
    now: i64,
    ids: Ids,
}

impl Users {
    fn create(&self, args: &CreateUserArgs) -> anyhow::Result<()> {
        let name = said(UserName::parse(&args.name))?;
        let email = args.email.as_deref().map(forms::email).transpose();
        let email = said(email)?.unwrap_or_default();
        let chosen = Chosen::ask(args.password_stdin)?;
        let id = self.ids.next(&*clock());
        let user = UserRow {
            role: args.role.word().to_owned(),
            ..UserRow::new(id, &name, email, chosen.hash()?, self.now)
        };
        let added = self
            .db
            .write_now::<_, DbError, _>(|conn| Ok(users::add(conn, &user)?))?;
        anyhow::ensure!(added, "There is a user of that name already.");
        println!("Made {} with id {id}.", name.shown());
        chosen.print();
        Ok(())
    }

    fn list(&self) -> anyhow::Result<()> {
        let mut last = i64::MIN;
        loop {
            let batch = self
                .db
                .read_now::<_, DbError, _>(|conn| Ok(users::after(conn, last, BATCH)?))?;
            let Some(end) = batch.last() else {
                return Ok(());
            };
            last = end.id;
            for user in &batch {
                let state = if user.disabled { "disabled" } else { "enabled" };
                let level = user.level(self.now);
                println!(
                    "{}\t{}\t{}\t{}\t{state}\t{}",
                    user.id,
                    user.name,
                    level.expire_time.as_deref().map_or_else(
                        || level.group_name.to_owned(),
                        |until| format!("{} ({until})", level.group_name)
                    ),
                    user.role().word(),
                    wire(user.created_at)
                );
            }
        }
    }

    fn set_password(&self, args: &SetPasswordArgs) -> anyhow::Result<()> {
        let chosen = Chosen::ask(args.password_stdin)?;
        let change = UserChange {
            password_hash: Some(chosen.hash()?),
            ..UserChange::default()
        };
        self.change(&args.name, |conn, user| {
            users::change(conn, user, &change, self.now)?;
            sessions::end_others(conn, user, None, self.now).map(|_| ())
        })?;
        chosen.print();
        Ok(())
    }

    fn grant(&self, args: &GrantArgs) -> anyhow::Result<()> {
        let permissions = args.permissions.as_deref().map(|permissions| {
            let words: Vec<_> = permissions.iter().map(|one| one.word()).collect();
            words.join(",")
        });
        let change = UserChange {
            role: args.role.map(|role| role.word().to_owned()),
            permissions,
            ..UserChange::default()
        };
        let user = self.change(&args.name, |conn, user| {
            users::change(conn, user, &change, self.now)?;
            args.vip_days
                .map_or(Ok(()), |days| self.give_vip(conn, user, days))
        })?;
        let words: Vec<_> = user
            .permissions()
            .into_iter()
            .map(Permission::word)
            .collect();
        let level = user.level(self.now);
        println!(
            "role {}, permissions [{}], group {}",
            user.role().word(),
            words.join(", "),
            level.group_name
        );
        Ok(())
    }

    /// Adds days after what is left; 0 ends it.
    fn give_vip(&self, conn: &mut Conn, user: i64, days: i32) -> QueryResult<()> {
        let id = self.ids.next(&*clock());
        if days == 0 {
            return grants::end(conn, id, user, self.now);
        }
        let new = NewGrant {
            id,
            user,
            source: Source::Operator,
            reference: &id.to_string(),
            level_id: VIP,
            days,
        };
        grants::grant(conn, &new, self.now).map(|_| ())
    }

    fn set_disabled(&self, name: &str, disabled: bool) -> anyhow::Result<()> {
        let change = UserChange {
            disabled: Some(disabled),
            ..UserChange::default()
        };
        self.change(name, |conn, user| {
            users::change(conn, user, &change, self.now)?;
            if disabled {
                sessions::end_others(conn, user, None, self.now)?;
            }
            Ok(())
        })
        .map(|_| ())
    }

    /// Changes a user in one transaction, and gives the user as they are now.
    fn change(
        &self,
        name: &str,
        change: impl FnOnce(&mut Conn, i64) -> QueryResult<()>,
    ) -> anyhow::Result<UserRow> {
        let name = said(UserName::parse(name))?;
        let found = self.db.write_now::<_, DbError, _>(|conn: &mut Conn| {
            let Some(user) = held(conn, &name)? else {
                return Ok(None);
            };
            change(conn, user.id)?;
            Ok(Some(users::by_id(conn, user.id)?))
        })?;
        let user = found.with_context(|| format!("There is no user {}.", name.shown()))?;
        println!("Changed {}.", user.name);
        Ok(user)
    }
}

/// The user of a name, held until the transaction ends: what is changed is what was read.
fn held(conn: &mut Conn, name: &UserName) -> QueryResult<Option<UserRow>> {
    let Some(user) = users::by_name(conn, name.key())? else {
        return Ok(None);
    };
    counters::hold_member(conn, user.id)
        .and_then(|()| users::by_id(conn, user.id))
        .optional()
}

/// A password that was given, or a fresh one that has to be told.
struct Chosen {
    password: Password,
    fresh: Option<String>,
}

impl Chosen {
    fn ask(from_stdin: bool) -> anyhow::Result<Self> {
        if !from_stdin {
            let text = fresh_password()?;
            return Ok(Self {
                password: said(Password::parse(&text))?,
                fresh: Some(text),
            });
        }
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        let text = line.trim_end_matches(['\r', '\n']);
        Ok(Self {
            password: said(Password::parse_new(text, text, &[]))?,
            fresh: None,
        })
    }

    fn hash(&self) -> anyhow::Result<String> {
        Hasher::new()?.hash_now(&self.password)
    }

    fn print(&self) {
        if let Some(fresh) = &self.fresh {
            println!("Password: {fresh}");
        }
    }
}

fn fresh_password() -> anyhow::Result<String> {
    let random: [u8; FRESH_LETTERS] = crate::random::bytes()?;
    let letter = |byte: u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
    Ok(random.into_iter().filter_map(letter).collect())
}

/// What the API would answer, as the message of a command.
fn said<T>(outcome: Result<T, ApiError>) -> anyhow::Result<T> {
    outcome.map_err(|error| anyhow::anyhow!(error.body("").msg))
}
