//! In which order an operator wants a list: `sort` names a field, `order` says which way.

use crate::http::error::ApiError;
use crate::http::params::choice;

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The least or oldest first.
    Ascending,
    /// The greatest or newest first.
    Descending,
}

const DIRECTIONS: [(&str, Direction); 2] = [
    ("asc", Direction::Ascending),
    ("desc", Direction::Descending),
];

/// A field and a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sorting<Field> {
    /// By what.
    pub by: Field,
    /// Which way.
    pub direction: Direction,
}

impl<Field: Copy> Sorting<Field> {
    /// Reads both parameters, descending when `order` is not given; none when the list is to have its own order.
    ///
    /// # Errors
    /// 400 for another word.
    pub fn parse(
        sort: Option<&str>,
        order: Option<&str>,
        fields: &[(&str, Field)],
    ) -> Result<Option<Self>, ApiError> {
        let by = choice("sort", sort, fields)?;
        let direction = choice("order", order, &DIRECTIONS)?.unwrap_or(Direction::Descending);
        Ok(by.map(|by| Self { by, direction }))
    }
}

/// Orders a boxed query by columns, all of them one way.
#[macro_export]
macro_rules! in_order {
    ($list:expr, $direction:expr, $($column:expr),+) => {
        match $direction {
            $crate::http::sorting::Direction::Ascending => $list.order(($($column.asc(),)+)),
            $crate::http::sorting::Direction::Descending => $list.order(($($column.desc(),)+)),
        }
    };
}

/// For lists that can be sorted by one thing alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum ByTime {
    /// When it was made.
    CreateTime,
}

impl ByTime {
    /// Reads both parameters of such a list.
    ///
    /// # Errors
    /// 400 for another word.
    pub fn parse(sort: Option<&str>, order: Option<&str>) -> Result<Option<Direction>, ApiError> {
        let sorting = Sorting::parse(sort, order, &[("createTime", Self::CreateTime)])?;
        Ok(sorting.map(|sorting| sorting.direction))
    }
}

/// Words of directions, for the contract.
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words themselves, for the contract only")]
pub enum OrderName {
    Asc,
    Desc,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_sorted_by_descending_unless_it_is_said_otherwise() {
        let parse = |sort, order| Sorting::parse(sort, order, &[("price", 'p'), ("time", 't')]);
        let by = |by, direction| Some(Sorting { by, direction });
        assert_eq!(parse(None, None).unwrap(), None);
        assert_eq!(parse(None, Some("asc")).unwrap(), None);
        assert_eq!(
            parse(Some("price"), None).unwrap(),
            by('p', Direction::Descending)
        );
        assert_eq!(
            parse(Some("time"), Some("asc")).unwrap(),
            by('t', Direction::Ascending)
        );
        for (sort, order) in [
            ("Price", "asc"),
            ("", "asc"),
            ("price", "up"),
            ("price", ""),
        ] {
            assert!(parse(Some(sort), Some(order)).is_err(), "{sort} {order}");
        }
    }
}
