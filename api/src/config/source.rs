//! Where settings come from, and the collecting of every problem with them.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the module that owns the environment"
)]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use secrecy::SecretString;

use crate::base::address::is_on_this_machine;
use crate::db::Engine;
use crate::ephemeral::{is_redis_on_this_machine, is_redis_url};

use super::settings::{all, first_run, nearest};
use super::shown::{Origin, ShownSetting};

/// A secret shorter than this is no secret.
pub(super) const MIN_SECRET_CHARS: usize = 32;

/// Says that unencrypted connections to other machines are meant.
pub(super) const INSECURE_NETWORK: &str = "INSECURE_NETWORK";

/// The values given, and what is wrong with them.
pub(super) struct Source {
    values: BTreeMap<String, (String, Origin)>,
    problems: Vec<String>,
}

impl Source {
    /// `.env` at `path` when there is one, with the process environment on top.
    pub(super) fn from_env(path: &Path) -> Result<Self, String> {
        let mut values = BTreeMap::new();
        if path.exists() {
            let lines = dotenvy::from_path_iter(path).map_err(|error| error.to_string())?;
            for line in lines {
                let (name, value) = line.map_err(|error| format!(".env: {error}"))?;
                values.insert(name, (value, Origin::File));
            }
        }
        for setting in all() {
            if let Ok(value) = std::env::var(setting.name) {
                values.insert(setting.name.to_owned(), (value, Origin::Environment));
            }
        }
        Ok(Self::new(values))
    }

    pub(super) fn from_pairs(pairs: &[(&str, &str)]) -> Self {
        Self::new(
            pairs
                .iter()
                .map(|(k, v)| ((*k).to_owned(), ((*v).to_owned(), Origin::File)))
                .collect(),
        )
    }

    fn new(values: BTreeMap<String, (String, Origin)>) -> Self {
        let known = |name: &str| all().any(|setting| setting.name == name);
        let problems = values
            .keys()
            .filter(|name| !known(name))
            .map(|name| match nearest(name) {
                Some(near) => format!("{name}: unknown setting; did you mean {near}?"),
                None => format!("{name}: unknown setting"),
            })
            .collect();
        Self { values, problems }
    }

    /// The value, or the default. An empty value counts as not set.
    pub(super) fn text(&mut self, name: &str) -> String {
        let default = || all().find(|setting| setting.name == name);
        match self.given(name) {
            Some((value, _)) => value.to_owned(),
            None => default().map_or_else(String::new, |setting| setting.default.to_owned()),
        }
    }

    /// The value that was given, and where. An empty one counts as not given.
    fn given(&self, name: &str) -> Option<(&str, Origin)> {
        let (value, origin) = self.values.get(name)?;
        let value = value.trim();
        (!value.is_empty()).then_some((value, *origin))
    }

    /// Every setting, fit to show.
    pub(super) fn shown(&self) -> Vec<ShownSetting> {
        all()
            .map(|setting| ShownSetting::of(setting, self.given(setting.name)))
            .collect()
    }

    pub(super) fn choice(&mut self, name: &str, choices: &[&str]) -> String {
        let value = self.text(name);
        if !choices.contains(&value.as_str()) {
            self.problem(name, format!("must be one of {}", choices.join(", ")));
        }
        value
    }

    pub(super) fn number<N>(&mut self, name: &str, min: N, max: N) -> N
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        match self.text(name).parse::<N>() {
            Ok(number) if number >= min && number <= max => number,
            _ => {
                self.problem(name, format!("must be a whole number from {min} to {max}"));
                min
            }
        }
    }

    pub(super) fn parsed<T: FromStr>(&mut self, name: &str, fallback: T) -> T {
        let Ok(value) = self.text(name).parse() else {
            self.problem(name, "cannot be read".to_owned());
            return fallback;
        };
        value
    }

    pub(super) fn list(&mut self, name: &str) -> Vec<String> {
        let text = self.text(name);
        text.split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Names of hosts, perhaps with a port, and nothing else.
    pub(super) fn hosts(&mut self, name: &str) -> Vec<String> {
        let hosts = self.list(name);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        if !hosts.iter().all(|host| host.chars().all(plain)) {
            self.problem(
                name,
                "must be names of hosts, such as img.example.com".to_owned(),
            );
        }
        hosts
    }

    pub(super) fn parsed_list<T: FromStr>(&mut self, name: &str) -> Vec<T> {
        let parts = self.list(name);
        let parsed: Vec<T> = parts.iter().filter_map(|part| part.parse().ok()).collect();
        if parsed.len() != parts.len() {
            self.problem(name, "has an entry that cannot be read".to_owned());
        }
        parsed
    }

    /// An address of a database that we know.
    pub(super) fn database(&mut self, name: &str) -> String {
        let url = self.text(name);
        if Engine::of(&url).is_err() {
            self.problem(name, "must start with sqlite:// or postgres://".to_owned());
        } else if !is_on_this_machine(&url) {
            self.needs_secure_network(name);
        }
        url
    }

    /// An address of a Redis, or nothing; it may hold a password.
    pub(super) fn redis(&mut self, name: &str) -> Option<SecretString> {
        let url = self.text(name);
        if !url.is_empty() && !is_redis_url(&url) {
            self.problem(
                name,
                "must be a redis:// or redis+unix:// address".to_owned(),
            );
        } else if !is_redis_on_this_machine(&url) {
            self.needs_secure_network(name);
        }
        (!url.is_empty()).then(|| SecretString::from(url))
    }

    /// Nothing is encrypted on the way to another machine: an operator has to have said that this is meant.
    fn needs_secure_network(&mut self, name: &str) {
        if self.text(INSECURE_NETWORK) != "allow" {
            self.problem(
                name,
                format!("leads to another machine without TLS; set {INSECURE_NETWORK}=allow if nobody else listens there"),
            );
        }
    }

    pub(super) fn secret(&mut self, name: &str, production: bool) -> SecretString {
        let value = self.text(name);
        if production && value.chars().count() < MIN_SECRET_CHARS {
            self.problem(
                name,
                format!("must be set to at least {MIN_SECRET_CHARS} characters in production"),
            );
        }
        SecretString::from(value)
    }

    pub(super) fn finish(self) -> Result<(), String> {
        if self.problems.is_empty() {
            return Ok(());
        }
        Err(format!(
            "The settings have problems:\n  {}",
            self.problems.join("\n  ")
        ))
    }

    pub(super) fn problem(&mut self, name: &str, what: String) {
        self.problems.push(format!("{name}: {what}"));
    }
}

/// Writes a `.env` with fresh secrets at `path` unless one is there; says whether it did.
///
/// # Errors
/// The file system's.
pub fn write_first_env(path: &Path, random: impl FnMut() -> String) -> std::io::Result<bool> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;

    let file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match file {
        Ok(mut file) => file.write_all(first_run(random).as_bytes()).map(|()| true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// The name of whoever runs the program on the machine, where the system says it; for the log of changes.
pub fn system_user() -> Option<String> {
    ["SUDO_USER", "LOGNAME", "USER"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|name| !name.is_empty())
}
