//! Validation errors of a line, with their location: `magnets[2].infoHash: 应为 40 位十六进制或 32 位 base32 字符`.

use std::fmt;

/// What is wrong with a line: the field, and the reason in Chinese for operators. Of several faults the others follow in the
/// reason, each with its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct ValidationError {
    /// The field, such as `title` or `tags[0].name`; `line` for the line as a whole.
    pub field: String,
    /// The reason.
    pub reason: String,
}

impl ValidationError {
    /// One error for all faults of a line: `title: 缺少该字段；duration: …`.
    pub(super) fn joined(faults: Vec<Self>) -> Self {
        let mut faults = faults.into_iter();
        let mut first = faults.next().unwrap_or_else(|| At::Line.error(""));
        for fault in faults {
            first.reason.push_str(&format!("；{fault}"));
        }
        first
    }
}

/// A problem of a line that is imported nevertheless, in Chinese for operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The field, as in a [`ValidationError`].
    pub field: String,
    /// How the import handled it.
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.field, self.text)
    }
}

/// A place in a line. It borrows its parents, so that it costs nothing unless there is an error.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// The line itself.
    Line,
    /// A field of an object.
    Field(&'a At<'a>, &'a str),
    /// An entry of a list, from 0.
    Item(&'a At<'a>, usize),
}

impl<'a> At<'a> {
    /// The field `name` below this place.
    pub const fn field(&'a self, name: &'a str) -> Self {
        Self::Field(self, name)
    }

    /// The entry `index` below this place.
    pub const fn item(&'a self, index: usize) -> Self {
        Self::Item(self, index)
    }

    /// An error at this place.
    pub fn error(&self, reason: impl Into<String>) -> ValidationError {
        ValidationError {
            field: self.to_string(),
            reason: reason.into(),
        }
    }

    /// A warning at this place.
    pub fn warn(&self, text: impl Into<String>) -> Warning {
        Warning {
            field: self.to_string(),
            text: text.into(),
        }
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line => out.write_str("line"),
            Self::Field(Self::Line, name) => out.write_str(&excerpt(name)),
            Self::Field(above, name) => write!(out, "{above}.{}", excerpt(name)),
            Self::Item(above, index) => write!(out, "{above}[{index}]"),
        }
    }
}

/// Maximum length of an excerpt, in code points.
pub const MAX_EXCERPT: usize = 40;

/// The beginning of untrusted text, without control characters, for a message.
pub fn excerpt(text: &str) -> String {
    let mut short: String = text
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_EXCERPT)
        .collect();
    if text.chars().nth(MAX_EXCERPT).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_position() {
        let line = At::Line;
        let list = line.field("magnets");
        let entry = list.item(2);
        let validation_error = entry.field("infoHash").error("缺少该字段");
        assert_eq!(
            validation_error.to_string(),
            "magnets[2].infoHash: 缺少该字段"
        );
        assert_eq!(
            line.error("不是有效的 JSON").to_string(),
            "line: 不是有效的 JSON"
        );
    }

    #[test]
    fn excerpts_are_short_and_plain() {
        assert_eq!(excerpt("a\u{1b}[31mb"), "a[31mb");
        assert_eq!(excerpt(&"长".repeat(50)), format!("{}…", "长".repeat(40)));
    }
}
