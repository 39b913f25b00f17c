//! What was meant by a keyword without results in a list. A list, its facets and the like need the same correction, so
//! it is cached until works change.

use std::sync::Arc;

use crate::error::IndexError;
use crate::query::correct::{Meaning, correct};
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::first;

/// What was meant by the keyword `text` of `filter`, which has no results.
pub(crate) fn meaning(
    live: &Live,
    text: &str,
    filter: &WorksFilter,
) -> Result<Meaning, IndexError> {
    let key = (live.snapshot().works_generation(), text.to_owned());
    if let Some(known) = live.meanings.get(&key) {
        return Ok(known);
    }
    let anywhere = WorksFilter {
        keyword: filter.keyword.clone(),
        ..WorksFilter::default()
    };
    let meaning = if *filter != anywhere && !first(live, &anywhere, 1)?.is_empty() {
        Meaning::AsTyped
    } else {
        let correction = correct(live, text)?.map(Arc::new);
        correction.map_or(Meaning::Nothing, Meaning::Corrected)
    };
    live.meanings.insert(key, meaning.clone());
    Ok(meaning)
}
