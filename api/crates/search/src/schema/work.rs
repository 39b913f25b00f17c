//! A work, and a term, as the index takes them.

use std::sync::Arc;

use yingku_base::kinds::{Channel, Lack, Mark, TermKind};

use super::fnv::Fnv;
use super::term_word::{TermWord, text_of};
use crate::text::sounds;
use crate::text::tokenizer::{self, folded, written};

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
    /// Whether it has a big and a small cover of its own.
    pub has_covers: bool,
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
    /// Number of likes.
    pub likes: i64,
    /// Minutes.
    pub duration: i64,
    /// When it was last changed, seconds since 1970.
    pub updated_at: i64,
    /// The name of the operator who changed it last, or empty.
    pub editor: String,
    /// What it lacks.
    pub lacks: Vec<Lack>,
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
    /// The words of its names joined ([`tokenizer::joined_words`]), and the runs ([`tokenizer::joined_runs`]).
    pub joined: Vec<String>,
    /// The indexed string of the term.
    pub(crate) word: String,
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
            let joined = |name| {
                let folded = folded(name);
                let words = tokenizer::joined_words(&folded).into_iter();
                words
                    .chain(tokenizer::joined_runs(&folded))
                    .collect::<Vec<_>>()
            };
            let joined = term.names().flat_map(joined).collect();
            (term.pinyin, term.joined) = (pinyin, joined);
        }
        let spellings = term.pinyin.iter().chain(&term.joined).cloned();
        let spellings = spellings.map(|spelling| (spelling.clone(), spelling));
        let named = term.names().map(|name| (folded(name), written(name)));
        let names = text_of(named.chain(spellings));
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
            .number(self.has_covers)
            .number(self.is_online)
            .number(self.duration)
            .number(self.collects)
            .number(self.average.to_bits().cast_signed())
            .number(self.evaluates)
            .number(self.hot)
            .number(self.views)
            .number(self.likes)
            .number(self.updated_at)
            .text(&self.editor)
            .length(self.lacks.len());
        let lacks = self.lacks.iter();
        let hash = lacks.fold(hash, |hash, lack| hash.text(lack.as_str()));
        let hash = hash.length(self.marks.len());
        let marks = self.marks.iter();
        let hash = marks.fold(hash, |hash, mark| hash.text(mark.as_str()));
        let terms = self.terms.iter();
        let hash = terms.fold(hash, |hash, term| {
            hash.number(term.fingerprint.cast_signed())
        });
        hash.finish()
    }
}
