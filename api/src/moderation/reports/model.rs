//! How a report is made, and how operators see and decide it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::decision::Decision;
use crate::base::values::{Id, Time};
use crate::captcha::{self, CaptchaAnswer};
use crate::config::Config;
use crate::http::error::ApiError;
use crate::http::fields::IdText;
use crate::word_enum;

/// Longest description and longest note, in code points.
pub const DETAIL_CHARS: usize = 500;
/// Longest contact, in code points.
pub const CONTACT_CHARS: usize = 120;

word_enum! {
    /// What is said to be wrong.
    pub enum Reason {
        /// It infringes a copyright.
        Copyright = "copyright",
        /// It shows somebody who wants it gone.
        Privacy = "privacy",
        /// Somebody in it has not consented.
        Nonconsent = "nonconsent",
        /// Somebody in it is not of age.
        Minor = "minor",
        /// What is said about it is wrong.
        Wrong = "wrong",
        /// Something else.
        Other = "other",
    }
}

impl Reason {
    /// Whether the work is off the site until somebody has decided.
    pub const fn is_grave(self) -> bool {
        matches!(self, Self::Nonconsent | Self::Minor)
    }
}

/// A report.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportForm {
    /// Id of the work.
    pub data_id: IdText,
    /// What is wrong.
    pub reason: Reason,
    /// What exactly.
    #[serde(default)]
    #[schema(max_length = 500, example = "片名与封面不符")]
    pub detail: Option<String>,
    /// How to reach who reports.
    #[serde(default)]
    #[schema(max_length = 120, example = "somebody@example.org")]
    pub contact: Option<String>,
    /// The four symbols of the captcha; members, and everybody while captchas are off, leave it out.
    #[serde(default)]
    #[schema(max_length = 8, example = "K7RX")]
    pub code: Option<String>,
    /// Which captcha it is.
    #[serde(default)]
    #[schema(max_length = 64, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// What a report says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The work.
    pub work: i64,
    /// What is wrong.
    pub reason: Reason,
    /// At most 500 code points, trimmed.
    pub detail: String,
    /// At most 120 code points, trimmed.
    pub contact: String,
}

impl ReportForm {
    /// What it says.
    ///
    /// # Errors
    /// 400 for an id that cannot be one, and for what is too long.
    pub fn parse(&self) -> Result<Said, ApiError> {
        let (detail, contact) = (self.detail.as_deref(), self.contact.as_deref());
        Ok(Said {
            work: self.data_id.parse("dataId")?,
            reason: self.reason,
            detail: optional(detail, DETAIL_CHARS, "举报说明最多500个字符")?,
            contact: optional(contact, CONTACT_CHARS, "联系方式最多120个字符")?,
        })
    }

    /// What a visitor has read in the captcha; none while captchas are off.
    pub fn captcha(&self, config: &Config) -> Result<Option<CaptchaAnswer>, ApiError> {
        captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())
    }
}

/// A text that may be left out, trimmed.
pub(super) fn optional(
    text: Option<&str>,
    most: usize,
    too_long: &'static str,
) -> Result<String, ApiError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > most || text.contains('\0') {
        return Err(ApiError::bad_request(too_long));
    }
    Ok(text.trim().to_owned())
}

/// A report as the database keeps it.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = crate::db::schema::reports)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ReportRow {
    pub id: i64,
    pub work_id: i64,
    pub user_id: Option<i64>,
    pub reporter: String,
    pub reason: Reason,
    pub grave: bool,
    pub detail: String,
    pub contact: String,
    pub decision: Option<Decision>,
    pub note: String,
    pub decided_at: Option<i64>,
    pub created_at: i64,
    pub queued: String,
}

/// A report with its work, and how many reports that has.
#[derive(Debug, Clone)]
pub struct FullReport {
    /// The report.
    pub row: ReportRow,
    /// The work's number.
    pub number: String,
    /// The work's title.
    pub title: String,
    /// How many reports the work has, decided ones too.
    pub reports: i64,
}

/// A report in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The id.
    pub id: Id,
    /// Id of the work.
    pub work_id: Id,
    /// The work's number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// The work's title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// What is said to be wrong.
    pub reason: Reason,
    /// What exactly, or empty.
    #[schema(example = "片名与封面不符", max_length = 500)]
    pub detail: String,
    /// How to reach who reports, or empty.
    #[schema(example = "somebody@example.org", max_length = 120)]
    pub contact: String,
    /// Whether it is decided.
    pub status: ReportStatus,
    /// keep or takedown; empty while it is open.
    #[schema(example = "", max_length = 8)]
    pub decision: &'static str,
    /// What the operator noted, or empty.
    #[schema(example = "", max_length = 500)]
    pub note: String,
    /// When it was made.
    pub create_time: Time,
    /// How many reports the work has, decided ones too.
    #[schema(minimum = 1, example = 2)]
    pub reports: i64,
    /// Why a grave report has not taken the work off the site: breaker (too many had in that hour) or kept (an
    /// operator had kept it); empty otherwise.
    #[schema(example = "", max_length = 8)]
    pub queued: String,
}

impl From<FullReport> for Report {
    fn from(full: FullReport) -> Self {
        let row = full.row;
        Self {
            id: Id(row.id),
            work_id: Id(row.work_id),
            number: full.number,
            title: full.title,
            reason: row.reason,
            detail: row.detail,
            contact: row.contact,
            status: match row.decision {
                Some(_) => ReportStatus::Done,
                None => ReportStatus::Open,
            },
            decision: row.decision.map_or("", Decision::word),
            note: row.note,
            create_time: Time(row.created_at),
            reports: full.reports,
            queued: row.queued,
        }
    }
}

/// Which reports.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportsFilter {
    /// Those that wait for a decision, or those that are decided; open when not given.
    #[param(inline)]
    pub status: Option<ReportStatus>,
}

word_enum! {
    /// Whether a report is decided.
    pub enum ReportStatus {
        /// It waits for a decision.
        Open = "open",
        /// It is decided.
        Done = "done",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(more: Value) -> Result<Said, ApiError> {
        let mut form = json!({ "dataId": "910000000000000001", "reason": "wrong" });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        serde_json::from_value::<ReportForm>(form).unwrap().parse()
    }

    #[test]
    fn detail_and_contact_may_be_left_out_and_have_an_end() {
        let plain = said(json!({ "detail": null })).unwrap();
        assert_eq!((plain.detail.as_str(), plain.contact.as_str()), ("", ""));
        let full = said(json!({ "detail": "长".repeat(500), "contact": " a@b " })).unwrap();
        assert_eq!(full.contact, "a@b");
        for bad in [
            json!({ "detail": "长".repeat(501) }),
            json!({ "contact": "a".repeat(121) }),
            json!({ "detail": "a\0" }),
        ] {
            assert!(said(bad).is_err());
        }
    }

    #[test]
    fn two_reasons_are_grave() {
        let grave = Reason::ALL.iter().filter(|reason| reason.is_grave());
        assert!(grave.eq(&[Reason::Nonconsent, Reason::Minor]));
    }
}
