//! The form of the saved filters (R9.15).

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::json::objects;
use yingku_http_kit::text::is_blank;

/// Most filters of a member.
pub const MAX_FILTERS: usize = 20;
/// Longest name, in code points.
const NAME_CHARS: usize = 20;
/// Longest query, in bytes.
const QUERY_BYTES: usize = 500;

/// A filter with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, diesel::Queryable)]
pub struct SavedFilter {
    /// The name, unique among the member's filters; not blank, and without control characters.
    #[schema(
        min_length = 1,
        max_length = 20,
        pattern = r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$",
        example = "今晚看"
    )]
    pub name: String,
    /// The filter, as in the query of the site's URL.
    #[schema(
        min_length = 3,
        max_length = 500,
        pattern = r"^[A-Za-z0-9*._+%-]+=[A-Za-z0-9*._+%-]+(&[A-Za-z0-9*._+%-]+=[A-Za-z0-9*._+%-]+)*$",
        example = "online=1&magnet=subtitle%2C4k"
    )]
    pub query: String,
}

impl SavedFilter {
    /// The filter with its name trimmed; 400 for an invalid name or query.
    fn checked(&self) -> Result<Self, ApiError> {
        let name = self.name.trim();
        let fits = name.chars().count() <= NAME_CHARS && !name.contains(char::is_control);
        if is_blank(name) || !fits {
            return Err(ApiError::bad_request("筛选名称限制为1-20个字符"));
        }
        if !is_query(&self.query) {
            return Err(ApiError::bad_request("筛选条件不正确"));
        }
        Ok(Self {
            name: name.to_owned(),
            query: self.query.clone(),
        })
    }
}

/// Whether a text is a query as browsers write it: parameters with values, other characters percent-encoded.
fn is_query(text: &str) -> bool {
    let is_part = |part: &str| {
        let usual = |byte: u8| byte.is_ascii_alphanumeric() || b"*._+%-".contains(&byte);
        !part.is_empty() && part.bytes().all(usual)
    };
    let is_parameter = |parameter: &str| {
        parameter
            .split_once('=')
            .is_some_and(|(name, value)| is_part(name) && is_part(value))
    };
    text.len() <= QUERY_BYTES && text.split('&').all(is_parameter)
}

/// All filters of the member.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FiltersForm {
    /// The filters in their order.
    #[serde(deserialize_with = "objects")]
    #[schema(max_items = 20)]
    pub filters: Vec<SavedFilter>,
}

impl FiltersForm {
    /// The filters; 422 for too many, and for duplicate names.
    pub fn parse(&self) -> Result<Vec<SavedFilter>, ApiError> {
        if self.filters.len() > MAX_FILTERS {
            return Err(ErrorKind::FiltersOfMember.into());
        }
        let filters: Vec<_> = self
            .filters
            .iter()
            .map(SavedFilter::checked)
            .collect::<Result<_, _>>()?;
        let names: HashSet<&str> = filters.iter().map(|one| one.name.as_str()).collect();
        if names.len() < filters.len() {
            return Err(ErrorKind::FilterNamesEqual.into());
        }
        Ok(filters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(name: &str, query: &str) -> SavedFilter {
        SavedFilter {
            name: name.to_owned(),
            query: query.to_owned(),
        }
    }

    #[test]
    fn a_name_has_one_to_twenty_code_points() {
        for bad in ["", " \u{3000}", "\u{200b}", &"长".repeat(21), "a\nb", "a\0"] {
            assert!(filter(bad, "online=1").checked().is_err(), "{bad:?}");
        }
        assert_eq!(filter(" 山 ", "online=1").checked().unwrap().name, "山");
        filter(&"😀".repeat(20), "online=1").checked().unwrap();
    }

    #[test]
    fn a_query_is_stored_as_browsers_serialize_it() {
        let longest = format!("tag={}", "1".repeat(496));
        for good in ["online=1", "tag=1%2C-2&length=60-&score=3.5", &longest] {
            assert!(is_query(good), "{good}");
        }
        let bad = [
            "", "online", "=1", "online=", "a=1&", "a=b=c", "a=1 2", "a=山", "?a=1", "a=<b>",
        ];
        for bad in bad.into_iter().chain([format!("{longest}1").as_str()]) {
            assert!(!is_query(bad), "{bad}");
        }
    }

    #[test]
    fn names_differ_once_they_are_trimmed() {
        let filters = vec![filter("山", "online=1"), filter("山 ", "online=1")];
        assert!(FiltersForm { filters }.parse().is_err());
        let filters = vec![filter("山", "online=1"), filter("海", "online=1")];
        assert_eq!(FiltersForm { filters }.parse().unwrap().len(), 2);
    }
}
