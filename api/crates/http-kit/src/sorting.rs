//! Sorting of the console's lists: `sort` names a field, `order` the direction.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};
use yingku_base::enums::StringEnum;
use yingku_base::string_enum;

use crate::error::ApiError;
use crate::params::Params;

string_enum! {
    /// Sort direction.
    pub enum Direction {
        /// Lowest or oldest first.
        Ascending = "asc",
        /// Highest or newest first.
        Descending = "desc",
    }
}

/// How a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Sorting<Field: StringEnum + ToSchema> {
    /// Sort field.
    #[param(inline)]
    sort: Option<Field>,
    /// Direction; default: descending.
    #[param(inline)]
    order: Option<Direction>,
}

impl<Field: StringEnum + ToSchema> Sorting<Field> {
    /// The field and the direction; `None` for the list's own order.
    pub fn chosen(self) -> Option<(Field, Direction)> {
        self.sort.map(|field| (field, self.direction()))
    }

    /// Like [`Self::chosen`], where the fields differ in their default direction.
    pub fn chosen_or(
        self,
        by_default: impl FnOnce(Field) -> Direction,
    ) -> Option<(Field, Direction)> {
        let field = self.sort?;
        Some((field, self.order.unwrap_or_else(|| by_default(field))))
    }

    /// The direction, for a list with a single sort field.
    pub fn direction(self) -> Direction {
        match self.sort {
            Some(_) => self.order.unwrap_or(Direction::Descending),
            None => Direction::Descending,
        }
    }
}

impl<Field: StringEnum + ToSchema + DeserializeOwned> FromRequest for Sorting<Field> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Params::read(request.query_string()))
    }
}

/// Orders a boxed query by columns, all in one direction.
#[macro_export]
macro_rules! in_order {
    ($list:expr, $direction:expr, $($column:expr),+) => {
        match $direction {
            $crate::sorting::Direction::Ascending => $list.order(($($column.asc(),)+)),
            $crate::sorting::Direction::Descending => $list.order(($($column.desc(),)+)),
        }
    };
}

string_enum! {
    /// The field of lists with a single sort field.
    pub enum ByTime {
    /// Creation time.
        CreateTime = "createTime",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    string_enum! {
        /// A field.
        enum Field {
            /// What it costs.
            Price = "price",
            /// When it was made.
            Time = "time",
        }
    }

    fn read(query: &str) -> Result<Option<(Field, Direction)>, ApiError> {
        Params::<Sorting<Field>>::read(query).map(Sorting::chosen)
    }

    #[test]
    fn a_field_is_sorted_in_descending_order_by_default() {
        assert_eq!(read("").unwrap(), None);
        assert_eq!(read("order=asc").unwrap(), None);
        for field in Field::ALL {
            let sorted = read(&format!("sort={}", field.as_str())).unwrap();
            assert_eq!(sorted, Some((field, Direction::Descending)));
        }
        let by_time = read("sort=time&order=asc").unwrap();
        assert_eq!(by_time, Some((Field::Time, Direction::Ascending)));
        for query in [
            "sort=Price&order=asc",
            "sort=",
            "sort=price&order=up",
            "sort=price&order=",
        ] {
            assert!(read(query).is_err(), "{query}");
        }
    }
}
