//! What operators see of conversations, and how they look for them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::queries::{Queue, QueuedRow};
use crate::base::time::format_shanghai;
use crate::http::error::ApiError;
use crate::http::fields::{IdText, whole_number};
use crate::http::params::{Page, choice};
use crate::http::sorting::{OrderName, Sorting};
use crate::support::messages::model::{MessageEntry, Status};

/// Longest answer, in code points.
pub const ANSWER_CHARS: usize = 1_000;
/// Longest keyword, in code points.
const KEYWORD_CHARS: usize = 32;
/// The statuses as they are asked for.
const STATUSES: [(&str, Status); 3] = [
    ("0", Status::Waiting),
    ("1", Status::Answered),
    ("9", Status::Closed),
];

/// A conversation in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedMessage {
    /// 64-bit number as text.
    #[schema(example = "910000000000000031")]
    pub id: String,
    /// Who asks.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The question.
    #[schema(example = "有没有高清版本？", max_length = 150)]
    pub message: String,
    /// 0 awaiting reply, 1 answered, 9 closed.
    #[schema(minimum = 0, maximum = 9, example = 0)]
    pub status: i16,
    /// When it was asked, Asia/Shanghai.
    #[schema(example = "2026-11-20 08:00:00")]
    pub create_time: String,
    /// Since when it has its status, Asia/Shanghai.
    #[schema(example = "2026-11-20 08:00:00")]
    pub since: String,
    /// When something was last written or the conversation was closed, Asia/Shanghai.
    #[schema(example = "2026-11-20 09:30:00")]
    pub update_time: String,
    /// How many entries it has, the question included.
    #[schema(minimum = 1, maximum = 200, example = 3)]
    pub entries: i32,
}

impl From<QueuedRow> for QueuedMessage {
    fn from((row, user_name): QueuedRow) -> Self {
        Self {
            id: row.id.to_string(),
            user_name,
            message: row.question,
            status: row.status,
            create_time: format_shanghai(row.created_at),
            since: format_shanghai(row.status_since),
            update_time: format_shanghai(row.updated_at),
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
    /// Fit to show.
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
    /// 0 awaiting reply, 1 answered, 9 closed.
    #[schema(minimum = 0, maximum = 9, example = 0)]
    pub status: i16,
    /// Moves with every change by anybody; whoever saves sends the one they have seen.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}

/// Which conversations.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct QueueParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
    /// 0 awaiting reply, 1 answered, 9 closed; all of them when not given.
    #[param(value_type = Option<StatusCode>, inline)]
    pub status: Option<String>,
    /// The member's whole name, the conversation's id, or part of a question; questions of the latest 5,000
    /// conversations are looked through.
    #[param(
        min_length = 1,
        max_length = 32,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "高清"
    )]
    pub keyword: Option<String>,
    /// By what; those that wait first, and of each status those first that have had it longest, when not given.
    #[param(value_type = Option<QueueSort>, inline)]
    pub sort: Option<String>,
    /// Which way it is sorted; descending when not given.
    #[param(value_type = Option<OrderName>, inline)]
    pub order: Option<String>,
}

/// What conversations can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum QueueSort {
    /// Since when it has its status.
    Since,
}

const SORTS: [(&str, QueueSort); 1] = [("since", QueueSort::Since)];

/// Numbers of the statuses, for the contract.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the numbers themselves, for the contract only")]
pub enum StatusCode {
    #[schema(rename = "0")]
    Waiting,
    #[schema(rename = "1")]
    Answered,
    #[schema(rename = "9")]
    Closed,
}

impl QueueParams {
    /// What is looked for.
    ///
    /// # Errors
    /// 400 that names the first parameter that breaks its rule.
    pub fn parse(&self) -> Result<(Queue, Page), ApiError> {
        let page = Page::parse(self.page_num.as_deref(), self.page_size.as_deref())?;
        let queue = Queue {
            status: choice("status", self.status.as_deref(), &STATUSES)?,
            keyword: self.keyword.as_deref().map(parse_keyword).transpose()?,
            sorting: Sorting::parse(self.sort.as_deref(), self.order.as_deref(), &SORTS)?,
        };
        Ok((queue, page))
    }
}

fn parse_keyword(text: &str) -> Result<String, ApiError> {
    let wanted = text.trim();
    if wanted.is_empty() || text.chars().count() > KEYWORD_CHARS || text.contains('\0') {
        return Err(ApiError::bad_request("参数keyword限制为1-32个字符"));
    }
    Ok(wanted.to_owned())
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
