//! Types of query parameters: numbers, keywords, lists and times. Each rejects invalid values with its rule in Chinese;
//! its schema states the rule in the contract.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, SchemaType};
use utoipa::openapi::{KnownFormat, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use yingku_base::enums::{StringEnum, allowed_values, parse_enum};
use yingku_base::time::{period, start_of_day};
use yingku_base::values::parse_id;

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<const MIN: u32, const MAX: u32>(u32);

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

/// A search keyword: 1 to `MAX` code points, not blank. Surrounding white space counts, then is trimmed.
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

/// Up to `MAX` ids, separated by commas; sorted and deduplicated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdList<const MAX: usize>(pub Vec<i64>);

impl<'de, const MAX: usize> Deserialize<'de> for IdList<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        // One more than allowed is enough to reject.
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

/// Values of an enumeration, separated by commas; in order, deduplicated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordList<T>(pub Vec<T>);

impl<'de, T: StringEnum + Ord> Deserialize<'de> for WordList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        // No list needs a value twice.
        let words = text.split(',').take(T::WORDS.len() + 1);
        let words: Option<Vec<T>> = words.map(parse_enum).collect();
        let mut words = words
            .filter(|words| words.len() <= T::WORDS.len())
            .ok_or_else(|| D::Error::custom(allowed_values::<T>()))?;
        words.sort_unstable();
        words.dedup();
        Ok(Self(words))
    }
}

impl<T: StringEnum> PartialSchema for WordList<T> {
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

impl<T: StringEnum> ToSchema for WordList<T> {}

/// A year, month or day, with the days of each month; every February may have 29 here.
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
        let day = start_of_day(&text, 0).zip(start_of_day(&text, 1));
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

fn text_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String))
}

fn decimal(text: &str) -> Option<i64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
