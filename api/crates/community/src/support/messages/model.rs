//! Conversations: forms, rows and responses (R12).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::code_enum;
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::text::is_blank;

/// Longest text of a member, in code points (R12.1).
pub const MEMBER_CHARS: usize = 150;
/// The message for an empty text (R12.1).
pub const EMPTY_TEXT: &str = "请填写后提交";

code_enum! {
    /// The status of a conversation (R12.3 to R12.5).
    pub enum MessageStatus {
        /// Awaiting a reply.
        Waiting = 0,
        /// Answered.
        Answered = 1,
        /// Closed.
        Closed = 9,
    }
}

code_enum! {
    /// Who wrote an entry (R12.6).
    pub enum Writer {
        /// The member.
        Member = 0,
        /// Support.
        Support = 1,
    }
}

/// A conversation's row.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = yingku_db::schema::messages)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct MessageRow {
    pub id: i64,
    pub user_id: i64,
    pub question: String,
    pub status: MessageStatus,
    pub unread: bool,
    pub entries: i32,
    pub status_since: i64,
    pub created_at: i64,
    pub updated_at: i64,
    pub version: i64,
    pub assignee_id: Option<i64>,
    pub tags: String,
    pub notes: i32,
}

/// The row of an entry after the question.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = yingku_db::schema::message_entries)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct EntryRow {
    pub id: i64,
    pub message_id: i64,
    pub kind: Writer,
    pub text: String,
    pub operator_id: Option<i64>,
    pub created_at: i64,
}

/// A conversation with its entries.
#[derive(Debug, Clone)]
pub struct Conversation {
    /// The question.
    pub message: MessageRow,
    /// The entries after the question, oldest first.
    pub entries: Vec<EntryRow>,
}

impl Conversation {
    /// The question and the entries, as the API shows them.
    pub fn entries(&self) -> Vec<MessageEntry> {
        let question = MessageEntry {
            kind: Writer::Member,
            message: self.message.question.clone(),
            create_time: Time(self.message.created_at),
        };
        let followed = self.entries.iter().map(|entry| MessageEntry {
            kind: entry.kind,
            message: entry.text.clone(),
            create_time: Time(entry.created_at),
        });
        std::iter::once(question).chain(followed).collect()
    }
}

/// A conversation in the list of its member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The id.
    pub id: Id,
    /// The question.
    #[schema(example = "有没有高清版本？", max_length = 150)]
    pub message: String,
    /// The status.
    pub status: MessageStatus,
    /// When it was asked.
    pub create_time: Time,
    /// When it was last written to or closed.
    pub update_time: Time,
    /// Whether there is a reply the member has not read.
    #[schema(example = true)]
    pub unread: bool,
}

impl From<MessageRow> for Message {
    fn from(row: MessageRow) -> Self {
        Self {
            id: Id(row.id),
            message: row.question,
            status: row.status,
            create_time: Time(row.created_at),
            update_time: Time(row.updated_at),
            unread: row.unread,
        }
    }
}

/// One entry of a conversation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageEntry {
    /// 0 by the member, 1 by support.
    #[serde(rename = "type")]
    #[schema(value_type = i16, minimum = 0, maximum = 1, example = 0)]
    pub kind: Writer,
    /// The text.
    #[schema(example = "有没有高清版本？", max_length = 1000)]
    pub message: String,
    /// When it was created.
    pub create_time: Time,
}

/// A new question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageForm {
    /// Id of the application.
    #[serde(default)]
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// The question; not blank.
    #[schema(
        min_length = 1,
        max_length = 150,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "有没有高清版本？"
    )]
    pub message: String,
}

/// A further question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageEntryForm {
    /// Id of the conversation.
    pub message_id: Id,
    /// The text; not blank.
    #[schema(
        min_length = 1,
        max_length = 150,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "谢谢，还有一个问题"
    )]
    pub message: String,
}

/// A conversation to close.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MessageIdForm {
    /// Id of the conversation.
    pub id: Id,
}

/// The id of a new conversation.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedMessage {
    /// The id.
    pub id: Id,
}

/// Checks a text of at most `max` code points (R12.1).
pub fn parse_text(text: &str, max: usize) -> Result<&str, ApiError> {
    if is_blank(text) {
        return Err(ApiError::bad_request(EMPTY_TEXT));
    }
    if text.chars().count() > max {
        return Err(ApiError::bad_request(format!("内容最多{max}个字符")));
    }
    if text.contains('\0') {
        return Err(ApiError::bad_request("内容包含无法识别的字符"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_bounded_in_code_points_and_unchanged() {
        fn message(text: &str) -> Result<&str, String> {
            parse_text(text, 3).map_err(|error| error.body("").msg)
        }
        for empty in ["", "  ", "\n\t", "\u{3000}"] {
            assert_eq!(message(empty), Err(EMPTY_TEXT.to_owned()), "{empty:?}");
        }
        assert_eq!(message("😀😀😀"), Ok("😀😀😀"));
        assert_eq!(message(" <b"), Ok(" <b"));
        assert_eq!(message("四个字了"), Err("内容最多3个字符".to_owned()));
        assert!(message("a\0b").is_err());
    }
}
