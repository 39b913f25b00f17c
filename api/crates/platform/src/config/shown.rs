//! The settings as shown to operators: each with its value and origin; secrets only as set or not set.

use super::settings::{Kind, Setting};

/// Where a value comes from.
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
    /// Its value in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Environment => "env",
            Self::File => "file",
            Self::Default => "default",
        }
    }
}

/// A setting as shown to operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownSetting {
    /// The environment variable.
    pub name: &'static str,
    /// The value in force; empty for a secret.
    pub value: String,
    /// The default value.
    pub default: &'static str,
    /// Where the value comes from.
    pub origin: Origin,
    /// Its description, in one line.
    pub help: &'static str,
    /// Whether it is a secret.
    pub secret: bool,
    /// Whether it has a value.
    pub is_set: bool,
}

impl ShownSetting {
    /// A setting with the given value, if there is one.
    pub(super) fn new(setting: &Setting, given: Option<(&str, Origin)>) -> Self {
        let (value, origin) = given.unwrap_or((setting.default, Origin::Default));
        Self {
            name: setting.name,
            value: redacted(setting.kind, value),
            default: setting.default,
            origin,
            help: setting.help,
            secret: matches!(setting.kind, Kind::Hidden | Kind::Secret),
            is_set: !value.is_empty(),
        }
    }
}

/// The part of a value that may be shown.
fn redacted(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Open => value.to_owned(),
        Kind::Hidden | Kind::Secret => String::new(),
        // A password can be in several parts of a URL, so only the scheme is shown.
        Kind::Address => match value.split_once("://") {
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
    fn passwords_in_secrets_and_urls_are_masked() {
        for (kind, value, shown) in [
            (Kind::Open, "info", "info"),
            (Kind::Hidden, "0123456789abcdef", ""),
            (
                Kind::Address,
                "sqlite://data/yingku.db",
                "sqlite://data/yingku.db",
            ),
            (Kind::Address, "postgres://u:geheim@db/x", "postgres://…"),
            (Kind::Address, "redis://:geheim@host/0", "redis://…"),
            (Kind::Address, "geheim", ""),
            (Kind::Address, "", ""),
        ] {
            assert_eq!(redacted(kind, value), shown, "{value}");
        }
    }

    #[test]
    fn a_setting_named_like_a_secret_is_treated_as_one() {
        // Public, as it ships in the site's bundle; and the names of files.
        let open =
            |name: &str| name == "APP_SECRET" || name.ends_with("_FILE") || name.ends_with("_ID");
        for setting in all().filter(|setting| !open(setting.name)) {
            let words: Vec<&str> = setting.name.split('_').collect();
            if ["SECRET", "PASSWORD"]
                .iter()
                .any(|word| words.contains(word))
            {
                assert!(
                    matches!(setting.kind, Kind::Hidden | Kind::Secret),
                    "{}",
                    setting.name
                );
            }
            if setting.default.contains("://") && setting.name.starts_with("DATABASE")
                || setting.name == "REDIS_URL"
            {
                assert_eq!(setting.kind, Kind::Address, "{}", setting.name);
            }
        }
    }
}
