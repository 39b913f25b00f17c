//! The forms and answers of liking (R9.2).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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
    ///
    /// # Errors
    /// 400 when the id cannot be one.
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

/// Which page of one's likes.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct LikesParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 10)]
    pub page_size: Option<String>,
}
