//! Requests and responses of the like endpoints (R9.2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_http_kit::fields::Switch;

/// A request to like a work, or to unlike it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeForm {
    /// 0 likes, 9 unlikes.
    pub status: Switch,
    /// Id of the work.
    pub data_id: Id,
}

/// The state after the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct LikeState {
    /// Whether the member likes the work.
    pub like: bool,
    /// The work's number of likes.
    #[schema(minimum = 0, example = 12)]
    pub count: i64,
}
