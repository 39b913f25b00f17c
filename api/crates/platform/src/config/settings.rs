//! All settings, and the files generated from them.

use std::path::Path;

use super::Config;
use super::shown::{Kind, Setting, ShownSetting};
use super::source::{Source, environment};

/// Every setting with its default, in the order of `.env.example`.
pub fn all() -> Vec<ShownSetting> {
    let mut source = Source::default();
    Config::read(&mut source);
    source.finish().unwrap_or_default()
}

/// The text of `.env.example`.
pub fn example() -> String {
    let head = "# Every setting with its default. Copy to .env, or let the first run create it.\n\
                # Unknown keys are rejected.\n";
    env_file(head, |setting| {
        format!("{}={}", setting.name, setting.default)
    })
}

/// The `.env` of a first run: a new secret from `random` for each [`Kind::Secret`], every other setting commented out.
/// So the console can tell which settings were set.
fn first_run(mut random: impl FnMut() -> String) -> String {
    let head = "# Secrets generated for this installation, and every other setting with its default:\n\
                # remove the # in front of a name to change it. Unknown keys are rejected.\n";
    env_file(head, |setting| match setting.kind {
        Kind::Secret => format!("{}={}", setting.name, random()),
        _ => format!("#{}={}", setting.name, setting.default),
    })
}

fn env_file(head: &str, mut line: impl FnMut(&Setting) -> String) -> String {
    let mut text = head.to_owned();
    for ShownSetting { setting, .. } in all() {
        let line = line(&setting);
        text.push_str(&format!("\n# {}\n{line}\n", setting.help));
    }
    text
}

/// The text of `docs/settings.md`.
pub fn document() -> String {
    let mut text = String::from(
        "# Settings\n\n\
         `yingku config document` writes this page. A setting is a variable of the environment or a line of `.env`; it\n\
         applies after a restart. [operate.md](operate.md#settings-and-secrets) says which ones an operator decides.\n\n\
         | name | default | allowed | meaning |\n|---|---|---|---|\n",
    );
    let code = |text: &str| match text {
        "" => String::new(),
        text => format!("`{text}`"),
    };
    for ShownSetting {
        setting, allowed, ..
    } in all()
    {
        let (name, default) = (code(setting.name), code(setting.default));
        // In Markdown, <id> would be an element.
        let help = setting.help.replace('<', "&lt;");
        text.push_str(&format!("| {name} | {default} | {allowed} | {help} |\n"));
    }
    text
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
    let names = all().into_iter().map(|shown| shown.setting.name);
    names
        .filter_map(|name| Some(env_line(name, &environment(name)?)))
        .collect()
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_first_env_sets_the_secrets_and_nothing_else() {
        let text = first_run(|| "abc".to_owned());
        let secrets = all().into_iter();
        for secret in secrets.filter(|shown| shown.setting.kind == Kind::Secret) {
            let name = secret.setting.name;
            assert!(text.contains(&format!("\n{name}=abc\n")), "{name}");
        }
        assert!(text.contains("\n#BIND=127.0.0.1:8080\n"));
        assert!(!text.contains("\nBIND="));
    }

    #[test]
    fn every_setting_is_named_once_and_described_in_both_languages() {
        let mut names = HashSet::new();
        for ShownSetting { setting, .. } in all() {
            assert!(names.insert(setting.name), "{}", setting.name);
            assert!(!setting.help.is_empty(), "{}", setting.name);
            let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            assert!(setting.help_zh.chars().any(is_chinese), "{}", setting.name);
        }
        assert!(names.len() > 50);
    }
}
