//! The works index: a read model of the visible works on tantivy, which answers every works list and
//! every search. It knows nothing of HTTP or SQL; [`super::indexer`] feeds it from the database.
//!
//! - [`normalise`], [`tokenizer`], [`number`], [`names`]: how text becomes terms, the same way for
//!   works and for questions;
//! - [`schema`]: the fields; raise its version when any of this changes, and every index rebuilds;
//! - [`keyword`], [`query`]: a question as a tantivy query; [`search`]: pages, orders and totals;
//! - [`store`]: folders, the atomic swap of a rebuild, and the mark that travels with each commit;
//!   [`writer`]: putting and removing works.
//!
//! Segments are sorted newest first, so a newest-first page reads only its first matches.

mod keyword;
mod names;
mod normalise;
mod number;
mod query;
mod schema;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod tokenizer;
mod writer;

use super::kinds::{Channel, TermKind};

pub use keyword::Keyword;
pub use number::number_key;
pub use search::{Sort, WorksFilter, WorksPage, WorksQuery};
pub use store::{IndexState, Opened, WorksIndex};
pub use writer::IndexWriterHandle;

/// Why the index could not do it.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process writes this index.
    #[error("the works index is being written by another process")]
    Locked,
    /// Nothing can be put before the first rebuild has begun.
    #[error("the works index has to be built first")]
    NotBuilt,
    /// The folder failed.
    #[error("the folder of the works index failed")]
    Io(#[from] std::io::Error),
    /// tantivy failed.
    #[error("the works index failed")]
    Tantivy(#[from] tantivy::TantivyError),
}

/// A visible work, as far as lists and search need it.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexedWork {
    /// Id.
    pub id: i64,
    /// Channel.
    pub channel: Channel,
    /// Number as written.
    pub number: String,
    /// Title.
    pub title: String,
    /// Publish time, seconds since 1970.
    pub pub_time: i64,
    /// Has magnet links.
    pub is_dht: bool,
    /// 0 none, 1 watch online, 2 transcoding.
    pub is_online: u8,
    /// How many collected it.
    pub collects: i64,
    /// Mean rating, 0–5.
    pub average: f64,
    /// How many rated it.
    pub evaluates: i64,
    /// How much happens around it.
    pub hot: i64,
    /// Minutes.
    pub duration: i64,
    /// What it is filed under.
    pub terms: Vec<IndexedTerm>,
}

/// What a work is filed under.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexedTerm {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Chinese name, or empty.
    pub name_cn: String,
    /// Other names.
    pub aliases: Vec<String>,
}

impl IndexedWork {
    /// A hash of everything that is indexed, to tell whether an indexed work is current.
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a over the debug form: stable, and verifying is the only use.
        format!("{self:?}")
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }
}
