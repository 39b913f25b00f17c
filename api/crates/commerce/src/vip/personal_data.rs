//! Export of a member's VIP data. The ledger outlives the account, without the member, so that no cause can grant twice.

use serde_json::json;
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;

use super::codes::store;
use super::grants;

/// The grants.
pub const GRANTS: PersonalData = PersonalData {
    name: "vipGrants",
    export: |conn, user, _| {
        let rows = grants::by_user(conn, user)?.into_iter();
        let exported = rows.map(|row| {
            json!({
                "id": row.id.to_string(),
                "source": row.source,
                "reference": row.reference,
                "days": row.days,
                "startTime": format_shanghai(row.starts_at),
                "endTime": format_shanghai(row.ends_at),
                "createTime": format_shanghai(row.created_at),
            })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};

/// The activation codes used.
pub const CODES: PersonalData = PersonalData {
    name: "activationCodes",
    export: |conn, user, _| {
        let rows = store::used_by(conn, user)?.into_iter();
        let exported = rows.map(|row| {
            json!({
                "last4": row.last4,
                "days": row.days,
                "useTime": row.used_at.map(format_shanghai),
                "network": row.used_network,
            })
        });
        Ok(exported.collect())
    },
    before_delete: |conn, user, _| store::clear_networks(conn, user),
    ..PersonalData::NOTHING
};

/// The attempts to redeem codes.
pub const ATTEMPTS: PersonalData = PersonalData {
    name: "activationAttempts",
    export: |conn, user, _| {
        let rows = store::attempts_of(conn, user)?.into_iter();
        let exported = rows.map(|(last4, result, network, at)| {
            json!({ "last4": last4, "result": result, "network": network, "createTime": format_shanghai(at) })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
