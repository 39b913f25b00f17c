//! What was meant by a keyword that finds nothing in a list. A list, its facets and the like ask the same after each other, so
//! answers are kept until works change.

use std::sync::Arc;

use moka::sync::Cache;

use super::IndexError;
use super::correction::{Correction, correct};
use super::search::{WorksFilter, first};
use super::store::Live;

/// Most answers that are kept.
pub(super) const MAX_MEANINGS: u64 = 2_000;

/// The answers by keyword. The generation is part of the key, as in [`super::store::Totals`].
pub(super) type Meanings = Cache<(u64, String), Meaning>;

/// What was meant by a keyword that finds nothing in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The keyword itself: it finds works that other filters leave out.
    Itself,
    /// Probably another one, or no work has all of its words.
    Corrected(Arc<Correction>),
    /// Nothing that is there.
    Nothing,
}

impl Meaning {
    /// The keyword that was probably meant instead.
    pub fn corrected(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => Some(&correction.text),
            Self::Itself | Self::Nothing => None,
        }
    }

    /// The words that the other keyword is without, because no work has all of them.
    pub fn left_out(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => correction.left_out.as_deref(),
            Self::Itself | Self::Nothing => None,
        }
    }
}

/// What was meant by the keyword `text` of `filter`, which finds nothing.
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
