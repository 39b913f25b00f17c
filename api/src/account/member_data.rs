//! What the account itself keeps about a member.

use serde_json::json;

use super::familiar;
use super::session_routes::Session;
use super::sessions;
use crate::auth::member_data::MemberData;
use crate::auth::users;
use crate::base::time::wire;

/// The user and their sessions.
pub const ACCOUNT: MemberData = MemberData {
    name: "account",
    export: |conn, user, now| {
        let row = users::by_id(conn, user)?;
        let level = row.level(now);
        Ok(json!({
            "userId": row.id.to_string(),
            "userName": row.name,
            "email": row.email,
            "groupName": level.group_name,
            "expireTime": level.expire_time,
            "role": row.role,
            "createTime": wire(row.created_at),
        }))
    },
    ..MemberData::NOTHING
};

/// Where the user is or was signed in.
pub const SESSIONS: MemberData = MemberData {
    name: "sessions",
    export: |conn, user, _| {
        let exported = sessions::of_user(conn, user)?.into_iter().map(|row| {
            let ended = row.revoked_at.map(wire);
            let mut session = json!(Session::of(row, 0));
            if let (Some(fields), Some(ended)) = (session.as_object_mut(), ended) {
                fields.insert("endTime".to_owned(), json!(ended));
            }
            session
        });
        Ok(exported.collect())
    },
    ..MemberData::NOTHING
};

/// From where the user has signed in.
pub const PLACES: MemberData = MemberData {
    name: "signInPlaces",
    export: |conn, user, _| {
        let places = familiar::of_user(conn, user)?.into_iter();
        let exported = places.map(|(origin, at)| json!({ "place": origin, "time": wire(at) }));
        Ok(exported.collect())
    },
    ..MemberData::NOTHING
};
