//! Reads and parses settings, and collects every problem.
#![expect(
    clippy::disallowed_methods,
    reason = "only this module reads the environment"
)]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use secrecy::SecretString;
use yingku_base::address::is_local;
use yingku_db::{Engine, tls};

use super::settings::{all, first_run, nearest};
use super::shown::{Origin, ShownSetting};
use crate::ephemeral::RedisAddress;

/// Minimum length of a secret in production, characters.
pub(super) const MIN_SECRET_CHARS: usize = 32;

/// Allows insecure connections to other machines.
pub(super) const INSECURE_NETWORK: &str = "INSECURE_NETWORK";

/// The given values and the problems found so far.
pub(super) struct Source {
    values: BTreeMap<String, (String, Origin)>,
    problems: Vec<String>,
}

impl Source {
    /// Reads the process environment, then the `.env` at `path`, if there is one, for what is not set there.
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
    pub(super) fn text(&self, name: &str) -> String {
        let default = || all().find(|setting| setting.name == name);
        let given = self.given(name).map(|(value, _)| value);
        given
            .or_else(|| default().map(|setting| setting.default))
            .unwrap_or_default()
            .to_owned()
    }

    /// [`Self::text`], or nothing when it is empty.
    pub(super) fn optional(&self, name: &str) -> Option<String> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// The given value and its origin. An empty value counts as not given.
    fn given(&self, name: &str) -> Option<(&str, Origin)> {
        let (value, origin) = self.values.get(name)?;
        let value = value.trim();
        (!value.is_empty()).then_some((value, *origin))
    }

    /// Every setting as shown to operators.
    pub(super) fn settings(&self) -> Vec<ShownSetting> {
        all()
            .map(|setting| ShownSetting::new(setting, self.given(setting.name)))
            .collect()
    }

    /// The choice of the given value. After a problem a default, which is not used.
    pub(super) fn one_of<T: Copy + Default>(&mut self, name: &str, choices: &[(&str, T)]) -> T {
        let text = self.text(name);
        if let Some((_, value)) = choices.iter().find(|(word, _)| *word == text) {
            return *value;
        }
        let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
        self.problem(name, format!("must be one of {}", words.join(", ")));
        T::default()
    }

    pub(super) fn is_on(&mut self, name: &str) -> bool {
        self.one_of(name, &[("on", true), ("off", false)])
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

    pub(super) fn milliseconds(&mut self, name: &str, min: u64, max: u64) -> Duration {
        Duration::from_millis(self.number(name, min, max))
    }

    pub(super) fn parsed<T: FromStr>(&mut self, name: &str, fallback: T) -> T {
        let Ok(value) = self.text(name).parse() else {
            self.problem(name, "cannot be read");
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

    /// Host names, each with an optional port.
    pub(super) fn hosts(&mut self, name: &str) -> Vec<String> {
        let hosts = self.list(name);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        if !hosts.iter().all(|host| host.chars().all(plain)) {
            self.problem(name, "must be host names, such as img.example.com");
        }
        hosts
    }

    pub(super) fn parsed_list<T: FromStr>(&mut self, name: &str) -> Vec<T> {
        let parts = self.list(name);
        let parsed: Vec<T> = parts.iter().filter_map(|part| part.parse().ok()).collect();
        if parsed.len() != parts.len() {
            self.problem(name, "has an entry that cannot be read");
        }
        parsed
    }

    /// The address of a SQLite or PostgreSQL database.
    pub(super) fn database(&mut self, name: &str) -> String {
        let url = self.text(name);
        if Engine::from_url(&url).is_err() {
            self.problem(name, "must start with sqlite:// or postgres://");
        } else if !is_local(&url)
            && let Some(weakness) = tls::weakness(&url)
        {
            let cure = "add sslmode=verify-full and sslrootcert=FILE to the address";
            self.needs_secure_network(name, weakness, cure);
        }
        url
    }

    /// The address of a Redis, if there is one; it may hold a password.
    pub(super) fn redis(&mut self, name: &str) -> Option<SecretString> {
        let url = self.optional(name)?;
        match RedisAddress::parse(&url) {
            Err(error) => self.problem(name, error),
            Ok(redis) if redis.is_encrypted() || redis.is_local() => {}
            Ok(_) => self.needs_secure_network(name, "is not encrypted", "use a rediss:// address"),
        }
        Some(SecretString::from(url))
    }

    /// A file of certificates for `REDIS_URL`, which must use TLS.
    pub(super) fn redis_ca_file(&mut self, name: &str) -> Option<PathBuf> {
        let file = self.optional(name)?;
        if !RedisAddress::parse(&self.text("REDIS_URL")).is_ok_and(|redis| redis.is_encrypted()) {
            self.problem(name, "requires a rediss:// address in REDIS_URL");
        }
        Some(file.into())
    }

    /// Reports an insecure connection to another machine, unless [`INSECURE_NETWORK`] allows it.
    pub(super) fn needs_secure_network(&mut self, name: &str, weakness: &str, cure: &str) {
        if self.text(INSECURE_NETWORK) != "allow" {
            self.problem(
                name,
                format!("leads to another machine and {weakness}: {cure}, or set {INSECURE_NETWORK}=allow if the network is private"),
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

    pub(super) fn finish(&self) -> Result<(), String> {
        if self.problems.is_empty() {
            return Ok(());
        }
        Err(format!(
            "The settings have problems:\n  {}",
            self.problems.join("\n  ")
        ))
    }

    pub(super) fn problem(&mut self, name: &str, what: impl Display) {
        self.problems.push(format!("{name}: {what}"));
    }
}

/// Writes a `.env` with new secrets to `path` unless the file exists; returns whether it did.
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

/// The settings that come from the environment, as lines of a `.env`.
pub fn lines_of_environment() -> String {
    let set = all().filter_map(|setting| Some((setting.name, std::env::var(setting.name).ok()?)));
    set.map(|(name, value)| env_line(name, &value)).collect()
}

fn env_line(name: &str, value: &str) -> String {
    let mut line = format!("{name}=\"");
    for char in value.chars() {
        match char {
            '\n' => line.push_str("\\n"),
            '\\' | '"' | '$' => line.extend(['\\', char]),
            _ => line.push(char),
        }
    }
    line.push_str("\"\n");
    line
}

/// The name of the system user running the program, if known; for the audit log.
pub fn system_user() -> Option<String> {
    ["SUDO_USER", "LOGNAME", "USER"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|name| !name.is_empty())
}
