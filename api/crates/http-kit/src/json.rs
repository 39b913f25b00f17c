//! JSON request bodies. Structs are read from objects only: serde would also accept an array of field values, which the
//! contract does not allow, and which a reordering of the fields would silently misread.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{Error, FromRequest, HttpRequest, web};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use serde::de::{DeserializeOwned, Error as _, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use crate::error::{ApiError, ErrorKind};
use crate::params::broken_rule;

/// A request body, read from a JSON object.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T> Json<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        web::Json::<Body<T>>::from_request(request, payload)
            .map(|read| read.map(|web::Json(Body(value))| Self(value)))
            .boxed_local()
    }
}

/// Deserializes from an object only. An error is the text for the user where [`broken_rule`] has one.
struct Body<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Body<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_path_to_error::deserialize(ObjectOnly(deserializer))
            .map(Self)
            .map_err(|error| match broken_rule(&error) {
                Some(text) => D::Error::custom(text),
                None => error.into_inner(),
            })
    }
}

/// The error of a body that cannot be read.
pub(super) fn rejected(error: &serde_json::Error) -> ApiError {
    let text = error.to_string();
    match text.is_ascii() || text.contains(" at line ") {
        true => ApiError::new(ErrorKind::BadRequest),
        false => ApiError::bad_request(text),
    }
}

/// Deserializes a list of objects.
pub fn objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let read = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(read.into_iter().map(|Object(value)| value).collect())
}

/// [`objects`] for an optional field.
pub fn optional_objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let read = Option::<Vec<Object<T>>>::deserialize(deserializer)?;
    Ok(read.map(|read| read.into_iter().map(|Object(value)| value).collect()))
}

/// Deserializes from an object only.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(ObjectOnly(deserializer)).map(Self)
    }
}

struct ObjectOnly<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Form {
        user_name: String,
        items: Vec<i64>,
    }

    #[test]
    fn an_object_is_read_and_nothing_else() {
        let read = |text: &str| serde_json::from_str::<Object<Form>>(text).map(|form| form.0);
        let form = Form {
            user_name: "a".to_owned(),
            items: vec![1],
        };
        assert_eq!(read(r#"{"userName":"a","items":[1]}"#).unwrap(), form);
        for other in [
            r#"["a",[1]]"#,
            "[]",
            "null",
            "7",
            r#""a""#,
            r#"{"userName":"a","items":[1],"x":1}"#,
        ] {
            assert!(read(other).is_err(), "{other}");
        }
    }
}
