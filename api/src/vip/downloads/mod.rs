//! Requests of VIP to have a work made ready from one of its magnet links. They are written down for the
//! operators, who decide; the server fetches nothing.

pub mod admin;
pub mod link;
pub mod queries;
pub mod routes;

use serde_json::json;

use crate::auth::personal_data::PersonalData;
use crate::base::time::format_shanghai;

/// What a member has asked for.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "downloadRequests",
    export: |conn, user, _| {
        let rows = queries::of_user(conn, user)?.into_iter();
        let exported = rows.map(|(number, info_hash, status, at)| {
            json!({ "number": number, "infoHash": info_hash, "status": status, "createTime": format_shanghai(at) })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
