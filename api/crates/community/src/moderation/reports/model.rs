//! Reports: form, row and response.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_access::captcha::{self, CaptchaAnswer};
use yingku_base::string_enum;
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;

use super::decision::Decision;

/// Longest description and longest note, in code points.
pub const DETAIL_CHARS: usize = 500;
/// Longest contact, in code points.
pub const CONTACT_CHARS: usize = 120;

string_enum! {
    /// The reason of a report.
    pub enum Reason {
        /// Copyright infringement.
        Copyright = "copyright",
        /// A person shown wants it removed.
        Privacy = "privacy",
        /// A person shown has not consented.
        Nonconsent = "nonconsent",
        /// A person shown is a minor.
        Minor = "minor",
        /// The information about it is wrong.
        Wrong = "wrong",
        /// Something else.
        Other = "other",
        /// A player cannot play the film.
        Playback = "playback",
    }
}

impl Reason {
    /// Whether the work is hidden until an operator decides.
    pub const fn is_serious(self) -> bool {
        matches!(self, Self::Nonconsent | Self::Minor)
    }
}

/// A report.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportForm {
    /// Id of the work.
    pub data_id: Id,
    /// The reason.
    pub reason: Reason,
    /// Details.
    #[serde(default)]
    #[schema(max_length = 500, example = "片名与封面不符")]
    pub detail: Option<String>,
    /// Contact of the reporter.
    #[serde(default)]
    #[schema(max_length = 120, example = "somebody@example.org")]
    pub contact: Option<String>,
    /// The captcha's four symbols; not of members, or while captchas are off.
    #[serde(default)]
    #[schema(max_length = 8, example = "K7RX")]
    pub code: Option<String>,
    /// Id of the captcha.
    #[serde(default)]
    #[schema(max_length = 64, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// A validated report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    /// The work.
    pub work: i64,
    /// The reason.
    pub reason: Reason,
    /// At most 500 code points, trimmed.
    pub detail: String,
    /// At most 120 code points, trimmed.
    pub contact: String,
}

impl ReportForm {
    /// Validates every field.
    pub fn parse(&self) -> Result<NewReport, ApiError> {
        let (detail, contact) = (self.detail.as_deref(), self.contact.as_deref());
        Ok(NewReport {
            work: self.data_id.0,
            reason: self.reason,
            detail: optional(detail, DETAIL_CHARS, "举报说明最多500个字符")?,
            contact: optional(contact, CONTACT_CHARS, "联系方式最多120个字符")?,
        })
    }

    /// The captcha's answer; none while captchas are off.
    pub fn captcha(&self, config: &Config) -> Result<Option<CaptchaAnswer>, ApiError> {
        captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())
    }
}

/// An optional text, trimmed.
pub(super) fn optional(
    text: Option<&str>,
    max: usize,
    too_long: &'static str,
) -> Result<String, ApiError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > max || text.contains('\0') {
        return Err(ApiError::bad_request(too_long));
    }
    Ok(text.trim().to_owned())
}

/// A report's row.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = yingku_db::schema::reports)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ReportRow {
    pub id: i64,
    pub work_id: i64,
    pub user_id: Option<i64>,
    pub reporter: String,
    pub reason: Reason,
    #[diesel(column_name = grave)]
    pub serious: bool,
    pub detail: String,
    pub contact: String,
    pub decision: Option<Decision>,
    pub note: String,
    pub decided_at: Option<i64>,
    pub created_at: i64,
    pub queued: String,
    pub playback: bool,
    pub times: i32,
}

/// A report with its work.
#[derive(Debug, Clone)]
pub struct FullReport {
    /// The report.
    pub row: ReportRow,
    /// The work's number.
    pub number: String,
    /// The work's title.
    pub title: String,
    /// Reports about the work, also decided and repeated ones.
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
    /// Title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// The reason.
    pub reason: Reason,
    /// Details, or empty.
    #[schema(example = "片名与封面不符", max_length = 500)]
    pub detail: String,
    /// Contact of the reporter, or empty.
    #[schema(example = "somebody@example.org", max_length = 120)]
    pub contact: String,
    /// Status.
    pub status: ReportStatus,
    /// keep or takedown; empty while open.
    #[schema(example = "", max_length = 8)]
    pub decision: &'static str,
    /// The operator's note, or empty.
    #[schema(example = "", max_length = 500)]
    pub note: String,
    /// When it was created.
    pub create_time: Time,
    /// Reports about the work, also decided and repeated ones.
    #[schema(minimum = 1, example = 2)]
    pub reports: i64,
    /// Why a serious report did not hide the work: breaker (too many in that hour), kept (by an operator before), or
    /// empty.
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
            reason: match row.playback {
                true => Reason::Playback,
                false => row.reason,
            },
            detail: row.detail,
            contact: row.contact,
            status: match row.decision {
                Some(_) => ReportStatus::Done,
                None => ReportStatus::Open,
            },
            decision: row.decision.map_or("", Decision::as_str),
            note: row.note,
            create_time: Time(row.created_at),
            reports: full.reports,
            queued: row.queued,
        }
    }
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportsFilter {
    /// Open (default) or decided reports.
    #[param(inline)]
    pub status: Option<ReportStatus>,
}

string_enum! {
    /// Whether a report is decided.
    pub enum ReportStatus {
        /// Undecided.
        Open = "open",
        /// Decided.
        Done = "done",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn new(more: Value) -> Result<NewReport, ApiError> {
        let mut form = json!({ "dataId": "910000000000000001", "reason": "wrong" });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        serde_json::from_value::<ReportForm>(form).unwrap().parse()
    }

    #[test]
    fn detail_and_contact_are_optional_and_bounded() {
        let plain = new(json!({ "detail": null })).unwrap();
        assert_eq!((plain.detail.as_str(), plain.contact.as_str()), ("", ""));
        let full = new(json!({ "detail": "长".repeat(500), "contact": " a@b " })).unwrap();
        assert_eq!(full.contact, "a@b");
        for bad in [
            json!({ "detail": "长".repeat(501) }),
            json!({ "contact": "a".repeat(121) }),
            json!({ "detail": "a\0" }),
        ] {
            assert!(new(bad).is_err());
        }
    }

    #[test]
    fn two_reasons_are_serious() {
        let serious = Reason::ALL.iter().filter(|reason| reason.is_serious());
        assert!(serious.eq(&[Reason::Nonconsent, Reason::Minor]));
    }
}
