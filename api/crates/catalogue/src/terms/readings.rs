//! Derived columns by which a term is found in a sidebar: its letter, and its names as people type them. A change of
//! names resets both, with their version, in the same statement; the worker that moves merged terms recomputes them.

use diesel::prelude::*;
use diesel::result::QueryResult;
use pinyin::ToPinyin as _;
use yingku_db::Conn;
use yingku_db::schema::terms;
use yingku_search::{folded, is_bracket, joined_runs, normalise, readings, surname};

use crate::import::text::visible;
use crate::kinds::TermKind;

/// The letter of names that do not begin with one.
pub const OTHER: &str = "#";

/// Version of the derivation. Increase it after a change of [`initial`], [`readings`] or [`plain`].
const DERIVATION_VERSION: i16 = 4;

/// Characters that, at the start of a name, mostly have another initial than that of their first reading.
const BEGIN: [(char, char); 3] = [('长', 'C'), ('厦', 'X'), ('茄', 'Q')];

/// A term whose names have not been processed.
#[derive(Queryable)]
pub struct UnprocessedTerm {
    id: i64,
    kind: i16,
    name: String,
    name_cn: String,
    aliases: String,
}

impl UnprocessedTerm {
    fn is_person(&self) -> bool {
        let kind = TermKind::from_code(self.kind);
        matches!(kind, Some(TermKind::Performer | TermKind::Director))
    }
}

/// The terms whose names have invisible characters.
pub fn with_invisible_characters(terms: &[UnprocessedTerm]) -> Vec<i64> {
    let is_untidy = |term: &&UnprocessedTerm| {
        let aliases: Vec<String> = serde_json::from_str(&term.aliases).unwrap_or_default();
        let proper = [&term.name, &term.name_cn].into_iter();
        let mut names = proper.chain(&aliases);
        names.any(|name| visible(name) != name.as_str())
    };
    terms.iter().filter(is_untidy).map(|term| term.id).collect()
}

/// At most `max` terms whose names have not been processed, or only by an earlier version.
pub fn unread(conn: &mut Conn, max: i64) -> QueryResult<Vec<UnprocessedTerm>> {
    let names = (
        terms::id,
        terms::kind,
        terms::name,
        terms::name_cn,
        terms::aliases,
    );
    let new = terms::table
        .select(names)
        .filter(terms::initial.is_null())
        .order(terms::id)
        .limit(max)
        .load(conn)?;
    if !new.is_empty() {
        return Ok(new);
    }
    terms::table
        .select(names)
        .filter(terms::read_by.lt(DERIVATION_VERSION))
        .order((terms::read_by, terms::id))
        .limit(max)
        .load(conn)
}

/// Stores the derived columns, unless the names have changed meanwhile.
pub fn store(conn: &mut Conn, read: &[UnprocessedTerm]) -> QueryResult<()> {
    for term in read {
        let aliases: Vec<String> = serde_json::from_str(&term.aliases).unwrap_or_default();
        let names: Vec<&str> = [term.name.as_str(), term.name_cn.as_str()]
            .into_iter()
            .chain(aliases.iter().map(String::as_str))
            .filter(|name| !name.is_empty())
            .collect();
        let shown = if term.name_cn.is_empty() {
            &term.name
        } else {
            &term.name_cn
        };
        let unchanged = terms::table
            .find(term.id)
            .filter(terms::name.eq(&term.name))
            .filter(terms::name_cn.eq(&term.name_cn))
            .filter(terms::aliases.eq(&term.aliases));
        diesel::update(unchanged)
            .set((
                terms::initial.eq(initial(term.is_person(), shown)),
                terms::readings.eq(typed(&names)),
                terms::read_by.eq(DERIVATION_VERSION),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// The letter of a name: its first Latin letter, or that of the pinyin of its first character.
fn initial(of_person: bool, name: &str) -> String {
    let normal: Vec<char> = normalise(name).trim().chars().collect();
    let surname = surname(&normal).filter(|_| of_person);
    let surname = surname.and_then(|(_, read)| read.first()?.chars().next());
    let letter = surname.or_else(|| {
        let first = normal.first()?;
        let known = BEGIN.iter().find(|(begin, _)| begin == first);
        match (known, first.to_pinyin()) {
            (Some((_, letter)), _) => Some(*letter),
            (None, Some(reading)) => reading.first_letter().chars().next(),
            (None, None) => Some(*first),
        }
    });
    match letter.filter(char::is_ascii_alphabetic) {
        Some(letter) => letter.to_ascii_uppercase().to_string(),
        None => OTHER.to_owned(),
    }
}

/// Every way to type these names, one per line: normalised and without spaces, dots and brackets, in pinyin and by its
/// initials, in Latin letters, and without them.
fn typed(names: &[&str]) -> String {
    let mut ways: Vec<String> = names.iter().map(|name| plain(name)).collect();
    ways.extend(names.iter().flat_map(|name| readings(name)));
    ways.extend(names.iter().flat_map(|name| joined_runs(&folded(name))));
    ways.sort_unstable();
    ways.dedup();
    ways.join("\n")
}

/// A name or typed part of it, normalised, without spaces, dots and brackets.
pub fn plain(text: &str) -> String {
    let normal = normalise(text);
    let kept = normal.chars().filter(|c| !is_between(*c));
    kept.collect()
}

/// Separators between the parts of a name.
fn is_between(c: char) -> bool {
    c.is_whitespace() || is_bracket(c) || matches!(c, '·' | '・' | '-' | '.' | '\'' | '’')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_listed_under_its_first_letter() {
        for (name, letter) in [
            ("林晓月", "L"),
            ("林曉月", "L"),
            ("Ann", "A"),
            ("émile", "E"),
            ("3D", "#"),
            ("かな", "#"),
            ("", "#"),
            ("（山）", "#"),
        ] {
            assert_eq!(initial(false, name), letter, "{name}");
        }
    }

    #[test]
    fn a_polyphone_at_the_start_of_a_surname_has_its_surname_reading() {
        for (name, person, other) in [
            ("曾可欣", "Z", "C"),
            ("单人", "S", "D"),
            ("长泽惠", "C", "C"),
            ("长孙月", "Z", "C"),
            ("萬俟月", "M", "W"),
            ("单于月", "C", "D"),
            ("缪月", "M", "M"),
            ("闞月", "K", "H"),
        ] {
            assert_eq!(initial(true, name), person, "{name}");
            assert_eq!(initial(false, name), other, "{name}");
        }
    }

    #[test]
    fn a_name_is_indexed_in_every_typed_form() {
        assert_eq!(
            typed(&["林晓月", "Lin X."]),
            "linx\nlinxiaoyue\nlxy\n林晓月"
        );
        assert_eq!(plain("让·雷诺"), plain("让雷诺"));
        assert_eq!(plain("【让・雷诺】"), plain("「让雷诺」"));
        assert_eq!(typed(&["林K月"]), "linyue\nly\n林k月\n林月");
    }
}
