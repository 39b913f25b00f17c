//! Column types that serialize to the wire format, so that a row can be sent as is.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::sql_types::BigInt;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, SchemaType};
use utoipa::openapi::{KnownFormat, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::money::yuan;
use super::time::format_shanghai;

/// Declares a `BigInt` column type that serializes as text.
macro_rules! column_value {
    ($(#[doc = $doc:literal])+ $name:ident, $shown:expr, $($schema:tt)+) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromSqlRow)]
        pub struct $name(pub i64);

        impl<DB: Backend> FromSql<BigInt, DB> for $name
        where
            i64: FromSql<BigInt, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
                i64::from_sql(bytes).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&($shown)(self.0))
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::new(Type::String))
                    .description(Some(concat!($($doc, "\n",)+).trim()))
                    $($schema)+
                    .into()
            }
        }

        impl ToSchema for $name {}
    };
}

column_value! {
    /// A 64-bit id as text.
    Id, |id: i64| id.to_string(), .pattern(Some("^([1-9][0-9]{0,17}|[1-8][0-9]{18})$")).examples(["910000000000000001"])
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = parse_id(&Cow::<str>::deserialize(deserializer)?);
        id.map(Self)
            .ok_or_else(|| D::Error::custom("不是有效的编号"))
    }
}

column_value! {
    /// A time in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`.
    Time, format_shanghai, .pattern(Some("^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$")).examples(["2026-09-21 21:33:20"])
}
column_value! {
    /// Yuan with two places.
    Yuan, yuan, .examples(["30.00"])
}

/// Parses an id: decimal digits without leading zeros, within 64 bits.
pub fn parse_id(text: &str) -> Option<i64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !text.starts_with('0')).then(|| text.parse().ok())?
}

/// A count, 0 or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count(pub i64);

impl PartialSchema for Count {
    fn schema() -> RefOr<Schema> {
        i64_schema().minimum(Some(0)).into()
    }
}

impl ToSchema for Count {}

/// Yes or no: 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bit(pub bool);

impl Serialize for Bit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0.into())
    }
}

impl PartialSchema for Bit {
    fn schema() -> RefOr<Schema> {
        i64_schema().minimum(Some(0)).maximum(Some(1)).into()
    }
}

impl ToSchema for Bit {}

fn i64_schema() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Integer))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_id_is_the_text_of_a_positive_64_bit_number() {
        let read = |value| serde_json::from_value::<Id>(value).ok().map(|id| id.0);
        assert_eq!(read(json!("9223372036854775807")), Some(i64::MAX));
        for bad in [
            json!(21),
            json!(21.0),
            json!(912_191_741_661_020_893.0),
            json!("912191741661020893.0"),
            json!("9223372036854775808"),
            json!("0"),
            json!("-1"),
            json!("1e3"),
            json!("21,22"),
            json!(" 21"),
            json!("x"),
            json!(""),
            json!(null),
        ] {
            assert_eq!(read(bad.clone()), None, "{bad}");
        }
    }

    #[test]
    fn values_display_as_they_are_serialized() {
        let shown =
            serde_json::to_value((Id(i64::MAX), Time(0), Yuan(-1_205), Some(Time(60)))).unwrap();
        let expected = json!([
            "9223372036854775807",
            "1970-01-01 08:00:00",
            "-12.05",
            "1970-01-01 08:01:00"
        ]);
        assert_eq!(shown, expected);
    }
}
