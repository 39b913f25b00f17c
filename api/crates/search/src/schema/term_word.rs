//! A term with its names as one string of a column.

use yingku_base::kinds::TermKind;

use crate::text::tokenizer::{Piece, pieces};

/// Maximum length of [`text_of`], bytes: tantivy truncates longer column values. Far more than the names of any term.
pub(crate) const MAX_BYTES: usize = 60_000;

/// A term with its names in [`super::COUNTED_TERMS`], where each is stored once per segment. Sorted like ids as texts.
pub(crate) struct TermWord<'a> {
    pub(crate) kind: TermKind,
    pub(crate) id: &'a str,
    /// A text of [`crate::read::names`].
    pub(crate) names: &'a str,
}

impl<'a> TermWord<'a> {
    pub(crate) fn format(kind: TermKind, id: i64, names: &str) -> String {
        format!("{id} {}\n{names}", kind.code())
    }

    pub(crate) fn parse(word: &'a [u8]) -> Option<Self> {
        let (term, names) = std::str::from_utf8(word).ok()?.split_once('\n')?;
        let (id, kind) = term.split_once(' ')?;
        let kind = TermKind::from_code(kind.parse().ok()?)?;
        Some(Self { kind, id, names })
    }
}

/// Names, each folded and as written, as a text for [`crate::read::names::Names::number`]: a line each, a space before each piece, and
/// after a tab the written form, if it differs.
pub(crate) fn text_of(names: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::new();
    for (folded, written) in names {
        let before = text.len();
        for piece in pieces(&folded) {
            text.push(' ');
            match piece {
                Piece::Cjk(run) => text.extend(run),
                Piece::Word(word) => text.push_str(&word),
            }
        }
        if written != folded {
            text.push('\t');
            text.extend(written.chars().filter(|c| !c.is_control()));
        }
        text.push('\n');
        if text.len() > MAX_BYTES {
            text.truncate(before);
            break;
        }
    }
    text
}
