//! Query parameters. [`Params`] reads them into a struct whose field types are the rules; an invalid parameter is a 400
//! with its name and the rule. Numbers are plain ASCII decimals: `+1`, `1e3`, full-width digits and empty values are
//! rejected.

use std::fmt::Display;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
use yingku_base::values::parse_id;
use yingku_db::page::Page;

use super::param_types::Number;
use crate::error::ApiError;

/// Highest page number.
pub const MAX_PAGE: u32 = 10_000;
/// Most rows on one page.
pub const MAX_PAGE_SIZE: u32 = 100;
/// Default number of rows on a page.
pub const DEFAULT_PAGE_SIZE: u32 = 10;

/// The query parameters of a request.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> Params<T> {
    /// Reads a query.
    ///
    /// # Errors
    /// 400 with the first invalid parameter.
    pub fn read(query: &str) -> Result<T, ApiError> {
        let pairs = form_urlencoded::parse(query.as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(
            |error| {
                let text = broken_rule(&error);
                ApiError::bad_request(text.unwrap_or_else(|| "请求参数无法识别".to_owned()))
            },
        )
    }
}

/// The text for a field that breaks one of our rules, which are in Chinese, or is missing or repeated; none for other
/// errors, since the parser's own messages are not for users. It names only our fields, never the caller's.
pub(super) fn broken_rule(error: &serde_path_to_error::Error<impl Display>) -> Option<String> {
    let rule = error.inner().to_string();
    if rule.starts_with(|first: char| !first.is_ascii()) {
        // The position says nothing to users.
        let rule = rule.split(" at line ").next().unwrap_or(&rule);
        // A rule that asks for something, 请…, says where itself.
        return Some(match rule.starts_with('请') {
            true => rule.to_owned(),
            false => format!("参数{}{rule}", error.path()),
        });
    }
    let name_after = |start| Some(rule.strip_prefix(start)?.split_once('`')?.0);
    if let Some(name) = name_after("duplicate field `") {
        return Some(format!("参数{name}重复"));
    }
    name_after("missing field `").map(|name| format!("缺少参数{name}"))
}

impl<T: DeserializeOwned> FromRequest for Params<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::read(request.query_string()).map(Self))
    }
}

/// A page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct PageParams {
    /// Page number, from 1.
    #[param(inline, example = 1)]
    page_num: Option<PageNumber>,
    /// Rows per page; 10 by default.
    #[param(inline, example = 20)]
    page_size: Option<PageSize>,
}

impl From<PageParams> for Page {
    fn from(params: PageParams) -> Self {
        let number = params.page_num.map_or(1, Number::get);
        Self::new(
            number,
            params.page_size.map_or(DEFAULT_PAGE_SIZE, Number::get),
        )
    }
}

/// The page a request asks for.
#[derive(Debug, Clone, Copy)]
pub struct PageQuery(pub Page);

impl FromRequest for PageQuery {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let params = Params::<PageParams>::read(request.query_string());
        ready(params.map(|params| Self(params.into())))
    }
}

/// The number of a page.
pub type PageNumber = Number<1, MAX_PAGE>;

/// How many rows a page has.
pub type PageSize = Number<1, MAX_PAGE_SIZE>;

/// The `{id}` of a path; an invalid id is 404.
#[derive(Debug, Clone, Copy)]
pub struct PathId(pub i64);

impl FromRequest for PathId {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").and_then(parse_id);
        ready(id.map(Self).ok_or_else(ApiError::not_found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(query: &str) -> Result<Page, ApiError> {
        Params::<PageParams>::read(query).map(Page::from)
    }

    #[test]
    fn only_plain_decimals_within_bounds_are_numbers() {
        for bad in [
            "0",
            "-1",
            "%2B1",
            "+1",
            "1e3",
            "",
            "%201",
            "1.0",
            "１",
            "2147483648",
            "9223372036854775808",
            "10001",
        ] {
            let rejected = page(&format!("pageNum={bad}")).unwrap_err();
            assert_eq!(
                rejected.body("").msg,
                "参数pageNum必须是1到10000之间的整数",
                "{bad:?}"
            );
        }
        assert!(page("pageSize=101").is_err());
        let last = page("pageNum=10000&pageSize=100").unwrap();
        assert_eq!((last.offset(), last.limit()), (999_900, 100));
        assert_eq!(page("other=1").unwrap().limit(), 10);
    }

    #[test]
    fn a_repeated_or_missing_parameter_is_named() {
        #[derive(Debug, Deserialize)]
        struct One {
            #[expect(dead_code, reason = "only its rejection is tested")]
            keyword: String,
        }

        assert_eq!(
            page("pageNum=1&pageNum=2").unwrap_err().body("").msg,
            "参数pageNum重复"
        );
        let msg = Params::<One>::read("word=a").unwrap_err().body("").msg;
        assert_eq!(msg, "缺少参数keyword");
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
}
