//! Cleans names stored before imports and forms dropped invisible characters ([`visible`]): a term with such a name is
//! renamed to the clean name, or merged into the term that has it.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::schema::{term_merges, terms};
use yingku_db::{Conn, outbox};

use super::names;
use crate::import::rows::{aliases_text, update_term};
use crate::import::term::MAX_ALIASES;
use crate::import::text::visible;

/// The names of a term.
#[derive(Queryable)]
struct Named {
    id: i64,
    kind: i16,
    mod_id: i16,
    name: String,
    name_cn: String,
    aliases: String,
    group: String,
    merged_into: Option<i64>,
}

/// Removes invisible characters from the names of these terms, and merges terms that then have the same name.
pub fn heal(conn: &mut Conn, ids: &[i64], now: i64) -> QueryResult<()> {
    names::lock_for_change(conn)?;
    for id in ids {
        if let Some(term) = named(conn, *id)? {
            heal_one(conn, &term, now)?;
        }
    }
    outbox::record_terms(conn, ids, now)
}

fn heal_one(conn: &mut Conn, term: &Named, now: i64) -> QueryResult<()> {
    let aliases: Vec<String> = serde_json::from_str(&term.aliases).unwrap_or_default();
    let aliases = aliases.iter().map(|alias| visible(alias).into_owned());
    let name_cn = visible(&term.name_cn).into_owned();
    let name = visible(&term.name).into_owned();
    let aliases = others(aliases, &name, &name_cn);
    update_term(
        conn,
        term.id,
        &name_cn,
        &aliases_text(&aliases),
        &term.group,
    )?;
    if name == term.name || name.is_empty() {
        return Ok(());
    }
    let other: Option<(i64, Option<i64>)> = terms::table
        .select((terms::id, terms::merged_into))
        .filter(terms::kind.eq(term.kind))
        .filter(terms::mod_id.eq(term.mod_id))
        .filter(terms::name.eq(&name))
        .first(conn)
        .optional()?;
    let Some((other, merged_into)) = other else {
        return set_name(conn, term.id, &name);
    };
    match (term.merged_into, merged_into.unwrap_or(other)) {
        // A former name that another row already has.
        (Some(_), _) => Ok(()),
        (None, into) if into == term.id => {
            // Names are unique, so the swap needs a third name, which no term can have.
            set_name(conn, other, &format!("\u{1}{other}"))?;
            set_name(conn, term.id, &name)?;
            set_name(conn, other, &term.name)
        }
        (None, into) => {
            add_names(conn, into, [vec![name_cn], aliases].concat())?;
            outbox::record_terms(conn, &[into], now)?;
            join(conn, term.id, into, now)
        }
    }
}

/// Makes every name and id of one term mean the other; its works follow ([`super::moving`]).
pub fn join(conn: &mut Conn, from: i64, into: i64, now: i64) -> QueryResult<()> {
    // Former names move to the target, and unfinished merges into `from` continue into it.
    diesel::update(terms::table.filter(terms::id.eq(from).or(terms::merged_into.eq(from))))
        .set(terms::merged_into.eq(into))
        .execute(conn)?;
    diesel::update(term_merges::table.filter(term_merges::into_id.eq(from)))
        .set(term_merges::into_id.eq(into))
        .execute(conn)?;
    diesel::insert_into(term_merges::table)
        .values((
            term_merges::from_id.eq(from),
            term_merges::into_id.eq(into),
            term_merges::moved_to.eq(0),
            term_merges::created_at.eq(now),
        ))
        .execute(conn)
        .map(|_| ())
}

fn add_names(conn: &mut Conn, id: i64, more: Vec<String>) -> QueryResult<()> {
    let Some(term) = named(conn, id)? else {
        return Ok(());
    };
    let own: Vec<String> = serde_json::from_str(&term.aliases).unwrap_or_default();
    let mut aliases = others(own.into_iter().chain(more), &term.name, &term.name_cn);
    aliases.truncate(MAX_ALIASES);
    update_term(
        conn,
        id,
        &term.name_cn,
        &aliases_text(&aliases),
        &term.group,
    )
}

fn named(conn: &mut Conn, id: i64) -> QueryResult<Option<Named>> {
    let columns = (
        terms::id,
        terms::kind,
        terms::mod_id,
        terms::name,
        terms::name_cn,
        terms::aliases,
        terms::group_name,
        terms::merged_into,
    );
    let row = terms::table.find(id).select(columns);
    row.first(conn).optional()
}

fn set_name(conn: &mut Conn, id: i64, name: &str) -> QueryResult<()> {
    let read_anew = (terms::initial.eq(None::<String>), terms::read_by.eq(0));
    diesel::update(terms::table.find(id))
        .set((terms::name.eq(name), read_anew))
        .execute(conn)
        .map(|_| ())
}

/// These names, deduplicated, without the proper names of the term.
pub fn others(names: impl IntoIterator<Item = String>, name: &str, name_cn: &str) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    for other in names {
        if !other.is_empty() && other != name && other != name_cn && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}
