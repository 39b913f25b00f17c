//! How text is compared: titles, names and keywords become the same terms. Nothing here uses the index.
//!
//! [`mod@normalise`] folds characters, with the forms of Chinese ones from [`han`]; [`canonical`] unifies spellings;
//! [`tokenizer`] makes terms. [`sounds`] reads Chinese characters as pinyin, with [`polyphones`] and [`surnames`], and
//! [`romanised`] other scripts as Latin letters.
//! [`number`] compares the numbers of works, [`numerals`] those of sequels, [`dates`] reads dates, and [`edits`] finds
//! words that differ in one letter. [`alike`] has a key for names that sound alike.

pub(crate) mod alike;
pub(crate) mod canonical;
pub(crate) mod dates;
pub(crate) mod edits;
pub(crate) mod han;
pub(crate) mod normalise;
pub(crate) mod number;
pub(crate) mod numerals;
pub(crate) mod polyphones;
mod romanised;
pub(crate) mod sounds;
mod spelling_rules;
pub(crate) mod surnames;
pub(crate) mod tokenizer;
