//! Finds the terms of records, creates the missing ones, and completes them from the records (Chinese name, aliases,
//! group). Terms are cached, because a catalogue has far fewer terms than works. The cache is dropped when a name comes
//! to mean another term.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::outbox;
use yingku_db::schema::terms;
use yingku_search::IndexedTerm;

use super::record::{TermRecord, WorkRecord};
use super::rows;
use super::term::MAX_ALIASES;
use crate::kinds::{Channel, TermKind};
use crate::terms::model::TermRow;
use crate::terms::names;

/// Names looked up in one query.
const CHUNK: usize = 500;

/// The cached terms.
#[derive(Default)]
pub(super) struct TermStore {
    /// By kind, channel and name.
    ids: HashMap<(TermKind, Channel), HashMap<String, Found>>,
    known: HashMap<i64, Known>,
    /// The epoch of the names in the cache.
    epoch: Option<i64>,
    /// Terms created since they were asked for.
    created: Vec<i64>,
}

/// The term that a name means.
#[derive(Clone, Copy)]
struct Found {
    id: i64,
    /// Whether it is the term's current name. Records with a former name do not change the term.
    own: bool,
}

struct Known {
    term: Arc<IndexedTerm>,
    group: String,
}

impl TermStore {
    /// A cached term for the index.
    pub(super) fn indexed(&self, id: i64) -> Option<Arc<IndexedTerm>> {
        self.known.get(&id).map(|known| Arc::clone(&known.term))
    }

    /// The terms created since the last call.
    pub(super) fn take_created(&mut self) -> Vec<i64> {
        std::mem::take(&mut self.created)
    }

    fn found(&self, kind: TermKind, channel: Channel, name: &str) -> Option<Found> {
        self.ids.get(&(kind, channel))?.get(name).copied()
    }

    /// Locks the meaning of names, and drops the cache if it has changed.
    fn lock_names(&mut self, conn: &mut Conn) -> QueryResult<()> {
        let epoch = Some(names::lock_shared(conn)?);
        if self.epoch != epoch {
            *self = Self {
                epoch,
                ..Self::default()
            };
        }
        Ok(())
    }

    /// The term ids of each record, in the record's order, each once. No name changes its meaning until the transaction
    /// ends.
    pub(super) fn find_or_create<'a>(
        &mut self,
        conn: &mut Conn,
        records: impl Iterator<Item = &'a WorkRecord> + Clone,
        now: i64,
        mut next_id: impl FnMut() -> i64,
    ) -> QueryResult<Vec<Vec<i64>>> {
        self.lock_names(conn)?;
        let mut wanted: BTreeMap<(TermKind, Channel), BTreeMap<&'a str, &'a TermRecord>> =
            BTreeMap::new();
        let mut filed: Vec<Vec<Option<Found>>> = Vec::new();
        for record in records.clone() {
            let mut ids = Vec::with_capacity(record.terms.len());
            for term in &record.terms {
                let found = self.found(term.kind, record.channel, &term.name);
                match found {
                    Some(found) => self.complete(conn, found, term, now)?,
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
            self.find_or_create_named(conn, (kind, channel), &names, &mut next_id)?;
        }
        let mut all = Vec::with_capacity(filed.len());
        for (record, ids) in records.zip(filed) {
            let mut of_record: Vec<i64> = Vec::with_capacity(ids.len());
            for (term, found) in record.terms.iter().zip(ids) {
                let id = match found {
                    Some(found) => found.id,
                    None => match self.found(term.kind, record.channel, &term.name) {
                        Some(found) => {
                            self.complete(conn, found, term, now)?;
                            found.id
                        }
                        None => continue,
                    },
                };
                // Two names may mean the same term.
                if !of_record.contains(&id) {
                    of_record.push(id);
                }
            }
            all.push(of_record);
        }
        Ok(all)
    }

    /// Looks up names that are not cached, and creates the missing terms.
    fn find_or_create_named(
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
        let names = new.iter().map(|term| term.name.as_str());
        self.find(conn, kind, channel, names)?;
        // Another process may have been faster.
        let own = new.iter().filter(|term| {
            let found = self.found(kind, channel, &term.name);
            found.is_some_and(|found| found.id == term.id)
        });
        let own: Vec<i64> = own.map(|term| term.id).collect();
        self.created.extend(own);
        Ok(())
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
                .select((TermRow::as_select(), terms::merged_into))
                .filter(terms::kind.eq(kind))
                .filter(terms::mod_id.eq(channel))
                .filter(terms::name.eq_any(chunk))
                .load(conn)?;
            let mut targets = Vec::new();
            for (row, merged_into) in rows {
                let found = Found {
                    id: merged_into.unwrap_or(row.id),
                    own: merged_into.is_none(),
                };
                let ids = self.ids.entry((kind, channel)).or_default();
                ids.insert(row.name.clone(), found);
                match merged_into {
                    Some(id) => targets.push(id),
                    None => self.cache(kind, row),
                }
            }
            if !targets.is_empty() {
                let rows: Vec<TermRow> = terms::table
                    .select(TermRow::as_select())
                    .filter(terms::id.eq_any(targets))
                    .load(conn)?;
                rows.into_iter().for_each(|row| self.cache(kind, row));
            }
        }
        Ok(())
    }

    fn cache(&mut self, kind: TermKind, row: TermRow) {
        let aliases = row.alias_list();
        let term = IndexedTerm::new(kind, row.id, row.name, row.name_cn, aliases);
        let known = Known {
            term: Arc::new(term),
            group: row.group_name,
        };
        self.known.insert(row.id, known);
    }

    /// Completes a term from a record, up to the maximum number of aliases; a record never removes anything. A changed
    /// name affects the index entries of all works of the term, so it goes into the outbox.
    fn complete(
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
        let room = MAX_ALIASES.saturating_sub(term.aliases.len());
        let more = record.aliases.iter().filter(is_new).take(room);
        let more: Vec<String> = more.cloned().collect();
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
    let key = (term.kind.code(), channel.code());
    rows::NewTerm {
        name_cn: term.name_cn.clone(),
        aliases: rows::aliases_text(&term.aliases),
        group_name: term.group.clone(),
        ..rows::NewTerm::new(id, key, term.name.clone())
    }
}
