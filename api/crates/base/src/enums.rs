//! Declares enumerations once: their string or numeric values for the database, parameters, bodies and the contract are
//! listed with the variants.

/// An enumeration with string values.
pub trait StringEnum: Copy + 'static {
    /// Every string value and its variant, in order of declaration; a variant may have aliases.
    const WORDS: &'static [(&'static str, Self)];
}

/// The variant of a string value.
pub fn parse_enum<T: StringEnum>(word: &str) -> Option<T> {
    let found = T::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|(_, variant)| *variant)
}

/// Lists the allowed values, for the error text of an unknown one.
pub fn allowed_values<T: StringEnum>() -> String {
    let words: Vec<_> = T::WORDS.iter().map(|(word, _)| *word).collect();
    format!("只能是{}", words.join("、"))
}

/// Declares an enumeration with string values: `Variant = "value"`, with `| "alias"` for other strings that parse to
/// the same variant, and `: 1` for a number.
///
/// The type has `ALL`, `as_str()` and [`parse_enum`], implements serde, the OpenAPI schema and a text column, or also a
/// small integer column if it has numbers. An unknown value in the database is an error, or the variant after `else`.
#[macro_export]
macro_rules! string_enum {
    (
        $(#[doc = $doc:literal])+
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$about:meta])* $variant:ident = $word:literal $(| $alias:literal)* $(: $code:literal)?,)+
        } $(else $unknown:ident)?
    ) => {
        $(#[doc = $doc])+
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
        #[diesel(sql_type = diesel::sql_types::Text)]
        #[diesel(sql_type = diesel::sql_types::SmallInt)]
        $vis enum $name { $($(#[$about])* $variant,)+ }

        impl $name {
            /// Every variant, in the order of the declaration.
            $vis const ALL: [Self; [$($word),+].len()] = [$(Self::$variant,)+];

            /// The value in the database and on the wire.
            $vis const fn as_str(self) -> &'static str { match self { $(Self::$variant => $word,)+ } }
        }

        $crate::numbered! { $vis $name { $($variant $(= $code)?,)+ } $(else $unknown)? }

        impl $crate::enums::StringEnum for $name {
            const WORDS: &'static [(&'static str, Self)] =
                &[$(($word, Self::$variant), $(($alias, Self::$variant),)*)+];
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use $crate::enums::{parse_enum, allowed_values};
                let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
                parse_enum(&word).ok_or_else(|| serde::de::Error::custom(allowed_values::<Self>()))
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::SchemaType::new(utoipa::openapi::Type::String))
                    .description(Some(concat!($($doc, "\n",)+).trim()))
                    .enum_values(Some([$($word, $($alias,)*)+]))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                diesel::serialize::ToSql::<diesel::sql_types::Text, DB>::to_sql(self.as_str(), out)
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $name
        where
            DB: diesel::backend::Backend,
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let word = <String as diesel::deserialize::FromSql<diesel::sql_types::Text, DB>>::from_sql(bytes)?;
                let found = $crate::enums::parse_enum(&word);
                $(let found = found.or(Some(Self::$unknown));)?
                found.ok_or_else(|| format!("unknown {}: {word}", stringify!($name)).into())
            }
        }
    };
}

/// Implements `code()`, `from_code()` and a small integer column for an enumeration with numbers; nothing for one
/// without.
#[macro_export]
macro_rules! numbered {
    ($vis:vis $name:ident { $($variant:ident = $code:literal,)+ } $(else $unknown:ident)?) => {
        impl $name {
            /// The number in the database and on the wire.
            $vis const fn code(self) -> i16 { match self { $(Self::$variant => $code,)+ } }

            /// The variant of a number.
            $vis fn from_code(code: i16) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.code() == code)
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::SmallInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i16: diesel::serialize::ToSql<diesel::sql_types::SmallInt, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                match self {
                    $(Self::$variant => {
                        const CODE: &i16 = &$code;
                        diesel::serialize::ToSql::<diesel::sql_types::SmallInt, DB>::to_sql(CODE, out)
                    })+
                }
            }
        }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::SmallInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i16: diesel::deserialize::FromSql<diesel::sql_types::SmallInt, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                let code = <i16 as diesel::deserialize::FromSql<diesel::sql_types::SmallInt, DB>>::from_sql(bytes)?;
                let found = Self::from_code(code);
                $(let found = found.or(Some(Self::$unknown));)?
                found.ok_or_else(|| format!("unknown {}: {code}", stringify!($name)).into())
            }
        }
    };
    ($vis:vis $name:ident { $($variant:ident,)+ } $(else $unknown:ident)?) => {};
}

/// Declares an enumeration with numeric values: `Variant = 0`.
///
/// The type has `ALL`, `code()` and `from_code()`, parses from a parameter, serializes as a number, and implements the
/// OpenAPI schema (with each variant's doc comment) and a small integer column. An unknown number in the database is an
/// error, or the variant after `else`.
#[macro_export]
macro_rules! code_enum {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident {
            $($(#[doc = $about:literal])+ $variant:ident = $code:literal,)+
        } $(else $unknown:ident)?
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
        #[diesel(sql_type = diesel::sql_types::SmallInt)]
        $vis enum $name { $($(#[doc = $about])+ $variant,)+ }

        impl $name {
            /// Every variant, in the order of the declaration.
            $vis const ALL: [Self; [$($code),+].len()] = [$(Self::$variant,)+];
        }

        $crate::numbered! { $vis $name { $($variant = $code,)+ } $(else $unknown)? }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i16(self.code())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                let known = Self::ALL.into_iter().find(|one| one.code().to_string() == text);
                known.ok_or_else(|| {
                    let codes = Self::ALL.map(|one| one.code().to_string());
                    serde::de::Error::custom(format!("只能是{}", codes.join("、")))
                })
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::SchemaType::new(utoipa::openapi::Type::Integer))
                    .description(Some(concat!($($doc, "\n",)+ $("\n", $code, ":" $(, $about)+,)+).trim()))
                    .enum_values(Some([$($code),+]))
                    .extensions(Some(
                        utoipa::openapi::extensions::ExtensionsBuilder::new()
                            .add("x-enum-varnames", serde_json::json!([$(stringify!($variant)),+]))
                            .build(),
                    ))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    string_enum! {
        /// What is shown first.
        enum Order {
            /// The newest.
            Newest = "newest" | "new",
            /// The best.
            Best = "best",
        }
    }

    code_enum! {
        /// How it stands.
        enum Status {
            /// Not done.
            Open = 0,
            /// Done.
            Done = 9,
        }
    }

    #[test]
    fn a_variant_parses_from_each_of_its_values_and_prints_the_first() {
        assert_eq!(parse_enum("new"), Some(Order::Newest));
        assert_eq!(parse_enum("newest"), Some(Order::Newest));
        assert_eq!(parse_enum::<Order>("Best"), None);
        assert_eq!(Order::Newest.as_str(), "newest");
        assert_eq!(Order::ALL, [Order::Newest, Order::Best]);
        assert_eq!(allowed_values::<Order>(), "只能是newest、new、best");
        assert_eq!(serde_json::to_string(&Order::Best).unwrap(), r#""best""#);
        assert_eq!(
            serde_json::from_str::<Order>(r#""new""#).unwrap(),
            Order::Newest
        );
        assert!(serde_json::from_str::<Order>("1").is_err());
    }

    #[test]
    fn the_contract_lists_every_value_and_the_description() {
        let schema = <Order as utoipa::PartialSchema>::schema();
        let schema = serde_json::to_value(schema).unwrap();
        assert_eq!(schema["description"], "What is shown first.");
        assert_eq!(schema["enum"], serde_json::json!(["newest", "new", "best"]));
    }

    #[test]
    fn a_variant_is_found_by_its_number() {
        assert_eq!(Status::from_code(9), Some(Status::Done));
        assert_eq!(Status::from_code(1), None);
        assert_eq!(Status::Open.code(), 0);
        assert_eq!(
            serde_json::from_str::<Status>(r#""9""#).unwrap(),
            Status::Done
        );
        let rejected = serde_json::from_str::<Status>(r#""09""#)
            .unwrap_err()
            .to_string();
        assert!(rejected.starts_with("只能是0、9"), "{rejected}");
    }

    #[test]
    fn the_contract_describes_each_number() {
        let schema = <Status as utoipa::PartialSchema>::schema();
        let schema = serde_json::to_value(schema).unwrap();
        assert_eq!(
            schema["description"],
            "How it stands.\n\n0: Not done.\n9: Done."
        );
        assert_eq!(schema["enum"], serde_json::json!([0, 9]));
    }
}
