//! Requests and responses of the follow endpoints (R9.11).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::{Count, Id, Time};
use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::terms::model::TermRow;
use yingku_http_kit::fields::Switch;

/// A request to follow a term, or to unfollow it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowForm {
    /// 0 follows, 9 unfollows.
    pub status: Switch,
    /// Id of the term.
    pub data_id: Id,
}

/// Whether a member follows a term, and how many do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowState {
    /// Whether the caller follows it.
    pub follow: bool,
    /// Members who follow it.
    #[schema(minimum = 0, example = 12)]
    pub count: i64,
}

/// Parameters of the list of followed terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct FollowsParams {
    /// Only terms of this kind.
    #[param(inline)]
    pub table_name: Option<TermKind>,
}

/// A followed or hidden term.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberTerm {
    /// The id.
    pub id: Id,
    /// What it is.
    pub kind: TermKind,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月")]
    pub name_cn: String,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000002.svg")]
    pub avatar: Option<String>,
    /// Visible works.
    pub count: Count,
    /// When added.
    pub create_time: Time,
}

impl MemberTerm {
    /// A term followed or hidden since `at` (seconds); none if its kind is unknown.
    pub fn new(row: TermRow, at: i64) -> Option<Self> {
        Some(Self {
            id: Id(row.id),
            kind: TermKind::from_code(row.kind)?,
            mod_id: row.mod_id,
            avatar: row.avatar(),
            name: row.name,
            name_cn: row.name_cn,
            count: Count(row.count.into()),
            create_time: Time(at),
        })
    }
}
