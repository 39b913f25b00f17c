//! Names by the sound of their words ([`crate::text::alike`]): the hash of each key with the numbers of the texts. Hashes
//! suffice, because what is found is compared again.

use std::collections::BTreeSet;
use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;

use crate::read::names::Text;
use crate::text::alike::{Family, Spelling, spellings};

/// Maximum number of texts of a key that are compared.
const MAX_TEXTS: usize = 200;

/// The texts of each key.
#[derive(Debug, Default)]
pub(crate) struct AlikeNames {
    keys: BTreeSet<(u64, u32)>,
    /// Number of texts that are read.
    read: usize,
}

impl AlikeNames {
    /// Reads the texts added since the last time, except tags.
    pub(crate) fn read_new(&mut self, all: &[Text]) {
        let new = (0..).zip(all).skip(self.read);
        for (number, text) in new.filter(|(_, text)| !text.is_tag) {
            let spellings = names(text.written()).flat_map(spellings);
            let keys = spellings.map(|spelling| (hash(&spelling), number));
            self.keys.extend(keys);
        }
        self.read = all.len();
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The texts that may have a spelling like this one.
    pub(crate) fn like(&self, spelling: &Spelling) -> impl Iterator<Item = u32> {
        let key = hash(spelling);
        let found = self.keys.range((key, 0)..=(key, u32::MAX));
        found.take(MAX_TEXTS).map(|(_, number)| *number)
    }
}

/// The names of a text that are compared: not the single words that names of several words are also written as.
pub(crate) fn names<'a>(written: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut has_others = false;
    written.map(str::trim).filter(move |name| {
        let is_one = name.bytes().all(|b| b.is_ascii_alphanumeric());
        has_others |= !is_one;
        !(is_one && has_others)
    })
}

/// What a text has that sounds like all words of a keyword, in the family: the whole name, or its words like these.
pub(crate) fn matching<'a>(
    written: impl Iterator<Item = &'a str>,
    keyword: &[Spelling],
    family: Family,
) -> Option<String> {
    let wanted = keyword.iter().filter(|spelling| spelling.family == family);
    let (whole, words): (Vec<&Spelling>, Vec<&Spelling>) = wanted.partition(|one| one.whole);
    let of_family = |name: &str| {
        let all = spellings(name).into_iter();
        all.filter(|spelling| spelling.family == family)
            .collect::<Vec<_>>()
    };
    names(written).find_map(|name| {
        let has = of_family(name);
        let like = |wanted: &&Spelling| has.iter().find(|one| one.key == wanted.key);
        if let Some(found) = whole.iter().find_map(like) {
            return Some(found.text.clone());
        }
        let words: Option<Vec<&str>> = words
            .iter()
            .map(|word| like(word).map(|one| one.text.as_str()))
            .collect();
        words
            .filter(|words| !words.is_empty())
            .map(|words| words.join(" "))
    })
}

fn hash(spelling: &Spelling) -> u64 {
    FxBuildHasher.hash_one((spelling.family, &spelling.key))
}
