//! Types of body fields: switches, ids, lists of ids, whole numbers.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;
use utoipa::openapi::schema::{
    ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaFormat, SchemaType,
};
use utoipa::openapi::{KnownFormat, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::base::values::parse_id;
use crate::config::Config;
use crate::http::error::{ApiError, ErrorKind};

/// Pattern of an id: 1 to 19 digits.
const ID_PATTERN: &str = "([1-9][0-9]{0,17}|[1-8][0-9]{18})";

/// On (0) or off (9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Number")]
pub enum Switch {
    /// 0
    On,
    /// 9
    Off,
}

impl Switch {
    /// Whether it is on.
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

impl TryFrom<Number> for Switch {
    type Error = &'static str;

    fn try_from(number: Number) -> Result<Self, Self::Error> {
        match whole(&number) {
            Some(0) => Ok(Self::On),
            Some(9) => Ok(Self::Off),
            _ => Err("neither 0 nor 9"),
        }
    }
}

impl PartialSchema for Switch {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .enum_values(Some([0, 9]))
            .description(Some("0 on, 9 off"))
            .examples([0])
            .into()
    }
}

impl ToSchema for Switch {}

/// An id in a body: text, or an exact integer.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub enum IdText {
    /// As text.
    Text(String),
    /// As a number.
    Number(Number),
}

impl IdText {
    /// The id.
    ///
    /// # Errors
    /// 400 with the field's name when it cannot be one.
    pub fn parse(&self, name: &str) -> Result<i64, ApiError> {
        let id = match self {
            Self::Text(text) => parse_id(text),
            Self::Number(number) => whole(number).filter(|number| *number > 0),
        };
        id.ok_or_else(|| ApiError::bad_request(format!("参数{name}不是有效的编号")))
    }

    fn text_schema() -> ObjectBuilder {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .pattern(Some(format!("^{ID_PATTERN}$")))
            .examples(["910000000000000001"])
    }
}

impl PartialSchema for IdText {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(1))
            .maximum(Some(i64::MAX));
        OneOfBuilder::new()
            .item(Self::text_schema())
            .item(number)
            .description(Some(
                "A 64-bit id as text. An exact whole number is taken, too; one with a point or an exponent is not.",
            ))
            .into()
    }
}

impl ToSchema for IdText {}

/// Several ids: a list, or one text with commas between them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum IdList {
    /// A list.
    List(Vec<IdText>),
    /// Text with commas.
    Text(String),
}

impl IdList {
    /// The ids.
    ///
    /// # Errors
    /// 400 with the field's name when one of them cannot be one.
    pub fn parse(&self, name: &str) -> Result<Vec<i64>, ApiError> {
        match self {
            Self::List(ids) => ids.iter().map(|id| id.parse(name)).collect(),
            Self::Text(text) if text.is_empty() => Ok(Vec::new()),
            Self::Text(text) => text
                .split(',')
                .map(|id| IdText::Text(id.to_owned()).parse(name))
                .collect(),
        }
    }
}

impl PartialSchema for IdList {
    fn schema() -> RefOr<Schema> {
        let list = ArrayBuilder::new()
            .items(IdText::schema())
            .unique_items(true)
            .max_items(Some(5));
        let text = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .pattern(Some(format!("^({ID_PATTERN}(,{ID_PATTERN}){{0,4}})?$")))
            .examples(["910000000000000021,910000000000000022"]);
        OneOfBuilder::new()
            .item(list)
            .item(text)
            .description(Some(
                "At most five different ids, as text: a list, or one text with commas",
            ))
            .into()
    }
}

impl ToSchema for IdList {}

/// A 64-bit integer written without point or exponent. Anything else has been a float and may have lost precision.
pub fn whole(number: &Number) -> Option<i64> {
    number.as_i64()
}

/// 0 or 1.
pub fn zero_or_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match whole(&Number::deserialize(deserializer)?) {
        Some(0) => Ok(false),
        Some(1) => Ok(true),
        _ => Err(serde::de::Error::custom("neither 0 nor 1")),
    }
}

/// Deserializes a field with [`whole`].
pub fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = Number::deserialize(deserializer)?;
    whole(&number).ok_or_else(|| serde::de::Error::custom("no whole number"))
}

/// [`whole_number`] for an optional field.
pub fn maybe_whole_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?
        .map(|number| whole(&number).ok_or_else(|| serde::de::Error::custom("no whole number")))
        .transpose()
}

/// Checks that a form is for this application; clients may omit the id.
pub fn check_app(config: &Config, app_id: Option<&str>) -> Result<(), ApiError> {
    match app_id {
        Some(other) if other != config.signing.app_id => Err(ApiError::new(ErrorKind::AppUnknown)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_switch_is_0_or_9() {
        let read = |value| serde_json::from_value::<Switch>(value);
        assert_eq!(read(json!(0)).unwrap(), Switch::On);
        assert_eq!(read(json!(9)).unwrap(), Switch::Off);
        for bad in [
            json!(1),
            json!(0.5),
            json!(0.0),
            json!(9.0),
            json!("0"),
            json!(-9),
            json!(null),
            json!(true),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_id_is_a_positive_whole_number_of_64_bits() {
        let read = |value| {
            let id: IdText = serde_json::from_value(value).unwrap();
            id.parse("dataId").ok()
        };
        assert_eq!(read(json!("9223372036854775807")), Some(i64::MAX));
        assert_eq!(read(json!(i64::MAX)), Some(i64::MAX));
        for bad in [
            json!(21.0),
            json!(912_191_741_661_020_893.0),
            json!(0),
            json!(-1),
            json!(0.5),
            json!(1e300),
            json!(u64::MAX),
            json!(""),
        ] {
            assert_eq!(read(bad.clone()), None, "{bad}");
        }
    }
}
