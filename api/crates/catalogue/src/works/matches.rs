//! Why a keyword found a work, in the API.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_search::Span;

use crate::kinds::TermKind;

/// Why the keyword found the work.
#[derive(Debug, Serialize, ToSchema)]
pub struct Match {
    /// Whether the keyword has its number or a part of it, alone or with other words.
    pub number: bool,
    /// Whether the keyword has the day, month or year of its publication, alone or with other words.
    pub date: bool,
    /// Parts of the title, in order, that match, also by pinyin.
    pub title: Vec<TextRange>,
    /// The term whose name matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<MatchedTerm>,
}

/// A range of code points.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextRange {
    /// The first, from 0.
    #[schema(example = 0)]
    pub from: usize,
    /// The one after the last.
    #[schema(example = 2)]
    pub to: usize,
}

/// A term whose name matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedTerm {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: Id,
    /// The matching name, Chinese name or alias.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Matching parts of the name, in order; none for pinyin.
    pub parts: Vec<TextRange>,
}

impl From<Span> for TextRange {
    fn from(span: Span) -> Self {
        Self {
            from: span.from,
            to: span.to,
        }
    }
}
