//! Requests of VIP to have a work made ready from one of its magnet links. They are written down for the
//! operators, who decide; the server fetches nothing.

pub mod admin;
pub mod link;
pub mod queries;
pub mod routes;

use serde_json::json;

use crate::auth::member_data::MemberData;
use crate::base::time::wire;

/// What a member has asked for.
pub const MEMBER_DATA: MemberData = MemberData {
    name: "downloadRequests",
    export: |conn, user, _| {
        let rows = queries::of_user(conn, user)?.into_iter();
        let exported = rows.map(|(number, info_hash, status, at)| {
            json!({ "number": number, "infoHash": info_hash, "status": status, "createTime": wire(at) })
        });
        Ok(exported.collect())
    },
    ..MemberData::NOTHING
};
