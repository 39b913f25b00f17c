//! Download requests as their members see them.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::{Id, Time};
use yingku_catalogue::works::model::{Work, WorkRow};
use yingku_db::schema::download_requests;

string_enum! {
    /// The status of a request.
    pub enum RequestStatus {
        /// Undecided.
        Open = "open",
        /// The work has been made available.
        Done = "done",
        /// Refused.
        Refused = "refused",
    }
}

/// Parameters of a member's requests.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct RequestsParams {
    /// Only requests for this work.
    #[param(inline)]
    pub data_id: Option<Id>,
}

/// A row of `download_requests`, as far as its member sees it.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = download_requests)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct RequestRow {
    pub id: i64,
    pub info_hash: String,
    pub status: RequestStatus,
    pub note: String,
    pub created_at: i64,
    pub decided_at: Option<i64>,
    pub unread: Option<bool>,
}

impl RequestRow {
    /// The operators' note, if it was written for the member.
    pub fn member_note(&self) -> &str {
        match self.unread {
            Some(_) => &self.note,
            None => "",
        }
    }
}

/// A request of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadRequest {
    /// The id.
    pub id: Id,
    /// The work.
    pub work: Work,
    /// Info hash of the requested link: 40 hex digits.
    #[schema(example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a")]
    pub info_hash: String,
    /// The status.
    pub status: RequestStatus,
    /// The operator's note on the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub note: Option<String>,
    /// When it was created.
    pub create_time: Time,
    /// When it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decide_time: Option<Time>,
    /// Whether the decision is unseen.
    pub unread: bool,
}

impl From<(RequestRow, WorkRow)> for DownloadRequest {
    fn from((row, work): (RequestRow, WorkRow)) -> Self {
        Self {
            id: Id(row.id),
            work: work.into(),
            note: Some(row.member_note().to_owned()).filter(|note| !note.is_empty()),
            info_hash: row.info_hash,
            status: row.status,
            create_time: Time(row.created_at),
            decide_time: row.decided_at.map(Time),
            unread: row.unread == Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_note_stays_visible_to_operators_only() {
        let row = |unread| RequestRow {
            id: 1,
            info_hash: String::new(),
            status: RequestStatus::Refused,
            note: "重复".to_owned(),
            created_at: 1,
            decided_at: Some(2),
            unread,
        };
        let notes =
            [None, Some(true), Some(false)].map(|unread| row(unread).member_note().to_owned());
        assert_eq!(notes, ["", "重复", "重复"]);
    }
}
