//! The names of all listed terms in memory, to find terms as a keyword is typed. A background worker reloads them after
//! the works index has changed; the pause grows with the time that takes, so that it costs a few per cent of a core at
//! most.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::result::QueryResult;
use parking_lot::RwLock;
use yingku_base::workers::{Delay, Worker};
use yingku_db::schema::terms;
use yingku_db::{Conn, Db, DbError};
use yingku_search::{Basis, IndexedTerm, WorksIndex};

use super::names::{Key, NamedTerm, Names, NamesOfKind};
use crate::kinds::TermKind;
use crate::terms::model::TermRow;

/// Interval of checks whether the index has changed.
const INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a reload, as a multiple of its duration.
const PAUSE_FACTOR: u32 = 20;

/// The directory, and the worker that keeps it up to date. Dropping it stops the worker.
pub struct Directory {
    names: Arc<RwLock<Arc<Names>>>,
    worker: Worker,
}

impl Directory {
    /// Starts the worker; the directory is empty until its first run has ended.
    pub fn start(db: &Db, index: &Arc<WorksIndex>) -> std::io::Result<Self> {
        let names: Arc<RwLock<Arc<Names>>> = Arc::default();
        let (db, index, shared) = (db.clone(), Arc::clone(index), Arc::clone(&names));
        let mut known = None;
        let worker = Worker::start("term-directory", move || {
            let state = index.state(Basis::Works);
            if known == Some(state) {
                return Delay::idle(INTERVAL);
            }
            let begun = Instant::now();
            match db.read_now::<_, DbError, _>(|conn| Ok(read(conn)?)) {
                Ok(read) => {
                    *shared.write() = Arc::new(read);
                    known = Some(state);
                }
                Err(error) => {
                    tracing::warn!(event = "term_directory_failed", %error, "failed to read the names of terms")
                }
            }
            let pause = begun.elapsed().saturating_mul(PAUSE_FACTOR).max(INTERVAL);
            Delay {
                min: pause,
                ..Delay::idle(pause)
            }
        })?;
        Ok(Self { names, worker })
    }

    /// Up to `limit` matching terms of each kind, best match first ([`super::names::NameMatch`]), then most used first. Skips those
    /// in `hidden`.
    pub fn find(&self, keyword: &str, limit: usize, hidden: &HashSet<i64>) -> Vec<NamedTerm> {
        let names = Arc::clone(&self.names.read());
        let key = Key::of(keyword);
        if key.folded.is_empty() {
            return Vec::new();
        }
        let of_kind = |kind: &NamesOfKind| kind.find(&key, limit, hidden);
        names.0.iter().flat_map(of_kind).collect()
    }

    /// Reloads names now and returns once they can be found.
    pub fn catch_up_now(&self) {
        self.worker.finish();
    }
}

/// The terms with visible works, most used first.
fn read(conn: &mut Conn) -> QueryResult<Names> {
    let mut kinds: Vec<NamesOfKind> = TermKind::ALL
        .iter()
        .map(|_| NamesOfKind::default())
        .collect();
    for (names, kind) in kinds.iter_mut().zip(TermKind::ALL) {
        let rows: Vec<TermRow> = terms::table
            .select(TermRow::as_select())
            .filter(terms::kind.eq(kind))
            .filter(terms::count.gt(0))
            .filter(terms::merged_into.is_null())
            .order((terms::count.desc(), terms::id.asc()))
            .load(conn)?;
        for row in rows {
            let aliases = row.alias_list();
            names.add(&IndexedTerm::new(
                kind,
                row.id,
                row.name,
                row.name_cn,
                aliases,
            ));
        }
    }
    Ok(Names(kinds))
}
