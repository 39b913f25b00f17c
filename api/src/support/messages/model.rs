//! Conversations on the wire, and the forms that begin and continue them (R12).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::values::{Id, Time};
use crate::code_enum;
use crate::http::error::ApiError;
use crate::http::fields::IdText;
use crate::http::text::is_blank;

/// Longest text of a member, in code points (R12.1).
pub const MEMBER_CHARS: usize = 150;
/// Said to an empty text (R12.1).
pub const EMPTY_TEXT: &str = "请填写后提交";

code_enum! {
    /// How a conversation stands (R12.3 to R12.5).
    pub enum MessageStatus {
        /// Waits for an answer.
        Waiting = 0,
        /// Has an answer.
        Answered = 1,
        /// Nobody can write any more.
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

/// A conversation as the database keeps it.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = crate::db::schema::messages)]
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
}

/// An entry after the question, as the database keeps it.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = crate::db::schema::message_entries)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct EntryRow {
    pub id: i64,
    pub message_id: i64,
    pub kind: i16,
    pub text: String,
    pub operator_id: Option<i64>,
    pub created_at: i64,
}

/// A conversation with everything in it.
#[derive(Debug, Clone)]
pub struct Conversation {
    /// The question.
    pub message: MessageRow,
    /// What followed, the oldest first.
    pub entries: Vec<EntryRow>,
}

impl Conversation {
    /// On the wire: the question, and what followed.
    pub fn shown(&self) -> Vec<MessageEntry> {
        let question = MessageEntry {
            kind: Writer::Member.code(),
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
    /// How it stands.
    pub status: MessageStatus,
    /// When it was asked.
    pub create_time: Time,
    /// When something was last written or the conversation was closed.
    pub update_time: Time,
    /// Whether a reply has come since the conversation was last opened.
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
    /// 0 the member's, 1 support's.
    #[serde(rename = "type")]
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub kind: i16,
    /// The text as it was written.
    #[schema(example = "有没有高清版本？", max_length = 1000)]
    pub message: String,
    /// When it was written.
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
    /// The question; not white space alone.
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
    pub message_id: IdText,
    /// The text; not white space alone.
    #[schema(
        min_length = 1,
        max_length = 150,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "谢谢，还有一个问题"
    )]
    pub message: String,
}

/// A conversation to be closed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MessageChoice {
    /// Id of the conversation.
    pub id: IdText,
}

/// The id of a new conversation.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageMade {
    /// The id.
    pub id: Id,
}

/// A text of at most `most` code points, kept as it was written.
///
/// # Errors
/// 400 for nothing but white space (R12.1), and for what is too long or holds NUL.
pub fn parse_text(text: &str, most: usize) -> Result<&str, ApiError> {
    if is_blank(text) {
        return Err(ApiError::bad_request(EMPTY_TEXT));
    }
    if text.chars().count() > most {
        return Err(ApiError::bad_request(format!("内容最多{most}个字符")));
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
    fn a_text_has_one_to_so_many_code_points_and_stays_as_it_is() {
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
