//! The orders of the operators' list of works, in the works index and in the database.

use std::cmp::Reverse;

use diesel::prelude::*;
use yingku_base::string_enum;
use yingku_db::schema::works;
use yingku_http_kit::in_order;
use yingku_http_kit::sorting::{Direction, Sorting};
use yingku_search::{OperatorOrder, OrderedBy};

use super::filter::Matching;

string_enum! {
    /// The fields to sort works by.
    pub enum WorkSort {
        /// Catalogue number, by letters and values.
        Number = "number",
        /// Publish time.
        PubTime = "pubTime",
        /// Length.
        Duration = "duration",
        /// Mean rating.
        Average = "average",
        /// Completeness.
        Score = "score",
        /// Number of views.
        Views = "views",
        /// Members who collected it.
        Collects = "collects",
        /// Members who like it.
        Likes = "likes",
        /// When it was added.
        CreateTime = "createTime",
        /// Last change.
        UpdateTime = "updateTime",
    }
}

/// A field and a direction.
pub type WorkOrder = (WorkSort, Direction);

/// The order of a request. One that looks for incomplete works names no direction.
pub fn chosen(sorting: Sorting<WorkSort>) -> Option<WorkOrder> {
    sorting.chosen_or(|field| match field {
        WorkSort::Score => Direction::Ascending,
        _ => Direction::Descending,
    })
}

/// The order of visible works.
pub fn of_index((field, direction): WorkOrder) -> OperatorOrder {
    let by = match field {
        WorkSort::Number => OrderedBy::Number,
        WorkSort::PubTime => OrderedBy::Published,
        WorkSort::Duration => OrderedBy::Duration,
        WorkSort::Average => OrderedBy::Average,
        WorkSort::Score => OrderedBy::Lacks,
        WorkSort::Views => OrderedBy::Views,
        WorkSort::Collects => OrderedBy::Collects,
        WorkSort::Likes => OrderedBy::Likes,
        WorkSort::CreateTime => OrderedBy::Added,
        WorkSort::UpdateTime => OrderedBy::Updated,
    };
    // Who lacks most is least complete.
    let ascends = (direction == Direction::Ascending) != (field == WorkSort::Score);
    OperatorOrder { by, ascends }
}

/// Orders hidden works, by default the last changed first. The database knows nothing of the groups of a number, so it
/// compares numbers as they are written; nor of completeness, by which [`by_score`] orders what this has ordered by id.
pub fn hidden(list: Matching, order: Option<WorkOrder>) -> Matching {
    let (field, way) = order.unwrap_or((WorkSort::UpdateTime, Direction::Descending));
    match field {
        WorkSort::Number => in_order!(list, way, works::number, works::id),
        WorkSort::PubTime => in_order!(list, way, works::pub_time, works::id),
        WorkSort::Duration => in_order!(list, way, works::duration, works::id),
        WorkSort::Average => in_order!(list, way, works::average, works::id),
        WorkSort::Score => match way {
            Direction::Ascending => list.order(works::id.desc()),
            Direction::Descending => list.order(works::id.asc()),
        },
        WorkSort::Views => in_order!(list, way, works::views, works::id),
        WorkSort::Collects => in_order!(list, way, works::collects, works::id),
        WorkSort::Likes => in_order!(list, way, works::likes, works::id),
        WorkSort::CreateTime => in_order!(list, way, works::id),
        WorkSort::UpdateTime => in_order!(list, way, works::updated_at, works::id),
    }
}

/// Whether works are ordered by completeness.
pub(super) fn is_by_score(order: Option<WorkOrder>) -> bool {
    matches!(order, Some((WorkSort::Score, _)))
}

/// Orders hidden works by what they lack.
pub(super) fn by_score<T>(works: &mut [T], order: Option<WorkOrder>, lacks: impl Fn(&T) -> usize) {
    match order {
        // Who lacks most is least complete.
        Some((WorkSort::Score, Direction::Ascending)) => {
            works.sort_by_key(|work| Reverse(lacks(work)));
        }
        Some((WorkSort::Score, Direction::Descending)) => works.sort_by_key(lacks),
        _ => {}
    }
}
