//! Requests of VIP members to make a work available from one of its magnet links. They are stored for the operators to
//! decide; the server downloads nothing.

pub mod admin;
pub mod link;
pub mod model;
pub mod queries;
pub mod routes;

use serde_json::json;
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;

/// A member's requests.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "downloadRequests",
    export: |conn, user, _| {
        let rows = queries::by_user(conn, user)?.into_iter();
        let exported = rows.map(|(number, row)| {
            json!({
                "number": number,
                "infoHash": row.info_hash,
                "status": row.status,
                "note": row.member_note(),
                "createTime": format_shanghai(row.created_at),
                "decideTime": row.decided_at.map(format_shanghai).unwrap_or_default(),
                "unread": row.unread == Some(true),
            })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
