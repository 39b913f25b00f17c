//! One page of a list.

use diesel::helper_types::{Limit, Offset};
use diesel::query_dsl::methods::{LimitDsl, OffsetDsl};

/// Public lists return no rows beyond this one: nobody pages that far by hand, and deep pages are expensive.
pub const MAX_LIST_ROWS: u32 = 10_000;

/// Which part of a list: a page number and a size within the bounds of the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    number: u32,
    size: u32,
}

impl Page {
    /// The page of this number, from 1, of pages of `size` rows.
    pub const fn new(number: u32, size: u32) -> Self {
        Self { number, size }
    }

    /// Rows before this page.
    pub fn offset(self) -> u32 {
        self.number.saturating_sub(1).saturating_mul(self.size)
    }

    /// Whether it lies beyond [`MAX_LIST_ROWS`]; it has no rows, like a page past the end.
    pub fn is_too_deep(self) -> bool {
        self.offset() >= MAX_LIST_ROWS
    }

    /// Rows on this page.
    pub fn limit(self) -> u32 {
        self.size
    }

    /// The page of `all`, for lists short enough to be held in memory.
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        let skip = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        let take = usize::try_from(self.size).unwrap_or(usize::MAX);
        all.into_iter().skip(skip).take(take).collect()
    }
}

/// A query that can be paged.
pub trait Paged: LimitDsl + Sized
where
    Limit<Self>: OffsetDsl,
{
    /// The rows of one page.
    fn paged(self, page: Page) -> Offset<Limit<Self>> {
        self.limit(i64::from(page.limit()))
            .offset(i64::from(page.offset()))
    }
}

impl<Q: LimitDsl> Paged for Q where Limit<Q>: OffsetDsl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_partition_a_list() {
        let all: Vec<u32> = (0..25).collect();
        let pages = (1..=4).flat_map(|number| Page::new(number, 10).of(all.clone()));
        assert_eq!(pages.collect::<Vec<u32>>(), all);
    }
}
