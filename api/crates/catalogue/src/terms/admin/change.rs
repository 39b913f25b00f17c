//! Creates and edits terms.

use diesel::prelude::*;
use diesel::result::Error;
use serde_json::{Map, Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::schema::terms;
use yingku_db::{Conn, outbox};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::lock_version;

use super::form::{EditTermForm, Facts, check_number};
use crate::import::rows::{self, NewTerm};
use crate::kinds::{Channel, TermKind};
use crate::terms::healing::others;
use crate::terms::model::TermRow;
use crate::terms::names;

/// Creates a term and returns its id; 409 if the name is taken.
pub fn create(
    conn: &mut Conn,
    actor: &Actor,
    (kind, channel): (TermKind, Channel),
    facts: &Facts,
) -> Result<i64, ApiError> {
    names::lock_for_change(conn)?;
    let key = (kind.code(), channel.code());
    if let Some(other) = find_by_name(conn, key, &facts.name)? {
        return Err(taken(conn, &other)?);
    }
    let id = actor.next_id();
    let row = NewTerm {
        name_cn: facts.name_cn.clone(),
        aliases: rows::aliases_text(&facts.aliases),
        group_name: facts.group.clone(),
        ..NewTerm::new(id, key, facts.name.clone())
    };
    rows::insert_terms(conn, &[row])?;
    let mut after = to_json(facts);
    after.insert("kind".to_owned(), json!(kind.as_str()));
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

/// Edits a term. Its former name still means this term. An edit without changes is not logged.
///
/// # Errors
/// 404; 409 for an outdated version, a name that is taken, or a merged term; 422 for an invalid field.
pub fn edit(conn: &mut Conn, actor: &Actor, id: i64, form: EditTermForm) -> Result<(), ApiError> {
    names::lock_for_change(conn)?;
    let (row, kind) = find_unmerged(conn, id)?;
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
        check_number(&after.aliases)?;
        rename(conn, actor, &row, &after.name)?;
    }
    if after == before {
        return Ok(());
    }
    let aliases = rows::aliases_text(&after.aliases);
    rows::update_term(conn, id, &after.name_cn, &aliases, &after.group)?;
    outbox::record_terms(conn, &[id], actor.now)?;
    let (mut was, mut is) = (to_json(&before), to_json(&after));
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

/// Renames a term and keeps its old name as a former one. If the new name was a former one of this term, the two swap.
fn rename(conn: &mut Conn, actor: &Actor, row: &TermRow, name: &str) -> Result<(), ApiError> {
    let other = find_by_name(conn, (row.kind, row.mod_id), name)?;
    if let Some(other) = other.as_ref().filter(|other| other.1 != Some(row.id)) {
        return Err(taken(conn, other)?);
    }
    let set_name = |conn: &mut Conn, id: i64, name: &str| {
        diesel::update(terms::table.find(id))
            .set((
                terms::name.eq(name),
                terms::initial.eq(None::<String>),
                terms::read_by.eq(0),
            ))
            .execute(conn)
            .map(|_| ())
    };
    if let Some((former, _)) = other {
        // Names are unique, so the swap needs a third name, which no term can have.
        set_name(conn, former, &format!("\u{1}{former}"))?;
        set_name(conn, row.id, name)?;
        return Ok(set_name(conn, former, &row.name)?);
    }
    set_name(conn, row.id, name)?;
    let former = actor.next_id();
    let old = NewTerm::new(former, (row.kind, row.mod_id), row.name.clone());
    rows::insert_terms(conn, &[old])?;
    diesel::update(terms::table.find(former))
        .set(terms::merged_into.eq(row.id))
        .execute(conn)?;
    Ok(())
}

/// A term and its kind; 404, or 409 if it was merged.
pub fn find_unmerged(conn: &mut Conn, id: i64) -> Result<(TermRow, TermKind), ApiError> {
    let (row, merged_into): (TermRow, Option<i64>) = terms::table
        .find(id)
        .select((TermRow::as_select(), terms::merged_into))
        .first(conn)?;
    if merged_into.is_some() {
        return Err(ApiError::new(ErrorKind::TermMerged));
    }
    let kind = TermKind::from_code(row.kind).ok_or_else(ApiError::not_found)?;
    Ok((row, kind))
}

/// The id of the row with a name, and the term it was merged into.
fn find_by_name(
    conn: &mut Conn,
    (kind, mod_id): (i16, i16),
    name: &str,
) -> QueryResult<Option<(i64, Option<i64>)>> {
    terms::table
        .select((terms::id, terms::merged_into))
        .filter(terms::kind.eq(kind))
        .filter(terms::mod_id.eq(mod_id))
        .filter(terms::name.eq(name))
        .first(conn)
        .optional()
}

/// 409 with the term that the name means.
fn taken(conn: &mut Conn, (id, merged_into): &(i64, Option<i64>)) -> Result<ApiError, Error> {
    let (name, count): (String, i32) = terms::table
        .find(merged_into.unwrap_or(*id))
        .select((terms::name, terms::count))
        .first(conn)?;
    let text = match merged_into {
        None => format!("该频道已有词条「{name}」（{count} 部作品），可以将两个词条合并"),
        Some(_) => format!("该名称属于词条「{name}」（{count} 部作品），可以将两个词条合并"),
    };
    Ok(ApiError::with_message(ErrorKind::TermTaken, text))
}

/// The editable fields of a term.
pub fn facts_of(row: &TermRow) -> Facts {
    Facts {
        name: row.name.clone(),
        name_cn: row.name_cn.clone(),
        aliases: row.alias_list(),
        group: row.group_name.clone(),
    }
}

/// The fields as JSON, for the audit log.
pub fn to_json(facts: &Facts) -> Map<String, Value> {
    let fields = [
        ("name", json!(facts.name)),
        ("nameCn", json!(facts.name_cn)),
        ("aliases", json!(facts.aliases)),
        ("group", json!(facts.group)),
    ];
    fields
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}
