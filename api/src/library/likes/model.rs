//! The forms and answers of liking (R9.2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::fields::{IdText, Switch};

/// A wish to like a work, or not to any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeForm {
    /// 0 likes, 9 unlikes.
    pub status: Switch,
    /// Id of the work.
    pub data_id: IdText,
}

impl LikeForm {
    /// The work.
    pub fn work(&self) -> Result<i64, ApiError> {
        self.data_id.parse("dataId")
    }
}

/// How things are after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct LikeState {
    /// Whether the member likes the work now.
    pub like: bool,
    /// How many members do.
    #[schema(minimum = 0, example = 12)]
    pub count: i64,
}
