//! Export of the program keys. The database erases them with the member.

use diesel::result::QueryResult;
use serde_json::{Value, json};
use yingku_access::auth::personal_data::PersonalData;
use yingku_db::Conn;

use super::queries;

/// Program keys, without their digits.
pub const KEYS: PersonalData = PersonalData {
    name: "programKeys",
    export: |conn: &mut Conn, user, _| -> QueryResult<Value> {
        Ok(json!(queries::list(conn, user)?))
    },
    ..PersonalData::NOTHING
};
