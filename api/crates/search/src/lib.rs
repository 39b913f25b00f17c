//! The works index: a read model of the visible works on tantivy, for all lists and searches of works. It is
//! independent of HTTP and SQL; the API's `catalogue::indexer` updates it from the database.
//!
//! [`text`] turns text into terms, in works and queries alike. When it or the fields change, increase the version in
//! [`schema`], and every index is rebuilt.
//! [`query`] builds queries, [`names`] and [`named`] find works by the names of their terms, [`among`] by ids.
//! [`meaning`], [`correction`] and [`fewer_words`] correct a keyword without results, [`highlight`] explains a match,
//! [`facets`] counts facets, [`similar`] finds similar works, and [`random`] a random one. [`builds`] swaps a rebuild
//! atomically, [`store`] is the live index, and [`integrity`] detects damaged files. Segments are sorted newest first,
//! so a newest-first page reads only its first matches.

mod among;
mod builds;
mod columns;
mod correction;
mod correction_of_runs;
mod facet_counts;
mod facets;
mod fewer_words;
mod fnv;
mod generations;
mod highlight;
mod integrity;
mod keyword;
mod known;
mod meaning;
mod named;
mod names;
mod newest;
mod parallel;
mod qualities;
mod query;
mod random;
mod schema;
mod search;
mod segment_terms;
mod similar;
mod storage;
mod store;
mod term_numbers;
mod text;
mod understood;
mod view;
mod ways;
mod word_counts;
mod writer;

use std::sync::Arc;

use yingku_base::kinds::{Channel, Mark, TermKind};

pub use yingku_base::kinds::Sort;

pub use among::Among;
pub use correction::Correction;
pub use facets::{Facets, LENGTHS, SCORES, TermCount};
use fnv::Fnv;
pub use generations::{Basis, State};
pub use highlight::{
    Marks, Span, beside_number, has_reading_of, is_date_of, is_reading_of, marks_in_name,
    marks_in_title, sounding,
};
pub use keyword::Keyword;
pub use meaning::Meaning;
use schema::TermWord;
pub use search::{WorksFilter, WorksPage, WorksQuery};
pub use similar::{OwnTerm, Similar};
pub use storage::Storage;
pub use store::{IndexState, Opened, WorksIndex, is_written};
pub use text::han::has_forms;
pub use text::normalise::{is_ignored, normalise};
use text::number::number_key;
pub use text::number::{number_groups, same_spelling};
pub use text::sounds::readings;
pub use text::surnames::read as surname;
pub use text::tokenizer::{folded, written};
use text::{sounds, tokenizer};
pub use understood::beside_understood;
pub use writer::IndexWriterHandle;

/// An error of the index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process writes this index.
    #[error("the works index is being written by another process")]
    Locked,
    /// The index must be rebuilt, or reopened after a failure.
    #[error("the works index must be built first")]
    NotBuilt,
    /// Its files are damaged.
    #[error("the works index is damaged: {0}")]
    Damaged(String),
    /// An I/O error.
    #[error("I/O error in the directory of the works index")]
    Io(#[from] std::io::Error),
    /// An error of tantivy.
    #[error("error in the works index")]
    Tantivy(#[from] tantivy::TantivyError),
}

/// A visible work with the fields that lists and search need.
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
    /// Whether it has magnet links.
    pub is_dht: bool,
    /// 0 none, 1 watch online, 2 transcoding.
    pub is_online: u8,
    /// Number of collects.
    pub collects: i64,
    /// Mean rating, 0–5.
    pub average: f64,
    /// Number of ratings.
    pub evaluates: i64,
    /// Weighted sum of likes, collects and views.
    pub hot: i64,
    /// Number of views.
    pub views: i64,
    /// Minutes.
    pub duration: i64,
    /// Qualities of its magnet links.
    pub marks: Vec<Mark>,
    /// Its terms.
    pub terms: Vec<Arc<IndexedTerm>>,
}

/// A term, shared by its works.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The pinyin of its names.
    pub pinyin: Vec<String>,
    /// The words of its names joined ([`text::tokenizer::joined_words`]).
    pub joined: Vec<String>,
    /// The indexed string of the term.
    word: String,
    /// A hash of its kind, id and names.
    fingerprint: u64,
}

impl IndexedTerm {
    /// A term with these names.
    pub fn new(
        kind: TermKind,
        id: i64,
        name: String,
        name_cn: String,
        aliases: Vec<String>,
    ) -> Self {
        let hash = Fnv::new().number(kind.code()).number(id);
        let hash = hash.text(&name).text(&name_cn).length(aliases.len());
        let hash = aliases.iter().fold(hash, |hash, alias| hash.text(alias));
        let mut term = Self {
            kind,
            id,
            name,
            name_cn,
            aliases,
            pinyin: Vec::new(),
            joined: Vec::new(),
            word: String::new(),
            fingerprint: hash.finish(),
        };
        // Matches by the pinyin of tags would bury those of names.
        if kind != TermKind::Tag {
            let pinyin = term.names().flat_map(sounds::readings).collect();
            let joined = |name| tokenizer::joined_words(&folded(name));
            let joined = term.names().flat_map(joined).collect();
            (term.pinyin, term.joined) = (pinyin, joined);
        }
        let spellings = term.pinyin.iter().chain(&term.joined).cloned();
        let spellings = spellings.map(|spelling| (spelling.clone(), spelling));
        let named = term.names().map(|name| (folded(name), written(name)));
        let names = names::text_of(named.chain(spellings));
        term.word = TermWord::format(kind, id, &names);
        term
    }

    /// All its names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.name, &self.name_cn]
            .into_iter()
            .chain(&self.aliases)
            .map(String::as_str)
            .filter(|name| !name.is_empty())
    }
}

impl IndexedWork {
    /// A hash of all indexed fields, to detect outdated works.
    pub fn fingerprint(&self) -> u64 {
        let hash = Fnv::new()
            .number(self.id)
            .number(self.channel.code())
            .text(&self.number)
            .text(&self.title)
            .number(self.pub_time)
            .number(self.is_dht)
            .number(self.is_online)
            .number(self.duration)
            .number(self.collects)
            .number(self.average.to_bits().cast_signed())
            .number(self.evaluates)
            .number(self.hot)
            .number(self.views)
            .length(self.marks.len());
        let marks = self.marks.iter();
        let hash = marks.fold(hash, |hash, mark| hash.text(mark.as_str()));
        let terms = self.terms.iter();
        let hash = terms.fold(hash, |hash, term| {
            hash.number(term.fingerprint.cast_signed())
        });
        hash.finish()
    }
}
