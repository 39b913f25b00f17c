//! Conversations between a member and support (R12). A conversation waits for an answer, has a new one, or is
//! closed; a further question makes it wait again, and a closed one stays closed.

pub mod admin;
pub mod model;
pub mod queries;
pub mod routes;

use serde_json::json;

use crate::auth::personal_data::PersonalData;
use crate::base::time::format_shanghai;

/// What a member and support have written to each other.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "messages",
    export: |conn, user, _| {
        let conversations = queries::all_of(conn, user)?.into_iter();
        let exported = conversations.map(|conversation| {
            json!({
                "id": conversation.message.id.to_string(),
                "status": conversation.message.status,
                "createTime": format_shanghai(conversation.message.created_at),
                "entries": conversation.shown(),
            })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};
