//! Reading of query parameters: strict, with one clear text for each rule. Numbers are plain ASCII
//! decimals; `+1`, `1e3`, full-width digits and empty values are refused.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::error::ApiError;

/// Highest page number that is looked at (no list of the site is paged by hand that far).
pub const MAX_PAGE: u32 = 10_000;
/// Public lists give no rows beyond so many: nobody goes that far by hand, and the way there costs more with each page.
pub const DEEPEST_ROW: u32 = 10_000;
/// Most rows on one page.
pub const MAX_PAGE_SIZE: u32 = 100;
/// Rows on a page when the call does not say.
pub const DEFAULT_PAGE_SIZE: u32 = 10;

/// One page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// Reads `pageNum` (from 1) and `pageSize` (1–100).
    ///
    /// # Errors
    /// 400 outside the bounds.
    pub fn parse(number: Option<&str>, size: Option<&str>) -> Result<Self, ApiError> {
        Ok(Self {
            number: ranged("pageNum", number, 1, MAX_PAGE)?.unwrap_or(1),
            size: ranged("pageSize", size, 1, MAX_PAGE_SIZE)?.unwrap_or(DEFAULT_PAGE_SIZE),
        })
    }

    /// Rows before this page.
    pub fn offset(self) -> u32 {
        (self.number - 1) * self.size
    }

    /// Whether it lies beyond what public lists give; it has no rows, like a page past the end.
    pub fn is_too_deep(self) -> bool {
        self.offset() >= DEEPEST_ROW
    }

    /// Rows on this page.
    pub fn limit(self) -> u32 {
        self.size
    }

    /// The page of `all`, for lists that are short enough to be whole in memory.
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let skip = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        let take = usize::try_from(self.size).unwrap_or(usize::MAX);
        all.into_iter().skip(skip).take(take).collect()
    }
}

/// Which page of a list that has no filters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct PageParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
}

impl PageParams {
    /// The page.
    ///
    /// # Errors
    /// 400 outside the bounds.
    pub fn parse(&self) -> Result<Page, ApiError> {
        Page::parse(self.page_num.as_deref(), self.page_size.as_deref())
    }
}

/// An unsigned decimal within bounds.
///
/// # Errors
/// 400 with the name and the bounds.
pub fn ranged(
    name: &str,
    value: Option<&str>,
    min: u32,
    max: u32,
) -> Result<Option<u32>, ApiError> {
    value
        .map(|text| {
            decimal(text)
                .filter(|number| (i64::from(min)..=i64::from(max)).contains(number))
                .and_then(|number| u32::try_from(number).ok())
                .ok_or_else(|| {
                    ApiError::bad_request(format!("参数{name}必须是{min}到{max}之间的整数"))
                })
        })
        .transpose()
}

/// An id as the API sends them: decimal digits without leading zeros, within 64 bits.
///
/// # Errors
/// 400 with the name.
pub fn id(name: &str, value: Option<&str>) -> Result<Option<i64>, ApiError> {
    value
        .map(|text| {
            parse_id(text).ok_or_else(|| ApiError::bad_request(format!("参数{name}不是有效的编号")))
        })
        .transpose()
}

/// An id in a path; anything that cannot be one is simply not there.
pub fn parse_id(text: &str) -> Option<i64> {
    decimal(text).filter(|number| *number > 0 && !text.starts_with('0'))
}

/// One of a list of words.
///
/// # Errors
/// 400 with the name and the words.
pub fn choice<T: Copy>(
    name: &str,
    value: Option<&str>,
    choices: &[(&str, T)],
) -> Result<Option<T>, ApiError> {
    value
        .map(|text| {
            choices
                .iter()
                .find(|(word, _)| *word == text)
                .map(|(_, value)| *value)
                .ok_or_else(|| {
                    let words: Vec<_> = choices.iter().map(|(word, _)| *word).collect();
                    ApiError::bad_request(format!("参数{name}只能是{}", words.join("、")))
                })
        })
        .transpose()
}

fn decimal(text: &str) -> Option<i64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_decimals_within_bounds_are_numbers() {
        for bad in [
            "0",
            "-1",
            "+1",
            "1e3",
            "",
            " 1",
            "1.0",
            "１",
            "2147483648",
            "9223372036854775808",
            "10001",
        ] {
            assert!(Page::parse(Some(bad), None).is_err(), "{bad:?}");
        }
        assert!(Page::parse(None, Some("101")).is_err());
        let page = Page::parse(Some("10000"), Some("100")).unwrap();
        assert_eq!((page.offset(), page.limit()), (999_900, 100));
        assert_eq!(Page::parse(None, None).unwrap().limit(), 10);
    }

    #[test]
    fn ids_are_positive_decimals_within_64_bits() {
        assert_eq!(parse_id("9223372036854775807"), Some(i64::MAX));
        for bad in [
            "9223372036854775808",
            "abc",
            "../",
            "-5",
            "007",
            "0",
            "",
            "1 ",
        ] {
            assert_eq!(parse_id(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn pages_partition_a_list() {
        let all: Vec<u32> = (0..25).collect();
        let pages: Vec<u32> = (1..=4)
            .flat_map(|n| {
                Page::parse(Some(&n.to_string()), Some("10"))
                    .unwrap()
                    .of(all.clone())
            })
            .collect();
        assert_eq!(pages, all);
    }
}
