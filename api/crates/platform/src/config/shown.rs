//! A setting: how it is declared, and how much of it operators see. Of a secret only whether it is set.

/// One setting, as it is declared.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
    /// Its description, in one line.
    pub help: &'static str,
    /// Its description in Chinese, for the console.
    pub help_zh: &'static str,
    /// How much of it is shown to operators, and whether the first run generates it.
    pub kind: Kind,
}

/// How a setting is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Operators see the whole value.
    Open,
    /// A URL that may contain a password: operators see its scheme.
    Address,
    /// Operators see only whether it is set.
    Hidden,
    /// Hidden; the first run generates it, and production requires it.
    Secret,
}

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
#[derive(Debug, Clone)]
pub struct ShownSetting {
    /// Its declaration.
    pub setting: Setting,
    /// The values it may have: bounds or words; empty when the description says it.
    pub allowed: String,
    /// The value in force; empty for a secret.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// Whether it has a value.
    pub is_set: bool,
}

impl ShownSetting {
    pub(super) fn new(setting: Setting, allowed: String, value: &str, origin: Origin) -> Self {
        Self {
            value: redacted(setting.kind, value),
            setting,
            allowed,
            origin,
            is_set: !value.is_empty(),
        }
    }

    /// Whether it is a secret.
    pub fn is_secret(&self) -> bool {
        matches!(self.setting.kind, Kind::Hidden | Kind::Secret)
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
        for ShownSetting { setting, .. } in all() {
            if open(setting.name) {
                continue;
            }
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
