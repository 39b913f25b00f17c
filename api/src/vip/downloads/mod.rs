//! Requests of VIP members to make a work available from one of its magnet links. They are stored for the operators to
//! decide; the server downloads nothing.

pub mod admin;
pub mod link;
pub mod queries;
pub mod routes;

use serde_json::json;

use crate::auth::personal_data::PersonalData;
use crate::base::time::format_shanghai;

/// A member's requests.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "downloadRequests",
    export: |conn, user, _| {
        let rows = queries::by_user(conn, user)?.into_iter();
        let exported = rows.map(|(number, info_hash, status, at)| {
            json!({ "number": number, "infoHash": info_hash, "status": status, "createTime": format_shanghai(at) })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
