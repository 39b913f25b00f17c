//! Finds the terms of records, makes the missing ones, and fills in what a record knows more of them
//! (a Chinese name, aliases, a group). What was found stays in memory: a catalogue has far fewer
//! terms than works.

use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::record::{TermRecord, WorkRecord};
use super::rows;
use crate::catalogue::index::IndexedTerm;
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::db::Conn;
use crate::db::outbox;
use crate::db::schema::{terms, work_terms};

/// What makes a term itself (import format: one name in one kind and channel).
type Identity = (TermKind, Channel, String);

/// Names looked up at once.
const CHUNK: usize = 500;

/// The terms met so far.
#[derive(Default)]
pub struct TermStore {
    ids: HashMap<Identity, i64>,
    known: HashMap<i64, Known>,
}

struct Known {
    term: IndexedTerm,
    group: String,
}

impl TermStore {
    /// A term that was found or made, as the index wants it.
    pub fn indexed(&self, id: i64) -> Option<IndexedTerm> {
        self.known.get(&id).map(|known| known.term.clone())
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
        for record in records.clone() {
            for term in &record.terms {
                if !self.ids.contains_key(&identity(term, record.channel)) {
                    wanted
                        .entry((term.kind, record.channel))
                        .or_default()
                        .entry(&term.name)
                        .or_insert(term);
                }
            }
        }
        for ((kind, channel), names) in wanted {
            self.find(conn, kind, channel, names.keys().copied())?;
            let missing = names
                .values()
                .filter(|term| !self.ids.contains_key(&identity(term, channel)));
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
        let mut filed = Vec::new();
        for record in records {
            let mut ids = Vec::with_capacity(record.terms.len());
            for term in &record.terms {
                if let Some(id) = self.ids.get(&identity(term, record.channel)).copied() {
                    self.learn(conn, id, term, now)?;
                    ids.push(id);
                }
            }
            filed.push(ids);
        }
        Ok(filed)
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
                self.ids.insert((kind, channel, row.name.clone()), row.id);
                let aliases = row.alias_list();
                let term = IndexedTerm {
                    kind,
                    id: row.id,
                    name: row.name,
                    name_cn: row.name_cn,
                    aliases,
                };
                self.known.insert(
                    row.id,
                    Known {
                        term,
                        group: row.group_name,
                    },
                );
            }
        }
        Ok(())
    }

    /// Takes over what the record knows and the term does not; a record never takes anything away.
    /// A changed name changes how every work of the term is found, so they are all noted as changed.
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
        let term = &mut known.term;
        let new_cn = !record.name_cn.is_empty() && record.name_cn != term.name_cn;
        let new_group = !record.group.is_empty() && record.group != known.group;
        let have: HashSet<&str> = term.aliases.iter().map(String::as_str).collect();
        let more: Vec<String> = record
            .aliases
            .iter()
            .filter(|alias| !have.contains(alias.as_str()))
            .cloned()
            .collect();
        if !new_cn && !new_group && more.is_empty() {
            return Ok(());
        }
        if new_cn {
            term.name_cn.clone_from(&record.name_cn);
        }
        if new_group {
            known.group.clone_from(&record.group);
        }
        let renamed = new_cn || !more.is_empty();
        term.aliases.extend(more);
        rows::update_term(
            conn,
            id,
            &term.name_cn,
            &as_json(&term.aliases),
            &known.group,
        )?;
        if renamed {
            let works: Vec<i64> = work_terms::table
                .select(work_terms::work_id)
                .filter(work_terms::term_id.eq(id))
                .load(conn)?;
            outbox::record(conn, &works, now)?;
        }
        Ok(())
    }
}

fn identity(term: &TermRecord, channel: Channel) -> Identity {
    (term.kind, channel, term.name.clone())
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
