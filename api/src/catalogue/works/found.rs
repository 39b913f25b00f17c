//! Why a keyword found a work.

use std::collections::HashMap;

use diesel::result::QueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::WorkRow;
use super::queries;
use crate::base::values::Id;
use crate::catalogue::index::{
    Keyword, Span, beside_number, beside_understood, has_reading_of, is_date_of, marks_in_name,
    marks_in_title, sounding,
};
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::db::Conn;

/// Why the keyword found the work.
#[derive(Debug, Serialize, ToSchema)]
pub struct Match {
    /// Whether the keyword is its number or a part of it, or has that beside other words.
    pub number: bool,
    /// Whether the keyword is the day, month or year of its publication, or has that beside other words.
    pub date: bool,
    /// Parts of the title, in order, that the keyword has or is the pinyin of.
    pub title: Vec<Part>,
    /// The term by whose name it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<MatchedTerm>,
}

/// Characters of a text, in code points.
#[derive(Debug, Serialize, ToSchema)]
pub struct Part {
    /// The first, from 0.
    #[schema(example = 0)]
    pub from: usize,
    /// The one after the last.
    #[schema(example = 2)]
    pub to: usize,
}

/// A term by whose name a work was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedTerm {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: Id,
    /// The name that matches: its name, Chinese name or an alias.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Parts of the name, in order; none when it was found by pinyin.
    pub parts: Vec<Part>,
}

impl From<Span> for Part {
    fn from(span: Span) -> Self {
        Self {
            from: span.from,
            to: span.to,
        }
    }
}

/// Why the keyword found each of the works, in their order. Terms are read only of those that have no whole reason in
/// themselves.
pub fn explain(conn: &mut Conn, works: &[WorkRow], keyword: &Keyword) -> QueryResult<Vec<Match>> {
    let own: Vec<OwnReason> = works.iter().map(|work| own_reason(work, keyword)).collect();
    let unexplained = works.iter().zip(&own).filter(|(_, own)| !own.is_whole);
    let unexplained: Vec<i64> = unexplained.map(|(work, _)| work.id).collect();
    let terms = match unexplained.is_empty() {
        true => HashMap::new(),
        false => queries::terms_of_works(conn, &unexplained)?,
    };
    let explained = works.iter().zip(own).map(|(work, own)| Match {
        term: terms.get(&work.id).and_then(|terms| best(terms, keyword)),
        ..own.found
    });
    Ok(explained.collect())
}

/// What a work has of a keyword in its number, day and title.
struct OwnReason {
    found: Match,
    /// Whether nothing of the keyword is left to explain.
    is_whole: bool,
}

fn own_reason(work: &WorkRow, keyword: &Keyword) -> OwnReason {
    let date = is_date_of(keyword, work.pub_time);
    let rest = beside_number(keyword, &work.number);
    let channel = Channel::from_code(work.mod_id);
    let understood = beside_understood(keyword, channel, work.pub_time);
    let (unsaid, is_dated) = understood.unzip();
    let marks = marks_in_title(keyword, &work.title);
    let is_whole = match &rest {
        Some(rest) => marks_in_title(rest, &work.title).is_whole,
        None => {
            let is_whole = |rest: Keyword| marks_in_title(&rest, &work.title).is_whole;
            marks.is_whole || unsaid.is_some_and(is_whole)
        }
    };
    let mut title = marks.spans;
    if date && !is_whole {
        // A part of a date, such as 月, is no reason beside it.
        title.clear();
    }
    if title.is_empty() {
        title = sounding(keyword, &work.title);
    }
    OwnReason {
        found: Match {
            date: date || is_dated == Some(true),
            number: rest.is_some(),
            title: title.into_iter().map(Part::from).collect(),
            term: None,
        },
        is_whole: is_whole || date,
    }
}

/// The term and name of which most is matched; the first of equals.
fn best(terms: &[(TermKind, TermRow)], keyword: &Keyword) -> Option<MatchedTerm> {
    let names = terms.iter().flat_map(|(kind, row)| {
        let aliases = row.alias_list();
        // The name that the site shows comes first.
        let names = [row.name_cn.clone(), row.name.clone()]
            .into_iter()
            .chain(aliases);
        names.map(move |name| (*kind, row.id, name))
    });
    let length = |parts: &[Span]| -> usize { parts.iter().map(|part| part.to - part.from).sum() };
    let mut best: Option<(usize, MatchedTerm)> = None;
    for (kind, id, name) in names.filter(|(_, _, name)| !name.is_empty()) {
        let parts = marks_in_name(keyword, &name).spans;
        let read = kind != TermKind::Tag && has_reading_of(keyword, &name);
        let matched = length(&parts).max(usize::from(read));
        if matched > best.as_ref().map_or(0, |(most, _)| *most) {
            let parts = parts.into_iter().map(Part::from).collect();
            best = Some((
                matched,
                MatchedTerm {
                    kind,
                    id: Id(id),
                    name,
                    parts,
                },
            ));
        }
    }
    best.map(|(_, term)| term)
}
