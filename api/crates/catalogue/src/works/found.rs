//! Explains why a keyword matched a work.

use std::collections::HashMap;

use diesel::result::QueryResult;
use yingku_base::values::Id;
use yingku_db::Conn;
use yingku_search::{
    Keyword, Span, has_reading_of, is_date_of, keyword_without_number, marks_in_name,
    marks_in_title, pinyin_matches,
};

use super::matches::{Match, MatchedTerm, TextRange};
use super::model::WorkRow;
use super::queries;
use crate::kinds::{Channel, TermKind};
use crate::terms::model::TermRow;

/// Why the keyword matched each of the works, in their order. Terms are read only of works whose own fields do not
/// explain the whole keyword.
pub fn explain(conn: &mut Conn, works: &[WorkRow], keyword: &Keyword) -> QueryResult<Vec<Match>> {
    let own: Vec<OwnMatch> = works.iter().map(|work| own_match(work, keyword)).collect();
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

/// The match of a keyword in a work's number, date and title.
struct OwnMatch {
    found: Match,
    /// Whether the whole keyword is explained.
    is_whole: bool,
}

fn own_match(work: &WorkRow, keyword: &Keyword) -> OwnMatch {
    let date = is_date_of(keyword, work.pub_time);
    let rest = keyword_without_number(keyword, &work.number);
    let channel = Channel::from_code(work.mod_id);
    let understood = keyword.without_explained_by(channel, work.pub_time);
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
        // A part of the date, such as 月, does not also count as a match in the title.
        title.clear();
    }
    if title.is_empty() {
        title = pinyin_matches(keyword, &work.title);
    }
    OwnMatch {
        found: Match {
            date: date || is_dated == Some(true),
            number: rest.is_some(),
            title: title.into_iter().map(TextRange::from).collect(),
            term: None,
        },
        is_whole: is_whole || date,
    }
}

/// The term and name with the longest match; the first of equals.
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
        if matched > best.as_ref().map_or(0, |(max, _)| *max) {
            let parts = parts.into_iter().map(TextRange::from).collect();
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
