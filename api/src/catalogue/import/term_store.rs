//! Finds the terms of records, makes the missing ones, and fills in what a record knows more of them
//! (a Chinese name, aliases, a group). What was found stays in memory: a catalogue has far fewer
//! terms than works.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::record::{TermRecord, WorkRecord};
use super::rows;
use crate::catalogue::index::IndexedTerm;
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::db::Conn;
use crate::db::outbox;
use crate::db::schema::terms;

/// Names looked up at once.
const CHUNK: usize = 500;

/// The terms met so far.
#[derive(Default)]
pub struct TermStore {
    /// By what makes a term itself: one name in one kind and channel (import format).
    ids: HashMap<(TermKind, Channel), HashMap<String, i64>>,
    known: HashMap<i64, Known>,
}

struct Known {
    term: Arc<IndexedTerm>,
    group: String,
}

impl TermStore {
    /// A term that was found or made, as the index wants it.
    pub fn indexed(&self, id: i64) -> Option<Arc<IndexedTerm>> {
        self.known.get(&id).map(|known| Arc::clone(&known.term))
    }

    fn id_of(&self, kind: TermKind, channel: Channel, name: &str) -> Option<i64> {
        self.ids.get(&(kind, channel))?.get(name).copied()
    }

    /// The ids of each record's terms, in the record's order.
    ///
    /// # Errors
    /// The statement's.
    pub fn find_or_make<'a>(
        &mut self,
        conn: &mut Conn,
        records: impl Iterator<Item = &'a WorkRecord> + Clone,
        now: i64,
        mut next_id: impl FnMut() -> i64,
    ) -> QueryResult<Vec<Vec<i64>>> {
        let mut wanted: BTreeMap<(TermKind, Channel), BTreeMap<&'a str, &'a TermRecord>> =
            BTreeMap::new();
        let mut filed: Vec<Vec<Option<i64>>> = Vec::new();
        for record in records.clone() {
            let mut ids = Vec::with_capacity(record.terms.len());
            for term in &record.terms {
                let id = self.id_of(term.kind, record.channel, &term.name);
                match id {
                    Some(id) => self.learn(conn, id, term, now)?,
                    None => {
                        wanted
                            .entry((term.kind, record.channel))
                            .or_default()
                            .entry(&term.name)
                            .or_insert(term);
                    }
                }
                ids.push(id);
            }
            filed.push(ids);
        }
        for ((kind, channel), names) in wanted {
            self.find(conn, kind, channel, names.keys().copied())?;
            let missing = names
                .values()
                .filter(|term| self.id_of(kind, channel, &term.name).is_none());
            let new: Vec<_> = missing
                .map(|term| new_term(next_id(), channel, term))
                .collect();
            if !new.is_empty() {
                rows::insert_terms(conn, &new)?;
                self.find(
                    conn,
                    kind,
                    channel,
                    new.iter().map(|term| term.name.as_str()),
                )?;
            }
        }
        let mut whole = Vec::with_capacity(filed.len());
        for (record, ids) in records.zip(filed) {
            let mut found = Vec::with_capacity(ids.len());
            for (term, id) in record.terms.iter().zip(ids) {
                if id.is_some() {
                    found.extend(id);
                } else if let Some(id) = self.id_of(term.kind, record.channel, &term.name) {
                    self.learn(conn, id, term, now)?;
                    found.push(id);
                }
            }
            whole.push(found);
        }
        Ok(whole)
    }

    fn find<'a>(
        &mut self,
        conn: &mut Conn,
        kind: TermKind,
        channel: Channel,
        names: impl Iterator<Item = &'a str>,
    ) -> QueryResult<()> {
        let names: Vec<&str> = names.collect();
        for chunk in names.chunks(CHUNK) {
            let rows: Vec<TermRow> = terms::table
                .select(TermRow::as_select())
                .filter(terms::kind.eq(kind.code()))
                .filter(terms::mod_id.eq(channel.code()))
                .filter(terms::name.eq_any(chunk))
                .load(conn)?;
            for row in rows {
                let ids = self.ids.entry((kind, channel)).or_default();
                ids.insert(row.name.clone(), row.id);
                let aliases = row.alias_list();
                let term = IndexedTerm::new(kind, row.id, row.name, row.name_cn, aliases);
                let known = Known {
                    term: Arc::new(term),
                    group: row.group_name,
                };
                self.known.insert(row.id, known);
            }
        }
        Ok(())
    }

    /// Takes over what the record knows and the term does not; a record never takes anything away.
    /// A changed name changes how every work of the term is found, so the change is noted.
    fn learn(
        &mut self,
        conn: &mut Conn,
        id: i64,
        record: &TermRecord,
        now: i64,
    ) -> QueryResult<()> {
        let Some(known) = self.known.get_mut(&id) else {
            return Ok(());
        };
        let term = &known.term;
        let new_cn = !record.name_cn.is_empty() && record.name_cn != term.name_cn;
        let new_group = !record.group.is_empty() && record.group != known.group;
        let is_new = |alias: &&String| !term.aliases.contains(alias);
        let more: Vec<String> = record.aliases.iter().filter(is_new).cloned().collect();
        let renamed = new_cn || !more.is_empty();
        if !renamed && !new_group {
            return Ok(());
        }
        let name_cn = if new_cn {
            &record.name_cn
        } else {
            &term.name_cn
        };
        let aliases = term.aliases.iter().cloned().chain(more).collect();
        let term = IndexedTerm::new(term.kind, id, term.name.clone(), name_cn.clone(), aliases);
        if new_group {
            known.group.clone_from(&record.group);
        }
        rows::update_term(
            conn,
            id,
            &term.name_cn,
            &as_json(&term.aliases),
            &known.group,
        )?;
        known.term = Arc::new(term);
        if renamed {
            outbox::record_terms(conn, &[id], now)?;
        }
        Ok(())
    }
}

fn new_term(id: i64, channel: Channel, term: &TermRecord) -> rows::NewTerm {
    rows::NewTerm {
        id,
        kind: term.kind.code(),
        mod_id: channel.code(),
        name: term.name.clone(),
        name_cn: term.name_cn.clone(),
        aliases: as_json(&term.aliases),
        group_name: term.group.clone(),
        count: 0,
        uncensored_count: 0,
    }
}

fn as_json(aliases: &[String]) -> String {
    serde_json::to_string(aliases).unwrap_or_else(|_| "[]".to_owned())
}
