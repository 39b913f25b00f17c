//! Requests and responses of the collecting endpoints (R9.4 to R9.6).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::Id;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::Switch;

use super::places::PLACES;

/// A request to collect a work, or to remove it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectForm {
    /// 0 collects, 9 removes.
    pub status: Switch,
    /// Id of the work.
    pub data_id: Id,
    /// One collection.
    pub cate_id: Option<Id>,
    /// Several collections, with `cateId` at most five.
    #[schema(max_items = 5)]
    pub cate_ids: Option<Vec<Id>>,
}

/// A change of a work's collections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Add to the default collection, which is created if needed.
    IntoDefault,
    /// Add to these.
    Into(BTreeSet<i64>),
    /// Remove from these.
    OutOf(BTreeSet<i64>),
    /// Remove from all.
    OutOfAll,
    /// Move to exactly these.
    Exactly(BTreeSet<i64>),
}

impl CollectForm {
    /// The change that `collect/adds` requests: the named collections, the default one, or all.
    pub fn adding(&self) -> Result<Change, ApiError> {
        let named = self.named()?;
        Ok(match (self.status, named.is_empty()) {
            (Switch::On, true) => Change::IntoDefault,
            (Switch::On, false) => Change::Into(named),
            (Switch::Off, true) => Change::OutOfAll,
            (Switch::Off, false) => Change::OutOf(named),
        })
    }

    /// The change that `collect/edit` requests: exactly the named collections; status 9 means none.
    pub fn editing(&self) -> Result<Change, ApiError> {
        let named = self.named()?;
        match self.status {
            Switch::Off => Ok(Change::OutOfAll),
            Switch::On if named.is_empty() => Err(ApiError::new(ErrorKind::CollectionChoice)),
            Switch::On => Ok(Change::Exactly(named)),
        }
    }

    fn named(&self) -> Result<BTreeSet<i64>, ApiError> {
        let all = || self.cate_ids.iter().flatten().chain(&self.cate_id);
        let named: BTreeSet<i64> = all().map(|id| id.0).collect();
        if named.len() != all().count() {
            return Err(ApiError::with_message(
                ErrorKind::CollectionChoice,
                "收藏夹重复选择",
            ));
        }
        if named.len() > usize::try_from(PLACES).unwrap_or(0) {
            return Err(ApiError::new(ErrorKind::CollectionsOfWork));
        }
        Ok(named)
    }
}

/// The work's state after the change.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectState {
    /// Whether the work is in any of the member's collections.
    pub collect: bool,
    /// Ids of these collections.
    #[schema(max_items = 5, example = json!(["910000000000000021"]))]
    pub cate_ids: Vec<String>,
}

impl CollectState {
    /// A work in these collections.
    pub fn new(collections: &[i64]) -> Self {
        Self {
            collect: !collections.is_empty(),
            cate_ids: collections.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Filters of the collected works.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct CollectedParams {
    /// Only this collection; all if omitted.
    #[param(inline)]
    pub cate_id: Option<Id>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(more: serde_json::Value) -> CollectForm {
        let mut form = json!({ "status": 0, "dataId": "910000000000000001" });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        serde_json::from_value(form).unwrap()
    }

    fn set(ids: &[i64]) -> BTreeSet<i64> {
        ids.iter().copied().collect()
    }

    #[test]
    fn without_ids_adding_uses_the_default_collection_and_removing_uses_all() {
        assert_eq!(form(json!({})).adding().unwrap(), Change::IntoDefault);
        assert_eq!(
            form(json!({ "status": 9, "cateIds": [] }))
                .adding()
                .unwrap(),
            Change::OutOfAll
        );
    }

    #[test]
    fn ids_come_as_a_list_or_alone() {
        let named = Change::Into(set(&[21, 22]));
        let list = form(json!({ "cateIds": ["21", "22"] }));
        assert_eq!(list.adding().unwrap(), named);
        let both = form(json!({ "cateId": "21", "cateIds": ["22"] }));
        assert_eq!(both.adding().unwrap(), named);
    }

    #[test]
    fn repeated_ids_and_a_sixth_are_rejected() {
        for ids in [json!(["21", "21"]), json!(["1", "2", "3", "4", "5", "6"])] {
            let form = form(json!({ "cateIds": ids }));
            assert!(form.adding().is_err() && form.editing().is_err(), "{ids}");
        }
        let with_another = form(json!({ "cateId": "6", "cateIds": ["1", "2", "3", "4", "5"] }));
        assert_eq!(
            with_another.adding().unwrap_err().kind,
            ErrorKind::CollectionsOfWork
        );
    }

    #[test]
    fn editing_names_all_of_them_or_none_with_status_9() {
        assert!(form(json!({})).editing().is_err());
        assert_eq!(
            form(json!({ "cateIds": ["21"] })).editing().unwrap(),
            Change::Exactly(set(&[21]))
        );
        assert_eq!(
            form(json!({ "status": 9 })).editing().unwrap(),
            Change::OutOfAll
        );
    }
}
