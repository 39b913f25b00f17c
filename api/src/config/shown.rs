//! What operators see of the settings: each with its value and where that came from, and of secrets only whether they
//! are set.

use super::settings::{Redaction, Setting};

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The environment of the process.
    Environment,
    /// `.env`.
    File,
    /// The table of settings.
    Default,
}

impl Origin {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Environment => "env",
            Self::File => "file",
            Self::Default => "default",
        }
    }
}

/// A setting as it holds, fit to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownSetting {
    /// The environment variable.
    pub name: &'static str,
    /// What holds; of a secret nothing.
    pub value: String,
    /// What holds when it is not set.
    pub default: &'static str,
    /// Where the value came from.
    pub origin: Origin,
    /// One line of meaning.
    pub help: &'static str,
    /// Whether it is a secret.
    pub secret: bool,
    /// Whether it has a value.
    pub is_set: bool,
}

impl ShownSetting {
    /// A setting with the value that was given, if one was.
    pub(super) fn of(setting: &Setting, given: Option<(&str, Origin)>) -> Self {
        let (value, origin) = given.unwrap_or((setting.default, Origin::Default));
        Self {
            name: setting.name,
            value: seen(setting.sight, value),
            default: setting.default,
            origin,
            help: setting.help,
            secret: setting.sight == Redaction::Hidden,
            is_set: !value.is_empty(),
        }
    }
}

/// As much of a value as may be seen.
fn seen(sight: Redaction, value: &str) -> String {
    match sight {
        Redaction::Whole => value.to_owned(),
        Redaction::Hidden => String::new(),
        // A password can stand in several places of an address, so only the kind of a server is told.
        Redaction::Address => match value.split_once("://") {
            Some(("sqlite", _)) => value.to_owned(),
            Some((scheme, _)) => format!("{scheme}://…"),
            None => String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::settings::all;

    #[test]
    fn of_secrets_and_addresses_no_password_is_seen() {
        for (sight, value, shown) in [
            (Redaction::Whole, "info", "info"),
            (Redaction::Hidden, "0123456789abcdef", ""),
            (
                Redaction::Address,
                "sqlite://data/yingku.db",
                "sqlite://data/yingku.db",
            ),
            (
                Redaction::Address,
                "postgres://u:geheim@db/x",
                "postgres://…",
            ),
            (Redaction::Address, "redis://:geheim@host/0", "redis://…"),
            (Redaction::Address, "geheim", ""),
            (Redaction::Address, "", ""),
        ] {
            assert_eq!(seen(sight, value), shown, "{value}");
        }
    }

    #[test]
    fn a_setting_that_is_named_like_a_secret_is_one() {
        // Public, as it ships in the site's bundle; and the names of files.
        let open =
            |name: &str| name == "APP_SECRET" || name.ends_with("_FILE") || name.ends_with("_ID");
        for setting in all().filter(|setting| !open(setting.name)) {
            let words: Vec<&str> = setting.name.split('_').collect();
            if ["SECRET", "PASSWORD"]
                .iter()
                .any(|word| words.contains(word))
            {
                assert_eq!(setting.sight, Redaction::Hidden, "{}", setting.name);
            }
            if setting.default.contains("://") && setting.name.starts_with("DATABASE")
                || setting.name == "REDIS_URL"
            {
                assert_eq!(setting.sight, Redaction::Address, "{}", setting.name);
            }
        }
    }
}
