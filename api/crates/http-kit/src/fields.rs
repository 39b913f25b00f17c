//! Types of body fields: switches, ids, whole numbers.

use serde::{Deserialize, Deserializer};
use serde_json::Number;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType};
use utoipa::openapi::{RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{ApiError, ErrorKind};

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

/// A 64-bit integer without decimal point or exponent. Anything else was a float and may have lost precision.
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
pub fn optional_whole_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?
        .map(|number| whole(&number).ok_or_else(|| serde::de::Error::custom("no whole number")))
        .transpose()
}

/// Checks that a form is for this application, `own`; clients may omit the id.
pub fn check_app(own: &str, app_id: Option<&str>) -> Result<(), ApiError> {
    match app_id {
        Some(other) if other != own => Err(ApiError::new(ErrorKind::AppUnknown)),
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
}
