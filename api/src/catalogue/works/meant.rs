//! Searches for what was meant (R6.9): a list, its facets, its feed and a random work of it have the same keyword.

use crate::catalogue::index::{Meaning, WorksIndex, WorksQuery};
use crate::http::error::ApiError;

/// What `find` finds with a query, whose keyword was `typed`. If that is nothing, the query gets the keyword that was probably
/// meant, and is asked again.
pub fn find_meant<T>(
    index: &WorksIndex,
    query: &mut WorksQuery,
    typed: Option<&str>,
    mut find: impl FnMut(&WorksQuery) -> Result<T, ApiError>,
    is_nothing: impl Fn(&T) -> bool,
) -> Result<(T, Meaning), ApiError> {
    let found = find(query)?;
    let Some(typed) = typed.filter(|_| is_nothing(&found)) else {
        return Ok((found, Meaning::Itself));
    };
    let meaning = index.meaning(typed, &query.filter)?;
    let found = match &meaning {
        Meaning::Corrected(correction) => {
            query.filter.keyword = Some(correction.keyword.clone());
            find(query)?
        }
        Meaning::Itself | Meaning::Nothing => found,
    };
    Ok((found, meaning))
}
