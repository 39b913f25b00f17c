//! The pieces of a keyword, and the queries by which each finds works.

use super::keyword::Keyword;
use super::names::{Names, Scope};
use super::query::{Boxed, all_of, any_of, beginning, run};
use super::schema::Fields;
use super::view::View;

/// The pieces of a keyword.
pub(super) struct Pieces {
    pub(super) runs: Vec<Ways>,
    pub(super) words: Vec<Ways>,
}

impl Pieces {
    pub(super) fn of(fields: &Fields, view: &View, keyword: &Keyword) -> Self {
        let runs = keyword.runs.iter();
        let words = keyword.words.iter();
        let of_word = |word: &String| match keyword.is_short(word) {
            true => Ways::of_short_word(fields, view, word),
            false => Ways::of_word(fields, view, word),
        };
        Self {
            runs: runs.map(|run| Ways::of_run(fields, view, run)).collect(),
            words: words.map(of_word).collect(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ways> {
        self.runs.iter().chain(&self.words)
    }

    /// The only one.
    pub(super) fn only(&self) -> Option<&Ways> {
        let mut pieces = self.iter();
        pieces.next().filter(|_| pieces.next().is_none())
    }

    /// All in the title.
    pub(super) fn titled(&self) -> Boxed {
        all_of(self.iter().map(|piece| piece.title.box_clone()).collect())
    }
}

/// The queries by which a piece of the keyword finds works.
pub(super) struct Ways {
    pub(super) title: Boxed,
    /// In the names of terms except tags; words also in the title's joined words.
    pub(super) names: Boxed,
    pub(super) tags: Boxed,
}

impl Ways {
    fn of_run(fields: &Fields, view: &View, chars: &[char]) -> Self {
        Self {
            title: run(fields.title, chars),
            names: view.works_named(|names| names.with_run(chars, Scope::ButTags)),
            tags: view.works_named(|names| names.with_run(chars, Scope::Tags)),
        }
    }

    pub(super) fn of_word(fields: &Fields, view: &View, word: &str) -> Self {
        Self::named_by(Names::with_word, fields, view, word)
    }

    /// Without pinyin, because nearly every letter is a prefix of some name's pinyin: `x men` is not 徐 and 孟.
    fn of_short_word(fields: &Fields, view: &View, word: &str) -> Self {
        Self::named_by(Names::with_written_word, fields, view, word)
    }

    fn named_by(
        find: fn(&Names, &str, Scope) -> Vec<u32>,
        fields: &Fields,
        view: &View,
        word: &str,
    ) -> Self {
        let names = view.works_named(|names| find(names, word, Scope::ButTags));
        Self {
            title: beginning(fields.title, word),
            names: any_of(vec![beginning(fields.joined, word), names]),
            tags: view.works_named(|names| find(names, word, Scope::Tags)),
        }
    }

    pub(super) fn named(&self) -> Boxed {
        any_of(vec![self.title.box_clone(), self.names.box_clone()])
    }

    pub(super) fn anywhere(&self) -> Boxed {
        any_of(vec![self.named(), self.tags.box_clone()])
    }
}

/// All pieces, or the words joined.
pub(super) fn either(pieces: &Pieces, joined: &[Ways], way: fn(&Ways) -> Boxed) -> Boxed {
    let pieces = all_of(pieces.iter().map(way).collect());
    any_of(
        std::iter::once(pieces)
            .chain(joined.iter().map(way))
            .collect(),
    )
}
