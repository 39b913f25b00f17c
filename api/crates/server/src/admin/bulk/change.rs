//! What a bulk change does to a batch of works, in one transaction: the same as the calls for a single work.

use std::collections::BTreeMap;

use diesel::prelude::*;
use serde_json::{Map, Value, json};
use yingku_access::audit::Actor;
use yingku_catalogue::import::record::WorkRecord;
use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::terms::names;
use yingku_catalogue::works::admin::edit::{NewFields, Outcomes, edit_all};
use yingku_catalogue::works::admin::state::{change_visibilities, check_publish_time};
use yingku_catalogue::works::visibility::{Visibility, VisibilityCommand, Withheld, after};
use yingku_db::schema::terms;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::form::{Bulk, BulkChange};

/// Changes these works.
pub fn apply(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    bulk: &Bulk,
    works: &[i64],
) -> Result<Outcomes, ApiError> {
    let reason = &bulk.reason;
    let (ids, adds) = match &bulk.change {
        BulkChange::Hide => {
            let hidden = |_, before| after(before, VisibilityCommand::Hide);
            return change_visibilities(conn, actor, works, hidden, reason);
        }
        BulkChange::Restore => {
            let restored = |_, before| restored(before);
            return change_visibilities(conn, actor, works, restored, reason);
        }
        BulkChange::SetState(command) => {
            check_publish_time(*command, actor.now)?;
            let changed = |_, before| after(before, *command);
            return change_visibilities(conn, actor, works, changed, reason);
        }
        BulkChange::AddTerms(ids) => (ids, true),
        BulkChange::RemoveTerms(ids) => (ids, false),
    };
    names::lock_shared(conn)?;
    let terms = NamedTerms::of(conn, ids)?;
    let change = |record: &WorkRecord| match adds {
        true => terms.added_to(record),
        false => Ok(terms.removed_from(record)),
    };
    let change = |_: &_, record: &WorkRecord| {
        Ok(NewFields {
            fields: change(record)?,
            ..NewFields::default()
        })
    };
    edit_all(db, conn, actor, works, change, reason)
}

/// A restored work. A work that was taken down is restored on its own, not among many.
fn restored(before: Visibility) -> Result<Visibility, ApiError> {
    if before.withheld == Withheld::TakenDown {
        return Err(ApiError::new(ErrorKind::WorkTakenDown));
    }
    after(before, VisibilityCommand::Restore)
}

/// The chosen terms: names by channel and kind.
struct NamedTerms(BTreeMap<(i16, TermKind), Vec<String>>);

impl NamedTerms {
    /// The terms that these ids mean; 422 if one is unknown.
    fn of(conn: &mut Conn, ids: &[i64]) -> Result<Self, ApiError> {
        let known = names::resolve_all(conn, ids)?;
        let rows: Vec<(i16, i16, String)> = terms::table
            .filter(terms::id.eq_any(&known))
            .select((terms::mod_id, terms::kind, terms::name))
            .order(terms::id)
            .load(conn)?;
        let is_known: Vec<i64> = terms::table
            .filter(terms::id.eq_any(ids))
            .select(terms::id)
            .load(conn)?;
        if ids.iter().any(|id| !is_known.contains(id)) {
            return Err(ApiError::new(ErrorKind::TermsUnknown));
        }
        let mut named: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (channel, kind, name) in rows {
            if let Some(kind) = TermKind::from_code(kind) {
                named.entry((channel, kind)).or_default().push(name);
            }
        }
        Ok(Self(named))
    }

    /// The chosen names of a work's channel by kind.
    fn of_channel(&self, record: &WorkRecord) -> impl Iterator<Item = (TermKind, &[String])> {
        let channel = record.channel.code();
        let those = self.0.iter().filter(move |((one, _), _)| *one == channel);
        those.map(|((_, kind), names)| (*kind, names.as_slice()))
    }

    /// The fields of a work with the terms; 422 if all of them are of other channels.
    fn added_to(&self, record: &WorkRecord) -> Result<Map<String, Value>, ApiError> {
        if self.of_channel(record).next().is_none() {
            let text = "词条属于其他频道，没有加到该作品";
            return Err(ApiError::with_message(ErrorKind::WorkRefused, text));
        }
        let changed = self.of_channel(record).filter_map(|(kind, names)| {
            let own = names_of(record, kind);
            let new = names.iter().filter(|name| !own.contains(&name.as_str()));
            let new: Vec<&str> = new.map(String::as_str).collect();
            (!new.is_empty()).then(|| field(kind, own.iter().chain(&new)))
        });
        Ok(changed.collect())
    }

    /// The fields of a work without the terms.
    fn removed_from(&self, record: &WorkRecord) -> Map<String, Value> {
        let changed = self.of_channel(record).filter_map(|(kind, names)| {
            let own = names_of(record, kind);
            let stays = |name: &&&str| !names.iter().any(|one| one == **name);
            let rest: Vec<&str> = own.iter().filter(stays).copied().collect();
            (rest.len() < own.len()).then(|| field(kind, rest.iter()))
        });
        changed.collect()
    }
}

fn names_of(record: &WorkRecord, kind: TermKind) -> Vec<&str> {
    let those = record.terms.iter().filter(|term| term.kind == kind);
    those.map(|term| term.name.as_str()).collect()
}

/// A field of the import format.
fn field<'a>(kind: TermKind, names: impl Iterator<Item = &'a &'a str>) -> (String, Value) {
    let names = names.map(|name| json!({ "name": name }));
    (kind.field().to_owned(), names.collect())
}
