//! The form of the hidden terms (R9.14).

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_http_kit::error::{ApiError, ErrorKind};

/// Most terms that a member hides: a list excludes all of them at once.
pub const MAX_HIDDEN: usize = 200;

/// All terms the member hides.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HiddenTermsForm {
    /// Ids of terms.
    #[schema(max_items = 200)]
    pub ids: Vec<Id>,
}

impl HiddenTermsForm {
    /// The ids; 422 for too many.
    pub fn parse(&self) -> Result<Vec<i64>, ApiError> {
        if self.ids.len() > MAX_HIDDEN {
            return Err(ErrorKind::HiddenOfMember.into());
        }
        Ok(self.ids.iter().map(|id| id.0).collect())
    }
}
