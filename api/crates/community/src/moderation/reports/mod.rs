//! Reports by visitors and members about works, those that players send, and the operators' decisions. A serious reason
//! suspends the work at once, until an operator decides.

pub mod admin;
pub mod breaker;
pub mod decision;
pub mod model;
pub mod playback;
pub mod queries;
pub mod routes;

use serde_json::json;
use yingku_access::auth::caller::{Client, Visitor};
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::keys::{MacKey, Secrets};
use yingku_base::time::format_shanghai;
use yingku_signer::hex;

/// Creates the pseudonyms of reporters.
pub struct Reporters(MacKey);

impl Reporters {
    /// Derives the key.
    pub fn new(secrets: &Secrets) -> Self {
        Self(secrets.key_for("reports"))
    }

    /// A keyed hash of the member or, for visitors, of the installation.
    pub fn reporter(&self, visitor: &Visitor, client: &Client) -> String {
        let who = match visitor.member_id() {
            Some(member) => format!("member:{member}").into_bytes(),
            None => [b"device:".as_slice(), &client.visitor()].concat(),
        };
        let tag = self.0.tag(&who);
        hex(tag.get(..16).unwrap_or(&tag))
    }
}

/// A member's reports. They outlive the account, without the member.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "reports",
    export: |conn, user, _| {
        let rows = queries::by_user(conn, user)?.into_iter();
        let exported = rows.map(|row| {
            json!({
                "dataId": row.work_id.to_string(),
                "reason": row.reason,
                "detail": row.detail,
                "contact": row.contact,
                "createTime": format_shanghai(row.created_at),
            })
        });
        Ok(exported.collect())
    },
    before_delete: |conn, user, _| queries::clear_contact(conn, user),
    ..PersonalData::NOTHING
};
