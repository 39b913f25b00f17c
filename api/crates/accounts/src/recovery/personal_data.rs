//! Export of the recovery codes' dates.

use serde_json::json;
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;

use super::queries::{Kind, made_at};

/// When the codes were created; the codes themselves are not stored.
pub const RECOVERY: PersonalData = PersonalData {
    name: "recovery",
    export: |conn, user, _| {
        let kept = made_at(conn, user, Kind::Kept)?;
        let mailed = made_at(conn, user, Kind::Mailed)?;
        Ok(json!({
            "codeTime": kept.map(format_shanghai),
            "mailTime": mailed.map(format_shanghai),
        }))
    },
    ..PersonalData::NOTHING
};
