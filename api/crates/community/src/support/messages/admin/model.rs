//! Requests and responses of the operator endpoints for conversations.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::{Id, Time};
use yingku_http_kit::fields::whole_number;
use yingku_http_kit::param_types::{Flag, Keyword};

use crate::support::messages::model::{MessageEntry, MessageStatus};

/// Longest answer, in code points.
pub const ANSWER_CHARS: usize = 1_000;
/// A name, an id or a part of a question.
type MessageKeyword = Keyword<32>;

/// A conversation in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminMessage {
    /// The id.
    pub id: Id,
    /// The member's name.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The question.
    #[schema(example = "有没有高清版本？", max_length = 150)]
    pub message: String,
    /// The status.
    pub status: MessageStatus,
    /// When it was asked.
    pub create_time: Time,
    /// When it got its status.
    pub since: Time,
    /// When it was last written to or closed.
    pub update_time: Time,
    /// Number of entries, including the question.
    #[schema(minimum = 1, maximum = 200, example = 3)]
    pub entries: i32,
    /// Name of the operator who handles it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Tags of operators.
    pub tags: Vec<String>,
}

/// What an operator notes for the others.
#[derive(Debug, diesel::Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageNote {
    /// Name of the operator.
    pub author: String,
    /// The note.
    pub text: String,
    /// When it was created.
    pub create_time: Time,
}

/// A conversation as operators read it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminMessageDetail {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The question and the entries after it, oldest first.
    pub rows: Vec<MessageEntry>,
    /// Number of entries.
    #[schema(minimum = 1, maximum = 200, example = 3)]
    pub total: u64,
    /// The member's name.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The status.
    pub status: MessageStatus,
    /// Increases with every change; an edit sends the one it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Name of the operator who handles it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Tags of operators.
    pub tags: Vec<String>,
    /// Notes of operators, oldest first; the member never sees them.
    pub notes: Vec<MessageNote>,
    /// Names of other operators who are answering right now.
    pub answering: Vec<String>,
    /// When the member's VIP ends; missing without VIP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vip_until: Option<Time>,
}

/// Whether the caller is answering.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Answering {
    /// 1 = the caller is writing an answer, which the others see for 40 seconds.
    #[param(inline)]
    pub answering: Option<Flag>,
}

string_enum! {
    /// Who handles a conversation.
    pub enum Assigned {
        /// The caller.
        Me = "me",
        /// Nobody.
        Nobody = "nobody",
    }
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct QueueFilter {
    /// 0 awaiting reply, 1 answered, 9 closed; all if omitted.
    #[param(inline)]
    pub status: Option<MessageStatus>,
    /// The member's full name, the conversation's id, or part of a question or tag of the latest 5,000 conversations.
    #[param(inline, example = "高清")]
    pub keyword: Option<MessageKeyword>,
    /// Handled by the caller, or by nobody; all if omitted.
    #[param(inline)]
    pub assigned: Option<Assigned>,
}

string_enum! {
    /// Sort keys of the list.
    pub enum QueueSort {
        /// When it got its status.
        Since = "since",
    }
}

/// An answer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReplyForm {
    /// Id of the conversation.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// The text; not blank.
    #[schema(
        min_length = 1,
        max_length = 1000,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "您好，高清版本已上线。"
    )]
    pub message: String,
}

/// A conversation to close.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CloseForm {
    /// Id of the conversation.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}
