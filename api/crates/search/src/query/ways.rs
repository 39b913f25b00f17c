//! The pieces of a keyword, and the queries by which each finds works.

use crate::keyword::Keyword;
use crate::read::clauses::{Boxed, all_of, any_of, beginning, run};
use crate::read::names::{Names, Scope};
use crate::read::snapshot::Snapshot;
use crate::schema::Fields;

/// The pieces of a keyword.
pub(crate) struct Pieces {
    pub(crate) runs: Vec<PieceQueries>,
    pub(crate) words: Vec<PieceQueries>,
}

impl Pieces {
    pub(crate) fn of(fields: &Fields, snapshot: &Snapshot, keyword: &Keyword) -> Self {
        let runs = keyword.runs.iter();
        let words = keyword.words.iter();
        let of_word = |word: &String| match keyword.is_short(word) {
            true => PieceQueries::of_short_word(fields, snapshot, word),
            false => PieceQueries::of_word(fields, snapshot, word),
        };
        Self {
            runs: runs
                .map(|run| PieceQueries::of_run(fields, snapshot, run))
                .collect(),
            words: words.map(of_word).collect(),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &PieceQueries> {
        self.runs.iter().chain(&self.words)
    }

    /// The only one.
    pub(crate) fn only(&self) -> Option<&PieceQueries> {
        let mut pieces = self.iter();
        pieces.next().filter(|_| pieces.next().is_none())
    }

    /// All in the title.
    pub(crate) fn titled(&self) -> Boxed {
        all_of(self.iter().map(|piece| piece.title.box_clone()).collect())
    }
}

/// The queries by which a piece of the keyword finds works.
pub(crate) struct PieceQueries {
    pub(crate) title: Boxed,
    /// In the names of terms except tags; words also in the title's joined words.
    pub(crate) names: Boxed,
    pub(crate) tags: Boxed,
}

impl PieceQueries {
    fn of_run(fields: &Fields, snapshot: &Snapshot, chars: &[char]) -> Self {
        Self {
            title: run(fields.title, chars),
            names: snapshot.works_named(|names| names.with_run(chars, Scope::ExceptTags)),
            tags: snapshot.works_named(|names| names.with_run(chars, Scope::Tags)),
        }
    }

    pub(crate) fn of_word(fields: &Fields, snapshot: &Snapshot, word: &str) -> Self {
        Self::named_by(Names::with_word, fields, snapshot, word)
    }

    /// All words of a keyword joined into one, if it has several.
    pub(crate) fn of_joined(fields: &Fields, snapshot: &Snapshot, keyword: &Keyword) -> Vec<Self> {
        let joined = keyword.joined.iter();
        joined
            .map(|word| Self::of_word(fields, snapshot, word))
            .collect()
    }

    /// Without pinyin, because nearly every letter is a prefix of some name's pinyin: `x men` is not 徐 and 孟.
    fn of_short_word(fields: &Fields, snapshot: &Snapshot, word: &str) -> Self {
        Self::named_by(Names::with_written_word, fields, snapshot, word)
    }

    fn named_by(
        find: fn(&Names, &str, Scope) -> Vec<u32>,
        fields: &Fields,
        snapshot: &Snapshot,
        word: &str,
    ) -> Self {
        let names = snapshot.works_named(|names| find(names, word, Scope::ExceptTags));
        Self {
            title: beginning(fields.title, word),
            names: any_of(vec![beginning(fields.joined, word), names]),
            tags: snapshot.works_named(|names| find(names, word, Scope::Tags)),
        }
    }

    pub(crate) fn named(&self) -> Boxed {
        any_of(vec![self.title.box_clone(), self.names.box_clone()])
    }

    pub(crate) fn anywhere(&self) -> Boxed {
        any_of(vec![self.named(), self.tags.box_clone()])
    }
}

/// All pieces, or the words joined.
pub(crate) fn either(
    pieces: &Pieces,
    joined: &[PieceQueries],
    way: fn(&PieceQueries) -> Boxed,
) -> Boxed {
    let pieces = all_of(pieces.iter().map(way).collect());
    any_of(
        std::iter::once(pieces)
            .chain(joined.iter().map(way))
            .collect(),
    )
}
