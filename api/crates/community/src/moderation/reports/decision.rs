//! Decisions on reports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::values::Id;
use yingku_http_kit::error::ApiError;

use super::model::{DETAIL_CHARS, optional};

string_enum! {
    /// The decision about the work.
    pub enum Decision {
        /// The work stays.
        Keep = "keep",
        /// The work is taken down.
        Takedown = "takedown",
    }
}

/// A decision on a report.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DecisionForm {
    /// Id of the report.
    pub id: Id,
    /// The decision about the work.
    pub decision: Decision,
    /// A note, for the audit log.
    #[serde(default)]
    #[schema(max_length = 500, example = "已核实")]
    pub note: Option<String>,
}

impl DecisionForm {
    /// The report and the note.
    pub fn parse(&self) -> Result<(i64, String), ApiError> {
        let note = optional(self.note.as_deref(), DETAIL_CHARS, "备注最多500个字符")?;
        Ok((self.id.0, note))
    }
}

/// Most reports of one decision.
pub const MAX_DECIDED: usize = 100;

/// One decision on several reports.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DecisionsForm {
    /// Ids of the reports.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Id>,
    /// The decision about their works.
    pub decision: Decision,
    /// A note, for the audit log.
    #[serde(default)]
    #[schema(max_length = 500, example = "已核实")]
    pub note: Option<String>,
}

impl DecisionsForm {
    /// The reports and the note.
    pub fn parse(&self) -> Result<(Vec<i64>, String), ApiError> {
        if !(1..=MAX_DECIDED).contains(&self.ids.len()) {
            return Err(ApiError::bad_request("一次最多处理100条举报"));
        }
        let note = optional(self.note.as_deref(), DETAIL_CHARS, "备注最多500个字符")?;
        Ok((self.ids.iter().map(|id| id.0).collect(), note))
    }
}

/// The result of a decision on several reports.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecisionsResult {
    /// Reports decided now.
    #[schema(minimum = 0, maximum = 100, example = 12)]
    pub decided: usize,
    /// Others.
    #[schema(minimum = 0, maximum = 100, example = 1)]
    pub skipped: usize,
}
