//! A line as a JSON tree that keeps what `serde_json::Value` drops: repeated fields and the order of fields. Its
//! methods return a value of one type, or a validation error with the actual type.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::validation_error::{At, ValidationError};

/// The fields of an object in the order they were written, with repeats.
pub type Fields<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

/// Below it a float without fraction represents exactly one integer.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON value. Strings without escapes are borrowed from the line.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A 64-bit integer without fraction and exponent.
    Whole(i128),
    /// Any other number.
    Real(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object.
    Object(Fields<'a>),
}

impl<'a> Json<'a> {
    /// Parses a line: strict JSON in valid UTF-8, with nothing after it, at most 127 levels deep.
    pub fn read(line: &'a [u8]) -> Result<Self, ValidationError> {
        let text = std::str::from_utf8(line).map_err(|error| {
            At::Line.error(format!(
                "第 {} 个字节起不是有效的 UTF-8",
                error.valid_up_to() + 1
            ))
        })?;
        serde_json::from_str(text).map_err(|error| {
            let reason = error
                .to_string()
                .replace(" at line 1 column ", " at column ");
            At::Line.error(format!("不是有效的 JSON：{reason}"))
        })
    }

    /// The type of the value, for a message.
    pub const fn found(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true 或 false",
            Self::Whole(_) | Self::Real(_) => "数字",
            Self::Text(_) => "文字",
            Self::List(_) => "列表",
            Self::Object(_) => "对象",
        }
    }

    fn other(&self, at: &At<'_>, expected: &str) -> ValidationError {
        at.error(format!("应为{expected}，实际是{}", self.found()))
    }

    /// A string.
    pub fn text(self, at: &At<'_>) -> Result<Cow<'a, str>, ValidationError> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.other(at, "文字")),
        }
    }

    /// `true` or `false`.
    pub fn flag(&self, at: &At<'_>) -> Result<bool, ValidationError> {
        match self {
            Self::Bool(flag) => Ok(*flag),
            other => Err(other.other(at, "true 或 false")),
        }
    }

    /// An integer from `low` to `high`.
    pub fn whole<T>(&self, at: &At<'_>, low: T, high: T) -> Result<T, ValidationError>
    where
        T: Copy + fmt::Display + Into<i128> + TryFrom<i128>,
    {
        let number = match self {
            Self::Whole(number) => *number,
            // Integers as exported from float columns: 120.0.
            Self::Real(number) if number.fract() == 0.0 && number.abs() < MAX_EXACT => {
                let digits = format!("{number:.0}");
                digits.parse().map_err(|_| at.error("应为整数"))?
            }
            Self::Real(number) => {
                return Err(at.error(format!("应为 {low} 到 {high} 的整数，实际是 {number}")));
            }
            other => return Err(other.other(at, "整数")),
        };
        let fits = (low.into()..=high.into()).contains(&number);
        T::try_from(number)
            .ok()
            .filter(|_| fits)
            .ok_or_else(|| at.error(format!("应为 {low} 到 {high}，实际是 {number}")))
    }

    /// Whether it is an empty value: null, 0, an empty text or list.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Whole(number) => *number == 0,
            Self::Real(number) => *number == 0.0,
            Self::Text(text) => text.trim().is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Bool(_) | Self::Object(_) => false,
        }
    }

    /// A number from `low` to `high`.
    pub fn real(&self, at: &At<'_>, low: f64, high: f64) -> Result<f64, ValidationError> {
        let number = match self {
            // Only numbers near the bounds matter, and i32 holds those.
            Self::Whole(number) => i32::try_from(*number).map_or(f64::INFINITY, f64::from),
            Self::Real(number) => *number,
            other => return Err(other.other(at, "数字")),
        };
        if (low..=high).contains(&number) {
            // Turns −0 into 0, so that equal records have equal fingerprints.
            return Ok(number + 0.0);
        }
        match self {
            Self::Whole(number) => Err(at.error(format!("应为 {low} 到 {high}，实际是 {number}"))),
            _ => Err(at.error(format!("应为 {low} 到 {high}，实际是 {number}"))),
        }
    }

    /// A list of at most `max` entries.
    pub fn list(self, at: &At<'_>, max: usize) -> Result<Vec<Json<'a>>, ValidationError> {
        match self {
            Self::List(list) if list.len() <= max => Ok(list),
            Self::List(list) => Err(at.error(format!("最多 {max} 项，实际有 {} 项", list.len()))),
            other => Err(other.other(at, "列表")),
        }
    }

    /// An object.
    pub fn object(self, at: &At<'_>) -> Result<Fields<'a>, ValidationError> {
        match self {
            Self::Object(fields) => Ok(fields),
            other => Err(other.other(at, "对象")),
        }
    }
}

/// Sets a field; rejects a second value.
pub fn once<T>(slot: &mut Option<T>, at: &At<'_>, value: T) -> Result<(), ValidationError> {
    if slot.is_some() {
        return Err(at.error("重复出现"));
    }
    *slot = Some(value);
    Ok(())
}

/// The error for an unknown field, with the most similar known field.
pub fn unknown(at: &At<'_>, name: &str, known: &[&str]) -> ValidationError {
    let plain = |text: &str| text.replace(['_', '-', ' '], "").to_lowercase();
    let plain_name = plain(name);
    match known
        .iter()
        .find(|candidate| plain(candidate) == plain_name)
    {
        Some(suggestion) => at
            .field(name)
            .error(format!("未知字段，是否想写 {suggestion}？")),
        None => at.field(name).error("未知字段"),
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(TreeVisitor)
    }
}

/// An object's key, borrowed where it can be.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a field name")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        source.deserialize_str(KeyVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Json<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json<'de>, E> {
        Ok(Json::Whole(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json<'de>, E> {
        Ok(Json::Whole(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json<'de>, E> {
        Ok(Json::Real(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = source.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Json<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(Key(key)) = source.next_key()? {
            fields.push((key, source.next_value()?));
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(line: &[u8]) -> String {
        Json::read(line).unwrap_err().to_string()
    }

    #[test]
    fn syntax_errors_have_a_position() {
        assert_eq!(
            reason(b"{\"a\":\xff}"),
            "line: 第 6 个字节起不是有效的 UTF-8"
        );
        assert_eq!(
            reason(b"{\"a\":1"),
            "line: 不是有效的 JSON：EOF while parsing an object at column 6"
        );
        assert_eq!(
            reason(b"{} {}"),
            "line: 不是有效的 JSON：trailing characters at column 4"
        );
        assert!(reason(b"{\"a\":1e999}").contains("number out of range"));
        assert!(reason(b"{\"a\":\"\\ud800\"}").starts_with("line: 不是有效的 JSON"));
        assert!(reason("[".repeat(200).as_bytes()).contains("recursion limit"));
    }

    #[test]
    fn repeated_fields_and_order_are_preserved() {
        let Json::Object(fields) = Json::read(br#"{"b":1,"a":[true,null],"b":"\u4e2d"}"#).unwrap()
        else {
            panic!()
        };
        let names: Vec<_> = fields.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(names, ["b", "a", "b"]);
        assert_eq!(fields[2].1, Json::Text("中".into()));
    }

    #[test]
    fn numbers_are_bounded() {
        let at = At::Line;
        assert_eq!(Json::Whole(3).whole(&at, 0i32, 5), Ok(3));
        assert_eq!(
            Json::Whole(-1).whole(&at, 0i32, 5).unwrap_err().reason,
            "应为 0 到 5，实际是 -1"
        );
        assert!(
            Json::read(b"18446744073709551615")
                .unwrap()
                .whole(&at, 0i64, i64::MAX)
                .is_err()
        );
        assert_eq!(
            Json::Real(1.5).whole(&at, 0i32, 5).unwrap_err().reason,
            "应为 0 到 5 的整数，实际是 1.5"
        );
        assert_eq!(Json::Whole(4).real(&at, 0.0, 5.0), Ok(4.0));
        assert_eq!(
            Json::Whole(99_999_999_999)
                .real(&at, 0.0, 5.0)
                .unwrap_err()
                .reason,
            "应为 0 到 5，实际是 99999999999"
        );
        assert_eq!(
            Json::Real(5.01).real(&at, 0.0, 5.0).unwrap_err().reason,
            "应为 0 到 5，实际是 5.01"
        );
        assert_eq!(Json::Real(-0.0).real(&at, 0.0, 5.0).unwrap().to_bits(), 0);
    }
}
