//! What was meant by a keyword without results in a list. A list, its facets and the like need the same correction, so
//! it is cached until works change.

use std::sync::Arc;

use moka::sync::Cache;

use super::IndexError;
use super::correction::{Correction, correct};
use super::search::{WorksFilter, first};
use super::store::Live;

/// Capacity of the cache.
pub(super) const MAX_MEANINGS: u64 = 2_000;

/// Cached meanings by keyword. The generation is part of the key, as in [`super::store::Totals`].
pub(super) type Meanings = Cache<(u64, String), Meaning>;

/// What was meant by a keyword without results in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The keyword itself: it finds works that other filters exclude.
    Itself,
    /// A corrected or shortened one.
    Corrected(Arc<Correction>),
    /// Nothing similar exists.
    Nothing,
}

impl Meaning {
    /// The corrected keyword.
    pub fn corrected(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => Some(&correction.text),
            Self::Itself | Self::Nothing => None,
        }
    }

    /// The words that it omits, because no work has all of them.
    pub fn left_out(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => correction.left_out.as_deref(),
            Self::Itself | Self::Nothing => None,
        }
    }
}

/// What was meant by the keyword `text` of `filter`, which has no results.
pub(super) fn meaning(
    live: &Live,
    text: &str,
    filter: &WorksFilter,
) -> Result<Meaning, IndexError> {
    let key = (live.view().works_generation(), text.to_owned());
    if let Some(known) = live.meanings.get(&key) {
        return Ok(known);
    }
    let anywhere = WorksFilter {
        keyword: filter.keyword.clone(),
        ..WorksFilter::default()
    };
    let meaning = if *filter != anywhere && !first(live, &anywhere, 1)?.is_empty() {
        Meaning::Itself
    } else {
        let correction = correct(live, text)?.map(Arc::new);
        correction.map_or(Meaning::Nothing, Meaning::Corrected)
    };
    live.meanings.insert(key, meaning.clone());
    Ok(meaning)
}
