//! Conversations between a member and support (R12). A conversation awaits a reply, has one, or is closed; a further
//! question makes it wait again, and a closed one stays closed.

pub mod admin;
pub mod model;
pub mod queries;
pub mod routes;

use serde_json::json;
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;

/// A member's conversations, without what operators note for each other (R20.10). An operator's questions are nobody's
/// once the account is gone.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "messages",
    export: |conn, user, _| {
        let conversations = queries::all_by_user(conn, user)?.into_iter();
        let exported = conversations.map(|conversation| {
            json!({
                "id": conversation.message.id.to_string(),
                "status": conversation.message.status,
                "createTime": format_shanghai(conversation.message.created_at),
                "entries": conversation.entries(),
            })
        });
        Ok(exported.collect())
    },
    before_delete: |conn, user, _| admin::edit::leave(conn, user),
    ..PersonalData::NOTHING
};
