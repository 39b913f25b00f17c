//! Export of the account itself.

use serde_json::json;
use yingku_access::auth::personal_data::PersonalData;
use yingku_access::auth::users;
use yingku_base::time::format_shanghai;

use super::session_routes::Session;
use super::sessions;
use super::trusted_devices;

/// The user.
pub const ACCOUNT: PersonalData = PersonalData {
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
            "createTime": format_shanghai(row.created_at),
        }))
    },
    ..PersonalData::NOTHING
};

/// Current and ended sessions.
pub const SESSIONS: PersonalData = PersonalData {
    name: "sessions",
    export: |conn, user, _| {
        let exported = sessions::by_user(conn, user)?.into_iter().map(|row| {
            let ended = row.revoked_at.map(format_shanghai);
            let mut session = json!(Session::from_row(row, 0));
            if let (Some(fields), Some(ended)) = (session.as_object_mut(), ended) {
                fields.insert("endTime".to_owned(), json!(ended));
            }
            session
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};

/// Trusted sign-in origins.
pub const PLACES: PersonalData = PersonalData {
    name: "signInPlaces",
    export: |conn, user, _| {
        let places = trusted_devices::by_user(conn, user)?.into_iter();
        let exported =
            places.map(|(origin, at)| json!({ "place": origin, "time": format_shanghai(at) }));
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
