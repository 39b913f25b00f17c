//! What operators record about a conversation beside the answers: who handles it, tags, notes, and that it is open again.
//! Members see none of it but the new status. The texts of notes are not copied to the audit log, like those of answers.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind, differing};
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users;
use yingku_base::role::Permission;
use yingku_base::values::Id;
use yingku_db::Conn;
use yingku_db::schema::{message_entries, message_notes, messages};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::whole_number;
use yingku_http_kit::version;

use super::model::{ANSWER_CHARS, MessageNote};
use super::queries::{names, row};
use crate::support::messages::model::{MessageRow, MessageStatus, Writer, parse_text};

/// Most notes of a conversation; also a constraint of the table.
const MAX_NOTES: i32 = 100;
/// Most tags of a conversation, and the longest one in code points.
const MAX_TAGS: usize = 5;
const TAG_CHARS: usize = 12;

/// A tag of a conversation; not blank.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 12, pattern = r"^[^,\x00-\x1f\x7f-\x9f]*[^,\s\x00-\x1f\x7f-\x9f][^,\x00-\x1f\x7f-\x9f]*$", example = "退款")]
pub struct MessageTag(pub String);

/// A change of a conversation; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EditMessageForm {
    /// Id of the conversation.
    pub id: Id,
    /// The version that was shown. If it has changed since, nothing is changed; a note alone is always added.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Name of the operator who handles it; empty for nobody.
    #[serde(default)]
    #[schema(max_length = 32, example = "wang-yuanshan")]
    pub assignee: Option<String>,
    /// All its tags.
    #[serde(default)]
    #[schema(value_type = Option<Vec<MessageTag>>, max_items = 5)]
    pub tags: Option<Vec<String>>,
    /// A note to add; not blank.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 1000,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "已联系支付宝，等回复。"
    )]
    pub note: Option<String>,
    /// Whether to reopen it if it is closed.
    #[serde(default)]
    pub reopen: bool,
}

/// A checked [`EditMessageForm`].
pub struct MessageEdit {
    message: i64,
    version: i64,
    /// The operator, or nobody.
    assignee: Option<Option<UserName>>,
    tags: Option<String>,
    note: Option<String>,
    reopen: bool,
}

impl EditMessageForm {
    /// Validates every field.
    pub fn checked(self) -> Result<MessageEdit, ApiError> {
        let assignee = self.assignee.as_deref().map(|name| match name {
            "" => Ok(None),
            name => UserName::parse(name)
                .map(Some)
                .map_err(|_| unknown_operator()),
        });
        let note = self.note.as_deref();
        let note = note.map(|text| parse_text(text, ANSWER_CHARS).map(str::to_owned));
        Ok(MessageEdit {
            message: self.id.0,
            version: self.version,
            assignee: assignee.transpose()?,
            tags: self.tags.map(|tags| joined(&tags)).transpose()?,
            note: note.transpose()?,
            reopen: self.reopen,
        })
    }
}

fn unknown_operator() -> ApiError {
    ApiError::bad_request("没有这个可以答复留言的管理人员")
}

/// Tags as in their column, each once.
fn joined(tags: &[String]) -> Result<String, ApiError> {
    if tags.len() > MAX_TAGS {
        return Err(ApiError::bad_request("一条留言最多5个标签"));
    }
    let mut kept: Vec<&str> = Vec::new();
    for tag in tags {
        let tag = tag.trim();
        let fits = (1..=TAG_CHARS).contains(&tag.chars().count());
        if !fits || tag.contains(|c: char| c == ',' || c.is_control()) {
            return Err(ApiError::bad_request("标签限制为1-12个字符，不含逗号"));
        }
        if !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    Ok(kept.join(","))
}

/// The tags in their column.
pub fn tags(column: &str) -> Vec<String> {
    let tags = column.split(',').filter(|tag| !tag.is_empty());
    tags.map(str::to_owned).collect()
}

/// The notes of a conversation, oldest first.
pub(super) fn notes(conn: &mut Conn, message: i64) -> QueryResult<Vec<MessageNote>> {
    message_notes::table
        .filter(message_notes::message_id.eq(message))
        .order(message_notes::id)
        .select((
            message_notes::author,
            message_notes::text,
            message_notes::created_at,
        ))
        .load(conn)
}

/// Makes an operator's conversations nobody's, when the account is deleted.
pub fn leave(conn: &mut Conn, operator: i64) -> QueryResult<()> {
    diesel::update(messages::table.filter(messages::assignee_id.eq(operator)))
        .set(messages::assignee_id.eq(None::<i64>))
        .execute(conn)
        .map(|_| ())
}

/// Applies a change.
pub fn edit(conn: &mut Conn, actor: &Actor, edit: &MessageEdit) -> Result<(), ApiError> {
    let before = row(conn, edit.message)?;
    let mut after = before.clone();
    if let Some(assignee) = &edit.assignee {
        let operator = assignee.as_ref().map(|name| operator(conn, name));
        after.assignee_id = operator.transpose()?;
    }
    if let Some(tags) = &edit.tags {
        after.tags.clone_from(tags);
    }
    if edit.reopen && before.status == MessageStatus::Closed {
        after.status = reopened(conn, edit.message)?;
        after.status_since = actor.now;
        after.updated_at = actor.now;
    }
    let ids = [before.assignee_id, after.assignee_id];
    let names = match edit.assignee {
        Some(_) => names(conn, ids.into_iter().flatten())?,
        None => HashMap::new(),
    };
    let (old, mut new) = differing(recorded(&before, &names), recorded(&after, &names));
    if old != new {
        store(conn, edit.version, &after)?;
    }
    if let Some(text) = &edit.note {
        let note = add_note(conn, actor, edit.message, text)?;
        if let Some(new) = new.as_object_mut() {
            new.insert("note".to_owned(), json!(note.to_string()));
        }
    }
    if old == new {
        return Ok(());
    }
    let change = Change {
        action: Action::MessageEdit,
        target: (TargetKind::Message, edit.message.to_string()),
        before: old,
        after: new,
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// What the log says about a conversation.
fn recorded(row: &MessageRow, names: &HashMap<i64, String>) -> Map<String, Value> {
    let fields = [
        (
            "assignee",
            json!(row.assignee_id.and_then(|id| names.get(&id))),
        ),
        ("tags", json!(row.tags)),
        ("status", json!(row.status)),
    ];
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The id of an enabled operator who may answer.
fn operator(conn: &mut Conn, name: &UserName) -> Result<i64, ApiError> {
    let user = users::by_name(conn, name.key())?;
    let user = user.filter(|user| !user.disabled);
    let user = user.filter(|user| user.permissions().0.contains(&Permission::MessagesReply));
    user.map(|user| user.id).ok_or_else(unknown_operator)
}

/// The status of a conversation that is open again: it waits unless support had the last word.
fn reopened(conn: &mut Conn, message: i64) -> QueryResult<MessageStatus> {
    let last: Option<i16> = message_entries::table
        .filter(message_entries::message_id.eq(message))
        .order(message_entries::id.desc())
        .select(message_entries::kind)
        .first(conn)
        .optional()?;
    Ok(match last {
        Some(kind) if kind == Writer::Support.code() => MessageStatus::Answered,
        _ => MessageStatus::Waiting,
    })
}

/// Stores a row unless another version is there.
fn store(conn: &mut Conn, version: i64, after: &MessageRow) -> Result<(), ApiError> {
    let seen = messages::table
        .find(after.id)
        .filter(messages::version.eq(version));
    let stored = diesel::update(seen)
        .set((
            messages::assignee_id.eq(after.assignee_id),
            messages::tags.eq(&after.tags),
            messages::status.eq(after.status),
            messages::status_since.eq(after.status_since),
            messages::updated_at.eq(after.updated_at),
            messages::version.eq(messages::version + 1),
        ))
        .execute(conn)?;
    if stored == 0 {
        version::check(row(conn, after.id)?.version, version)?;
    }
    Ok(())
}

/// Adds a note and returns its id.
fn add_note(conn: &mut Conn, actor: &Actor, message: i64, text: &str) -> Result<i64, ApiError> {
    let open = messages::table
        .find(message)
        .filter(messages::notes.lt(MAX_NOTES));
    let counted = diesel::update(open)
        .set(messages::notes.eq(messages::notes + 1))
        .execute(conn)?;
    if counted == 0 {
        return Err(ErrorKind::MessageFull.into());
    }
    let id = actor.next_id();
    diesel::insert_into(message_notes::table)
        .values((
            message_notes::id.eq(id),
            message_notes::message_id.eq(message),
            message_notes::author.eq(actor.name()),
            message_notes::text.eq(text),
            message_notes::created_at.eq(actor.now),
        ))
        .execute(conn)?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_short_and_each_is_kept_once() {
        let joined = |tags: &[&str]| {
            let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
            joined(&tags).ok()
        };
        assert_eq!(joined(&[" 退款 ", "VIP", "退款"]).unwrap(), "退款,VIP");
        assert_eq!(tags("退款,VIP"), ["退款", "VIP"]);
        assert_eq!(joined(&[]).unwrap(), "");
        assert!(tags("").is_empty());
        for bad in [
            &["a,b"][..],
            &[" "],
            &["十三个字符的标签太长了不行吧"],
            &["1", "2", "3", "4", "5", "6"],
            &["1"; 6],
        ] {
            assert_eq!(joined(bad), None, "{bad:?}");
        }
    }
}
