//! What operators see of conversations, and how they look for them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::queries::QueuedRow;
use crate::base::values::{Id, Time};
use crate::http::fields::{IdText, whole_number};
use crate::http::params::Keyword;
use crate::support::messages::model::{MessageEntry, MessageStatus};
use crate::word_enum;

/// Longest answer, in code points.
pub const ANSWER_CHARS: usize = 1_000;
/// A name, an id or a part of a question.
type MessageKeyword = Keyword<32>;

/// A conversation in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedMessage {
    /// The id.
    pub id: Id,
    /// Who asks.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The question.
    #[schema(example = "有没有高清版本？", max_length = 150)]
    pub message: String,
    /// How it stands.
    pub status: MessageStatus,
    /// When it was asked.
    pub create_time: Time,
    /// Since when it has its status.
    pub since: Time,
    /// When something was last written or the conversation was closed.
    pub update_time: Time,
    /// How many entries it has, the question included.
    #[schema(minimum = 1, maximum = 200, example = 3)]
    pub entries: i32,
}

impl From<QueuedRow> for QueuedMessage {
    fn from((row, user_name): QueuedRow) -> Self {
        Self {
            id: Id(row.id),
            user_name,
            message: row.question,
            status: row.status,
            create_time: Time(row.created_at),
            since: Time(row.status_since),
            update_time: Time(row.updated_at),
            entries: row.entries,
        }
    }
}

/// A conversation as operators read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadMessage {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The question, and what followed, the oldest first.
    pub rows: Vec<MessageEntry>,
    /// How many there are.
    #[schema(minimum = 1, maximum = 200, example = 3)]
    pub total: u64,
    /// Who asks.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// How it stands.
    pub status: MessageStatus,
    /// Moves with every change by anybody; whoever saves sends the one they have seen.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}

/// Which conversations.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct QueueFilter {
    /// 0 awaiting reply, 1 answered, 9 closed; all of them when not given.
    #[param(inline)]
    pub status: Option<MessageStatus>,
    /// The member's whole name, the conversation's id, or part of a question; questions of the latest 5,000
    /// conversations are looked through.
    #[param(inline, example = "高清")]
    pub keyword: Option<MessageKeyword>,
}

word_enum! {
    /// What conversations can be sorted by.
    pub enum QueueSort {
        /// Since when it has its status.
        Since = "since",
    }
}

/// An answer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AnswerForm {
    /// Id of the conversation.
    pub id: IdText,
    /// The version that was looked at; when it has moved since, nothing is changed.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// The text; not white space alone.
    #[schema(
        min_length = 1,
        max_length = 1000,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "您好，高清版本已上线。"
    )]
    pub message: String,
}

/// A conversation that is to be closed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CloseForm {
    /// Id of the conversation.
    pub id: IdText,
    /// The version that was looked at; when it has moved since, nothing is changed.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}
