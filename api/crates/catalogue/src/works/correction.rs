//! Keyword correction (R6.9), shared by a list, its facets, its feed and its random work.

use yingku_http_kit::error::ApiError;
use yingku_search::{Meaning, WorksIndex, WorksQuery};

/// Runs `find` with a query whose keyword was `typed`. If nothing is found, the keyword is corrected and the query runs
/// again.
pub fn find_with_correction<T>(
    index: &WorksIndex,
    query: &mut WorksQuery,
    typed: Option<&str>,
    mut find: impl FnMut(&WorksQuery) -> Result<T, ApiError>,
    found_nothing: impl Fn(&T) -> bool,
) -> Result<(T, Meaning), ApiError> {
    let found = find(query)?;
    let Some(typed) = typed.filter(|_| found_nothing(&found)) else {
        return Ok((found, Meaning::AsTyped));
    };
    let meaning = index.meaning(typed, &query.filter)?;
    let found = match &meaning {
        Meaning::Corrected(correction) => {
            query.filter.keyword = Some(correction.keyword.clone());
            find(query)?
        }
        Meaning::AsTyped | Meaning::Nothing => found,
    };
    Ok((found, meaning))
}
