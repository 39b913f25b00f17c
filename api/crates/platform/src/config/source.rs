//! Where settings come from, and what is wrong with them. Problems are collected, so that all are reported at once.
#![expect(
    clippy::disallowed_methods,
    reason = "only config/ reads the environment"
)]

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use super::rule::Rule;
use super::shown::{Origin, Setting, ShownSetting};

/// The given values, and what was read of them so far.
#[derive(Default)]
pub(super) struct Source {
    /// The lines of `.env`.
    file: BTreeMap<String, String>,
    /// Whether the process environment counts.
    has_environment: bool,
    settings: Vec<ShownSetting>,
    problems: Vec<String>,
    /// `INSECURE_NETWORK`: whether connections to other machines may be insecure.
    pub(super) allows_insecure_network: bool,
}

impl Source {
    /// The process environment, then the `.env` at `path`, if there is one, for what is not set there.
    pub(super) fn from_env(path: &Path) -> Result<Self, String> {
        let mut source = Self {
            has_environment: true,
            ..Self::default()
        };
        if path.exists() {
            let lines = dotenvy::from_path_iter(path).map_err(|error| error.to_string())?;
            for line in lines {
                let (name, value) = line.map_err(|error| format!(".env: {error}"))?;
                source.file.insert(name, value);
            }
        }
        Ok(source)
    }

    pub(super) fn from_pairs(pairs: &[(&str, &str)]) -> Self {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self {
            file: pairs.iter().map(owned).collect(),
            ..Self::default()
        }
    }

    /// The value of a setting. After a problem the default, so that the others are checked too.
    #[expect(
        clippy::expect_used,
        reason = "a default is part of the program; every test that reads settings reads them all"
    )]
    pub(super) fn read<T: 'static>(&mut self, setting: Setting, rule: Rule<T>) -> T {
        let Setting { name, default, .. } = setting;
        let (text, origin) = self.given(name, default);
        let value = rule.parse(&text).unwrap_or_else(|wrong| {
            self.problem(name, wrong);
            rule.parse(default).expect("a default follows its rule")
        });
        self.settings
            .push(ShownSetting::new(setting, rule.allowed, &text, origin));
        value
    }

    /// The value and its origin. An empty value counts as not given.
    fn given(&self, name: &str, default: &str) -> (String, Origin) {
        let environment = self.has_environment.then(|| environment(name)).flatten();
        let (value, origin) = match (&environment, self.file.get(name)) {
            (Some(value), _) => (value.trim(), Origin::Environment),
            (None, Some(value)) => (value.trim(), Origin::File),
            (None, None) => ("", Origin::Default),
        };
        match value {
            "" => (default.to_owned(), Origin::Default),
            value => (value.to_owned(), origin),
        }
    }

    /// Reports an insecure connection to another machine, unless `INSECURE_NETWORK` allows it.
    pub(super) fn needs_secure_network(&mut self, name: &str, weakness: &str, cure: &str) {
        if !self.allows_insecure_network {
            self.problem(
                name,
                format!("leads to another machine and {weakness}: {cure}, or set INSECURE_NETWORK=allow if the network is private"),
            );
        }
    }

    /// Every setting that was read, or every problem. A name that nobody read is one, so that a typo is noticed.
    pub(super) fn finish(self) -> Result<Vec<ShownSetting>, String> {
        let is_known = |name: &str| self.settings.iter().any(|known| known.setting.name == name);
        let unknown = self.file.keys().filter(|name| !is_known(name));
        let unknown = unknown.map(|name| match nearest(name, &self.settings) {
            Some(near) => format!("{name}: unknown setting; did you mean {near}?"),
            None => format!("{name}: unknown setting"),
        });
        let problems: Vec<_> = unknown.chain(self.problems).collect();
        if problems.is_empty() {
            return Ok(self.settings);
        }
        let problems = problems.join("\n  ");
        Err(format!("The settings have problems:\n  {problems}"))
    }

    pub(super) fn problem(&mut self, name: &str, what: impl Display) {
        self.problems.push(format!("{name}: {what}"));
    }
}

/// A variable of the process environment.
pub(super) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The known setting closest to `name`, for the message about an unknown one.
fn nearest(name: &str, known: &[ShownSetting]) -> Option<&'static str> {
    known
        .iter()
        .map(|known| known.setting.name)
        .map(|known| (strsim::levenshtein(known, name), known))
        .min()
        .filter(|(distance, _)| *distance <= 4)
        .map(|(_, name)| name)
}

/// The key of another program's interface that an import reads, from `STASH_API_KEY`: not an argument, which other users of the
/// machine can see.
pub fn stash_api_key() -> Option<secrecy::SecretString> {
    let key = std::env::var("STASH_API_KEY").ok();
    key.filter(|key| !key.is_empty()).map(Into::into)
}

/// The name of the system user running the program, if known; for the audit log.
pub fn system_user() -> Option<String> {
    ["SUDO_USER", "LOGNAME", "USER"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::settings::all;
    use super::nearest;

    #[test]
    fn a_likely_typo_gets_a_suggestion_and_an_unrelated_name_does_not() {
        assert_eq!(nearest("DATABSE_URL", &all()), Some("DATABASE_URL"));
        assert_eq!(nearest("SOMETHING_ELSE_ENTIRELY", &all()), None);
    }
}
