//! Finds the terms of records, makes the missing ones, and fills in what a record knows more of them
//! (a Chinese name, aliases, a group). What was found stays in memory: a catalogue has far fewer
//! terms than works. It is forgotten when a name has come to mean another term.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::record::{TermRecord, WorkRecord};
use super::rows;
use crate::catalogue::index::IndexedTerm;
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::catalogue::terms::names;
use crate::db::Conn;
use crate::db::outbox;
use crate::db::schema::terms;

/// Names looked up at once.
const CHUNK: usize = 500;

/// The terms met so far.
#[derive(Default)]
pub(super) struct TermStore {
    /// By what identifies a term: one name in one kind and channel.
    ids: HashMap<(TermKind, Channel), HashMap<String, Found>>,
    known: HashMap<i64, Known>,
    /// Of the names, when they were looked up.
    epoch: Option<i64>,
}

/// Which term a name means.
#[derive(Clone, Copy)]
struct Found {
    id: i64,
    /// It is called so; else the name leads to it, and whoever still uses that name knows it no better.
    own: bool,
}

struct Known {
    term: Arc<IndexedTerm>,
    group: String,
}

impl TermStore {
    /// A term that was found or made, as the index wants it.
    pub(super) fn indexed(&self, id: i64) -> Option<Arc<IndexedTerm>> {
        self.known.get(&id).map(|known| Arc::clone(&known.term))
    }

    fn found(&self, kind: TermKind, channel: Channel, name: &str) -> Option<Found> {
        self.ids.get(&(kind, channel))?.get(name).copied()
    }

    /// Holds the names' meaning, and forgets all when one has come to mean another term since the last look.
    fn forget_what_changed(&mut self, conn: &mut Conn) -> QueryResult<()> {
        let epoch = Some(names::keep(conn)?);
        if self.epoch != epoch {
            *self = Self {
                epoch,
                ..Self::default()
            };
        }
        Ok(())
    }

    /// The ids of each record's terms, in the record's order, each once. Until the transaction ends, no
    /// name comes to mean another term.
    pub(super) fn find_or_make<'a>(
        &mut self,
        conn: &mut Conn,
        records: impl Iterator<Item = &'a WorkRecord> + Clone,
        now: i64,
        mut next_id: impl FnMut() -> i64,
    ) -> QueryResult<Vec<Vec<i64>>> {
        self.forget_what_changed(conn)?;
        let mut wanted: BTreeMap<(TermKind, Channel), BTreeMap<&'a str, &'a TermRecord>> =
            BTreeMap::new();
        let mut filed: Vec<Vec<Option<Found>>> = Vec::new();
        for record in records.clone() {
            let mut ids = Vec::with_capacity(record.terms.len());
            for term in &record.terms {
                let found = self.found(term.kind, record.channel, &term.name);
                match found {
                    Some(found) => self.learn(conn, found, term, now)?,
                    None => {
                        wanted
                            .entry((term.kind, record.channel))
                            .or_default()
                            .entry(&term.name)
                            .or_insert(term);
                    }
                }
                ids.push(found);
            }
            filed.push(ids);
        }
        for ((kind, channel), names) in wanted {
            self.find_or_make_named(conn, (kind, channel), &names, &mut next_id)?;
        }
        let mut whole = Vec::with_capacity(filed.len());
        for (record, ids) in records.zip(filed) {
            let mut of_record: Vec<i64> = Vec::with_capacity(ids.len());
            for (term, found) in record.terms.iter().zip(ids) {
                let id = match found {
                    Some(found) => found.id,
                    None => match self.found(term.kind, record.channel, &term.name) {
                        Some(found) => {
                            self.learn(conn, found, term, now)?;
                            found.id
                        }
                        None => continue,
                    },
                };
                // Two of its names may lead to one term.
                if !of_record.contains(&id) {
                    of_record.push(id);
                }
            }
            whole.push(of_record);
        }
        Ok(whole)
    }

    /// Looks names up that were not met yet, and makes the terms that are missing.
    fn find_or_make_named(
        &mut self,
        conn: &mut Conn,
        (kind, channel): (TermKind, Channel),
        names: &BTreeMap<&str, &TermRecord>,
        next_id: &mut impl FnMut() -> i64,
    ) -> QueryResult<()> {
        self.find(conn, kind, channel, names.keys().copied())?;
        let missing = names
            .values()
            .filter(|term| self.found(kind, channel, &term.name).is_none());
        let new: Vec<_> = missing
            .map(|term| new_term(next_id(), channel, term))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        rows::insert_terms(conn, &new)?;
        let made = new.iter().map(|term| term.name.as_str());
        self.find(conn, kind, channel, made)
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
            let rows: Vec<(TermRow, Option<i64>)> = terms::table
                .select((TermRow::as_select(), terms::leads_to))
                .filter(terms::kind.eq(kind.code()))
                .filter(terms::mod_id.eq(channel.code()))
                .filter(terms::name.eq_any(chunk))
                .load(conn)?;
            let mut led_to = Vec::new();
            for (row, leads_to) in rows {
                let found = Found {
                    id: leads_to.unwrap_or(row.id),
                    own: leads_to.is_none(),
                };
                let ids = self.ids.entry((kind, channel)).or_default();
                ids.insert(row.name.clone(), found);
                match leads_to {
                    Some(id) => led_to.push(id),
                    None => self.know(kind, row),
                }
            }
            if !led_to.is_empty() {
                let rows: Vec<TermRow> = terms::table
                    .select(TermRow::as_select())
                    .filter(terms::id.eq_any(led_to))
                    .load(conn)?;
                rows.into_iter().for_each(|row| self.know(kind, row));
            }
        }
        Ok(())
    }

    fn know(&mut self, kind: TermKind, row: TermRow) {
        let aliases = row.alias_list();
        let term = IndexedTerm::new(kind, row.id, row.name, row.name_cn, aliases);
        let known = Known {
            term: Arc::new(term),
            group: row.group_name,
        };
        self.known.insert(row.id, known);
    }

    /// Takes over what the record knows and the term does not; a record never takes anything away.
    /// A changed name changes how every work of the term is found, so the change is noted.
    fn learn(
        &mut self,
        conn: &mut Conn,
        Found { id, own }: Found,
        record: &TermRecord,
        now: i64,
    ) -> QueryResult<()> {
        let Some(known) = self.known.get_mut(&id).filter(|_| own) else {
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
            &rows::aliases_text(&term.aliases),
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
        aliases: rows::aliases_text(&term.aliases),
        group_name: term.group.clone(),
        count: 0,
        uncensored_count: 0,
    }
}
