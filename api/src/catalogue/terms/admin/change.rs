//! Making terms and changing what they say.

use diesel::prelude::*;
use diesel::result::Error;
use serde_json::{Map, Value, json};

use super::form::{EditTermForm, Facts, others};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::import::rows::{self, NewTerm};
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::catalogue::terms::names;
use crate::db::schema::terms;
use crate::db::{Conn, outbox};
use crate::http::error::{ApiError, ErrorKind};
use crate::lock_version;

/// Makes a term, and gives its id.
///
/// # Errors
/// 409 for a name that is taken, or the database's.
pub fn create(
    conn: &mut Conn,
    actor: &Actor,
    (kind, channel): (TermKind, Channel),
    facts: &Facts,
) -> Result<i64, ApiError> {
    names::change(conn)?;
    if let Some(other) = named(conn, (kind.code(), channel.code()), &facts.name)? {
        return Err(taken(conn, &other)?);
    }
    let id = actor.next_id();
    let row = NewTerm {
        id,
        kind: kind.code(),
        mod_id: channel.code(),
        name: facts.name.clone(),
        name_cn: facts.name_cn.clone(),
        aliases: rows::aliases_text(&facts.aliases),
        group_name: facts.group.clone(),
        count: 0,
        uncensored_count: 0,
    };
    rows::insert_terms(conn, &[row])?;
    let mut after = shown(facts);
    after.insert("kind".to_owned(), json!(kind.word()));
    after.insert("modId".to_owned(), json!(channel.code()));
    let change = Change {
        action: Action::TermCreate,
        target: (TargetKind::Term, id.to_string()),
        before: Value::Null,
        after: Value::Object(after),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(id)
}

/// Changes what a term says. A name it no longer has leads to it from then on. What changes nothing is not entered
/// into the log.
///
/// # Errors
/// 404, 409 for a version that has moved on, a name that is taken or a term that was merged, 422 for a field that breaks a rule, or the database's.
pub fn edit(conn: &mut Conn, actor: &Actor, id: i64, form: EditTermForm) -> Result<(), ApiError> {
    names::change(conn)?;
    let (row, kind) = present(conn, id)?;
    lock_version!(conn, terms, id, form.version);
    let before = facts_of(&row);
    let mut after = Facts {
        name: form.name.unwrap_or_else(|| before.name.clone()),
        name_cn: form.name_cn.unwrap_or_else(|| before.name_cn.clone()),
        aliases: form.aliases.unwrap_or_else(|| before.aliases.clone()),
        group: form.group.unwrap_or_else(|| before.group.clone()),
    }
    .checked(kind)?;
    if after.name != before.name {
        after.aliases.push(before.name.clone());
        after.aliases = others(after.aliases, &after.name, &after.name_cn);
        rename(conn, actor, &row, &after.name)?;
    }
    if after == before {
        return Ok(());
    }
    let aliases = rows::aliases_text(&after.aliases);
    rows::update_term(conn, id, &after.name_cn, &aliases, &after.group)?;
    outbox::record_terms(conn, &[id], actor.now)?;
    let (mut was, mut is) = (shown(&before), shown(&after));
    was.retain(|field, value| is.get(field) != Some(value));
    is.retain(|field, _| was.contains_key(field));
    let change = Change {
        action: Action::TermEdit,
        target: (TargetKind::Term, id.to_string()),
        before: Value::Object(was),
        after: Value::Object(is),
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// Gives a term another name, and lets the one it had lead to it. What led to it under the new name takes the old one.
fn rename(conn: &mut Conn, actor: &Actor, row: &TermRow, name: &str) -> Result<(), ApiError> {
    let other = named(conn, (row.kind, row.mod_id), name)?;
    if let Some(other) = other.as_ref().filter(|other| other.1 != Some(row.id)) {
        return Err(taken(conn, other)?);
    }
    let call = |conn: &mut Conn, id: i64, name: &str| {
        diesel::update(terms::table.find(id))
            .set(terms::name.eq(name))
            .execute(conn)
            .map(|_| ())
    };
    if let Some((former, _)) = other {
        // Two cannot have one name, not for a moment; no term is called like this.
        call(conn, former, &format!("\u{1}{former}"))?;
        call(conn, row.id, name)?;
        return Ok(call(conn, former, &row.name)?);
    }
    call(conn, row.id, name)?;
    let former = actor.next_id();
    let old = NewTerm {
        id: former,
        kind: row.kind,
        mod_id: row.mod_id,
        name: row.name.clone(),
        name_cn: String::new(),
        aliases: rows::aliases_text(&[]),
        group_name: String::new(),
        count: 0,
        uncensored_count: 0,
    };
    rows::insert_terms(conn, &[old])?;
    diesel::update(terms::table.find(former))
        .set(terms::leads_to.eq(row.id))
        .execute(conn)?;
    Ok(())
}

/// A term that is there and leads to no other, and its kind.
///
/// # Errors
/// 404, 409 for one that was merged, or the statement's.
pub fn present(conn: &mut Conn, id: i64) -> Result<(TermRow, TermKind), ApiError> {
    let (row, leads_to): (TermRow, Option<i64>) = terms::table
        .find(id)
        .select((TermRow::as_select(), terms::leads_to))
        .first(conn)?;
    if leads_to.is_some() {
        return Err(ApiError::new(ErrorKind::TermMerged));
    }
    let kind = TermKind::from_code(row.kind).ok_or_else(ApiError::not_found)?;
    Ok((row, kind))
}

/// Who has a name in a kind and channel, and where that one leads to.
fn named(
    conn: &mut Conn,
    (kind, mod_id): (i16, i16),
    name: &str,
) -> QueryResult<Option<(i64, Option<i64>)>> {
    terms::table
        .select((terms::id, terms::leads_to))
        .filter(terms::kind.eq(kind))
        .filter(terms::mod_id.eq(mod_id))
        .filter(terms::name.eq(name))
        .first(conn)
        .optional()
}

/// 409 that names the term that has the name, or that the name leads to.
fn taken(conn: &mut Conn, (id, leads_to): &(i64, Option<i64>)) -> Result<ApiError, Error> {
    let (name, count): (String, i32) = terms::table
        .find(leads_to.unwrap_or(*id))
        .select((terms::name, terms::count))
        .first(conn)?;
    let text = match leads_to {
        None => format!("该频道已有词条「{name}」（{count} 部作品），可以将两个词条合并"),
        Some(_) => format!("该名称属于词条「{name}」（{count} 部作品），可以将两个词条合并"),
    };
    Ok(ApiError::with_message(ErrorKind::TermTaken, text))
}

/// What a term says of itself.
pub fn facts_of(row: &TermRow) -> Facts {
    Facts {
        name: row.name.clone(),
        name_cn: row.name_cn.clone(),
        aliases: row.alias_list(),
        group: row.group_name.clone(),
    }
}

/// For the audit log.
pub fn shown(facts: &Facts) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("name".to_owned(), json!(facts.name));
    fields.insert("nameCn".to_owned(), json!(facts.name_cn));
    fields.insert("aliases".to_owned(), json!(facts.aliases));
    fields.insert("group".to_owned(), json!(facts.group));
    fields
}
