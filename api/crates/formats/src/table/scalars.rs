//! Small values of cells.

use crate::text::folded;

/// `0`, `0.0`, `0:00`, `0分钟`.
pub(super) fn is_zero(text: &str) -> bool {
    let has_digits = text.contains('0');
    has_digits && !text.contains(|c: char| matches!(c, '1'..='9' | '/' | '%'))
}

/// Whether a date begins with what is no month, so that no order of month and day makes it clear: `26-1-5`.
pub(super) fn is_year_first(date: &str) -> bool {
    let first = date.trim().split(['-', '/', '.']).next();
    let first = first.and_then(|first| first.parse::<u32>().ok());
    first.is_some_and(|first| first > 12)
}

/// The value of a formula that failed, as a table of text has it.
pub(super) fn is_error(text: &str) -> bool {
    matches!(
        text,
        "#N/A"
            | "#VALUE!"
            | "#REF!"
            | "#DIV/0!"
            | "#NAME?"
            | "#NUM!"
            | "#NULL!"
            | "#SPILL!"
            | "#CALC!"
    )
}

/// Yes or no.
pub(super) fn switch(text: &str) -> Option<bool> {
    match folded(text).as_str() {
        "1" | "true" | "yes" | "y" | "t" | "是" | "√" | "有" | "checked" | "✓" | "✔" | "☑" => {
            Some(true)
        }
        "0" | "false" | "no" | "n" | "f" | "否" | "×" | "无" | "unchecked" | "☐" | "✗" => {
            Some(false)
        }
        _ => None,
    }
}
