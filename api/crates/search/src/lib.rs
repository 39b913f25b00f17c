//! The works index: a read model of the visible works on tantivy, for all lists and searches of works. It is
//! independent of HTTP and SQL; the API's `catalogue::indexer` updates it from the database.
//!
//! Each folder uses only those before it: [`text`] turns text into terms, in works and queries alike; [`keyword`] parses
//! what visitors type, and marks where a text matches it; [`schema`] has the fields of a work; [`read`] is a snapshot of
//! the index with its columns and names; [`query`] has a file for each kind of question; [`build`] writes, swaps and
//! verifies builds. [`works_index`] is the facade, which imports them all and is imported by none.
//!
//! Segments are sorted newest first, so a newest-first page reads only its first matches.

mod build;
mod error;
mod keyword;
mod query;
mod read;
mod schema;
mod text;
mod works_index;

#[cfg(test)]
mod questions_tests;

pub use yingku_base::kinds::Sort;

pub use build::builds::IndexState;
pub use build::generations::State;
pub use build::storage::Storage;
pub use build::writer::IndexWriterHandle;
pub use error::IndexError;
pub use keyword::Keyword;
pub use keyword::highlight::{
    Marks, Span, has_reading_of, is_date_of, is_reading_of, keyword_without_number, marks_in_name,
    marks_in_title, pinyin_matches,
};
pub use query::basis::Basis;
pub use query::correct::{Correction, Meaning};
pub use query::facets::{Facets, LENGTHS, SCORES};
pub use query::filter::{OperatorOrder, OrderedBy, WorksFilter, WorksPage, WorksQuery};
pub use query::similar::{OwnTerm, Similar};
pub use read::among::Among;
pub use read::term_numbers::TermCount;
pub use schema::qualities::Fact;
pub use schema::work::{IndexedTerm, IndexedWork};
pub use text::han::has_forms;
pub use text::normalise::{is_ignored, normalise};
pub use text::number::{number_groups, same_spelling};
pub use text::sounds::readings;
pub use text::surnames::read as surname;
pub use text::tokenizer::{folded, is_bracket, joined_runs, written};
pub use works_index::{Opened, WorksIndex, is_written};
