//! The type of a setting, and the files generated from their table. A name that is not in the table is an error, so
//! that a typo does not go unnoticed.

use super::table::SETTINGS;

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
    /// Its description, in one line.
    pub help: &'static str,
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

/// Every setting, in the order of `.env.example`.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter()
}

/// The text of `.env.example`.
pub fn example() -> String {
    let mut text = String::from(
        "# Every setting with its default. Copy to .env, or let the first run create it.\n\
         # Unknown keys are rejected.\n",
    );
    for Setting {
        name,
        default,
        help,
        ..
    } in all()
    {
        text.push_str(&format!("\n# {help}\n{name}={default}\n"));
    }
    text
}

/// The `.env` of a first run: a new secret from `random` for each [`Kind::Secret`], every other setting commented out.
/// So the console can tell which settings were set.
pub fn first_run(mut random: impl FnMut() -> String) -> String {
    let mut text = String::from(
        "# Secrets generated for this installation, and every other setting with its default:\n\
         # remove the # in front of a name to change it. Unknown keys are rejected.\n",
    );
    for Setting {
        name,
        default,
        help,
        kind,
    } in all()
    {
        let line = match kind {
            Kind::Secret => format!("{name}={}", random()),
            _ => format!("#{name}={default}"),
        };
        text.push_str(&format!("\n# {help}\n{line}\n"));
    }
    text
}

/// The known setting closest to `name`, for the message about an unknown one.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    all()
        .map(|setting| (strsim::levenshtein(setting.name, name), setting.name))
        .min()
        .filter(|(distance, _)| *distance <= 4)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likely_typo_gets_a_suggestion_and_an_unrelated_name_does_not() {
        assert_eq!(nearest("DATABSE_URL"), Some("DATABASE_URL"));
        assert_eq!(nearest("SOMETHING_ELSE_ENTIRELY"), None);
    }

    #[test]
    fn the_first_env_sets_the_secrets_and_nothing_else() {
        let text = first_run(|| "abc".to_owned());
        for setting in all().filter(|setting| setting.kind == Kind::Secret) {
            let name = setting.name;
            assert!(text.contains(&format!("\n{name}=abc\n")), "{name}");
        }
        assert!(text.contains("\n#BIND=127.0.0.1:8080\n"));
        assert!(!text.contains("\nBIND="));
    }
}
