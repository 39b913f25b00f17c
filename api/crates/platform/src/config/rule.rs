//! How the text of a setting becomes its value. A rule says what is wrong without the text, which may be a secret.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use secrecy::SecretString;

type Parse<T> = dyn Fn(&str) -> Result<T, String>;

/// How one setting is read.
pub(super) struct Rule<T> {
    /// Bounds or words, for the documents; empty when the description says it.
    pub(super) allowed: String,
    parse: Box<Parse<T>>,
}

impl<T: 'static> Rule<T> {
    /// The value, or what is wrong.
    pub(super) fn parse(&self, text: &str) -> Result<T, String> {
        (self.parse)(text)
    }

    /// Makes another value of it.
    pub(super) fn map<U: 'static>(self, into: impl Fn(T) -> U + 'static) -> Rule<U> {
        Rule {
            allowed: self.allowed,
            parse: Box::new(move |text| (self.parse)(text).map(&into)),
        }
    }

    /// Rejects values that are not `good`.
    pub(super) fn must(self, good: impl Fn(&T) -> bool + 'static, what: &'static str) -> Self {
        Self {
            allowed: self.allowed,
            parse: Box::new(move |text| {
                let value = (self.parse)(text)?;
                good(&value).then_some(value).ok_or_else(|| what.to_owned())
            }),
        }
    }
}

/// Any rule as a function.
pub(super) fn parsed_by<T: 'static, E: Display>(
    parse: impl Fn(&str) -> Result<T, E> + 'static,
) -> Rule<T> {
    Rule {
        allowed: String::new(),
        parse: Box::new(move |text| parse(text).map_err(|wrong| wrong.to_string())),
    }
}

/// Nothing when it is empty.
pub(super) fn optional<T: 'static>(rule: Rule<T>) -> Rule<Option<T>> {
    Rule {
        allowed: rule.allowed,
        parse: Box::new(move |text| match text {
            "" => Ok(None),
            text => (rule.parse)(text).map(Some),
        }),
    }
}

/// A whole number within bounds.
pub(super) fn number<N>(min: N, max: N) -> Rule<N>
where
    N: FromStr + PartialOrd + Display + Copy + 'static,
{
    Rule {
        allowed: format!("{min}–{max}"),
        parse: Box::new(move |text| match text.parse::<N>() {
            Ok(number) if number >= min && number <= max => Ok(number),
            _ => Err(format!("must be a whole number from {min} to {max}")),
        }),
    }
}

/// How many requests in a time: at least one.
pub(super) fn rate() -> Rule<u32> {
    number(1, 1_000_000)
}

/// A number of milliseconds.
pub(super) fn milliseconds(min: u64, max: u64) -> Rule<Duration> {
    number(min, max).map(Duration::from_millis)
}

/// One of these words.
pub(super) fn choice<T: Copy + 'static>(words: &'static [(&'static str, T)]) -> Rule<T> {
    let names: Vec<_> = words.iter().map(|(word, _)| *word).collect();
    let allowed = names.join(", ");
    let what = format!("must be one of {allowed}");
    Rule {
        allowed,
        parse: Box::new(move |text| {
            let found = words.iter().find(|(word, _)| *word == text);
            found.map(|(_, value)| *value).ok_or_else(|| what.clone())
        }),
    }
}

/// `on` or `off`.
pub(super) fn on_off() -> Rule<bool> {
    choice(&[("on", true), ("off", false)])
}

/// Any text.
pub(super) fn text() -> Rule<String> {
    parsed()
}

/// A secret, which is never logged.
pub(super) fn secret() -> Rule<SecretString> {
    text().map(SecretString::from)
}

/// A file or a folder.
pub(super) fn path() -> Rule<PathBuf> {
    parsed()
}

/// The prefix of an address, without a slash at its end.
pub(super) fn prefix() -> Rule<String> {
    text().map(|text| text.trim_end_matches('/').to_owned())
}

/// Anything that is read from text.
pub(super) fn parsed<T: FromStr + 'static>() -> Rule<T> {
    parsed_by(|text| text.parse().map_err(|_| "cannot be read"))
}

/// A list separated by commas.
pub(super) fn list<T: FromStr + 'static>() -> Rule<Vec<T>> {
    parsed_by(|text| {
        let parts = text.split(',').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).map(str::parse);
        let parsed: Result<_, _> = parts.collect();
        parsed.map_err(|_| "has an entry that cannot be read")
    })
}
