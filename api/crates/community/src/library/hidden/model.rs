//! The form of the hidden terms (R9.14).

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::IdText;

/// Most terms that a member hides: a list excludes all of them at once.
pub const MAX_HIDDEN: usize = 200;

/// All terms the member hides.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HiddenTermsForm {
    /// Ids of terms.
    #[schema(max_items = 200)]
    pub ids: Vec<IdText>,
}

impl HiddenTermsForm {
    /// The ids; 422 for too many.
    pub fn parse(&self) -> Result<Vec<i64>, ApiError> {
        if self.ids.len() > MAX_HIDDEN {
            return Err(ErrorKind::HiddenOfMember.into());
        }
        self.ids.iter().map(|id| id.parse("ids")).collect()
    }
}
