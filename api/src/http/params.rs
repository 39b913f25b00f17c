//! Query parameters. [`Params`] reads them into a struct whose fields say their own rules; a parameter that breaks its
//! rule is answered with 400, its name and the rule. Numbers are plain ASCII decimals: `+1`, `1e3`, full-width digits and
//! empty values are refused.

use std::borrow::Cow;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, SchemaType};
use utoipa::openapi::{KnownFormat, RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::base::enums::{WordEnum, from_word, only_words};
use crate::base::time::{day_begins, period};
use crate::base::values::parse_id;
pub use crate::db::page::Page;
use crate::http::error::ApiError;

/// Highest page number.
pub const MAX_PAGE: u32 = 10_000;
/// Most rows on one page.
pub const MAX_PAGE_SIZE: u32 = 100;
/// Rows on a page when the call does not say.
pub const DEFAULT_PAGE_SIZE: u32 = 10;

/// The query parameters of a call.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> Params<T> {
    /// Reads a query.
    ///
    /// # Errors
    /// 400 that names the first parameter that breaks its rule.
    pub fn read(query: &str) -> Result<T, ApiError> {
        let pairs = form_urlencoded::parse(query.as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(
            |error| {
                // Our rules are in Chinese; the parser's own messages are not for visitors.
                let rule = error.inner().to_string();
                ApiError::bad_request(match rule.is_ascii() {
                    true => {
                        missing_or_repeated(&rule).unwrap_or_else(|| "请求参数无法识别".to_owned())
                    }
                    false => format!("参数{}{rule}", error.path()),
                })
            },
        )
    }
}

/// What to say when serde misses a field or finds it twice. It names fields of ours alone, never the caller's.
pub(super) fn missing_or_repeated(refusal: &str) -> Option<String> {
    let name_after = |start| Some(refusal.strip_prefix(start)?.split_once('`')?.0);
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

/// Which page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct PageParams {
    /// Page, from 1.
    #[param(inline, example = 1)]
    page_num: Option<PageNumber>,
    /// Rows on a page; 10 when not given.
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

impl FromRequest for Page {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Params::<PageParams>::read(request.query_string()).map(Self::from))
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<const MIN: u32, const MAX: u32>(u32);

/// The number of a page.
pub type PageNumber = Number<1, MAX_PAGE>;

/// How many rows a page has.
pub type PageSize = Number<1, MAX_PAGE_SIZE>;

/// Yes or no, as 1 or 0.
pub type Flag = Number<0, 1>;

impl<const MIN: u32, const MAX: u32> Number<MIN, MAX> {
    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The number as a `SmallInt`.
    pub fn small(self) -> i16 {
        i16::try_from(self.0).unwrap_or(i16::MAX)
    }
}

impl Flag {
    /// Whether it is 1.
    pub const fn is_set(self) -> bool {
        self.0 == 1
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Number<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        decimal(&Cow::<str>::deserialize(deserializer)?)
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| (MIN..=MAX).contains(number))
            .map(Self)
            .ok_or_else(|| D::Error::custom(format!("必须是{MIN}到{MAX}之间的整数")))
    }
}

impl<const MIN: u32, const MAX: u32> PartialSchema for Number<MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .minimum(Some(MIN))
            .maximum(Some(MAX))
            .into()
    }
}

impl<const MIN: u32, const MAX: u32> ToSchema for Number<MIN, MAX> {}

/// A search keyword: 1 to `MAX` code points, not only white space. Surrounding white space counts, and is then trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword<const MAX: usize>(pub String);

impl<'de, const MAX: usize> Deserialize<'de> for Keyword<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let wanted = text.trim();
        if wanted.is_empty() || text.chars().count() > MAX || text.contains('\0') {
            return Err(D::Error::custom(format!("限制为1-{MAX}个字符")));
        }
        Ok(Self(wanted.to_owned()))
    }
}

impl<const MAX: usize> PartialSchema for Keyword<MAX> {
    fn schema() -> RefOr<Schema> {
        text_schema()
            .min_length(Some(1))
            .max_length(Some(MAX))
            .pattern(Some(r"^[\s\S]*[^\s\u0085][\s\S]*$"))
            .into()
    }
}

impl<const MAX: usize> ToSchema for Keyword<MAX> {}

/// Up to `MAX` ids, separated by commas; sorted, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdList<const MAX: usize>(pub Vec<i64>);

impl<'de, const MAX: usize> Deserialize<'de> for IdList<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        // One more than allowed is enough to refuse.
        let ids: Option<Vec<i64>> = text.split(',').take(MAX + 1).map(parse_id).collect();
        let mut ids = ids
            .filter(|ids| ids.len() <= MAX)
            .ok_or_else(|| D::Error::custom(format!("必须是以逗号分隔的编号，最多{MAX}个")))?;
        ids.sort_unstable();
        ids.dedup();
        Ok(Self(ids))
    }
}

impl<const MAX: usize> PartialSchema for IdList<MAX> {
    fn schema() -> RefOr<Schema> {
        const ONE: &str = "([1-9][0-9]{0,17}|[1-8][0-9]{18})";
        text_schema()
            .pattern(Some(format!("^{ONE}(,{ONE}){{0,{}}}$", MAX - 1)))
            .max_length(Some(MAX * 20 - 1))
            .into()
    }
}

impl<const MAX: usize> ToSchema for IdList<MAX> {}

/// Words of an enumeration, separated by commas; in order, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordList<T>(pub Vec<T>);

impl<'de, T: WordEnum + Ord> Deserialize<'de> for WordList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        // No list needs a word twice.
        let words = text.split(',').take(T::WORDS.len() + 1);
        let words: Option<Vec<T>> = words.map(from_word).collect();
        let mut words = words
            .filter(|words| words.len() <= T::WORDS.len())
            .ok_or_else(|| D::Error::custom(only_words::<T>()))?;
        words.sort_unstable();
        words.dedup();
        Ok(Self(words))
    }
}

impl<T: WordEnum> PartialSchema for WordList<T> {
    fn schema() -> RefOr<Schema> {
        let words: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
        let one = words.join("|");
        text_schema()
            .pattern(Some(format!(
                "^({one})(,({one})){{0,{}}}$",
                words.len().saturating_sub(1)
            )))
            .into()
    }
}

impl<T: WordEnum> ToSchema for WordList<T> {}

/// A year, a month, or a day that its month has; every February may have 29 here.
const PERIOD: &str = "^[0-8][0-9]{3}(-(0[13578]|1[02])(-(0[1-9]|[12][0-9]|3[01]))?|\
    -(0[469]|11)(-(0[1-9]|[12][0-9]|30))?|-02(-(0[1-9]|[12][0-9]))?)?$";

/// A year, month or day in Asia/Shanghai as Unix seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// Its first second.
    pub begin: i64,
    /// The first second after it.
    pub end: i64,
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        period(&text)
            .map(|(begin, end)| Self { begin, end })
            .ok_or_else(|| D::Error::custom("必须是年、年-月或年-月-日"))
    }
}

impl PartialSchema for Period {
    fn schema() -> RefOr<Schema> {
        text_schema()
            .pattern(Some(PERIOD))
            .max_length(Some(10))
            .into()
    }
}

impl ToSchema for Period {}

/// A day in Asia/Shanghai as Unix seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// Its first second.
    pub begin: i64,
    /// First second of the next day.
    pub end: i64,
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let day = day_begins(&text, 0).zip(day_begins(&text, 1));
        day.map(|(begin, end)| Self { begin, end })
            .ok_or_else(|| D::Error::custom("不是有效的日期"))
    }
}

impl PartialSchema for Day {
    fn schema() -> RefOr<Schema> {
        text_schema()
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
            .max_length(Some(10))
            .into()
    }
}

impl ToSchema for Day {}

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

fn text_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String))
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
            let refused = page(&format!("pageNum={bad}")).unwrap_err();
            assert_eq!(
                refused.body("").msg,
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
    fn a_parameter_that_stands_twice_or_is_missing_is_named() {
        #[derive(Debug, Deserialize)]
        struct One {
            #[expect(dead_code, reason = "only its refusal is looked at")]
            keyword: String,
        }

        assert_eq!(
            page("pageNum=1&pageNum=2").unwrap_err().body("").msg,
            "参数pageNum重复"
        );
        let said = Params::<One>::read("word=a").unwrap_err().body("").msg;
        assert_eq!(said, "缺少参数keyword");
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
