//! Member endpoints for conversations.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::{Client, Member};
use yingku_base::values::Id;
use yingku_catalogue::pages::site::{Site, SiteTexts};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Done, OK, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::fields::check_app;
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, PathId};
use yingku_platform::state::AppState;

use super::model::{
    CreatedMessage, MEMBER_CHARS, Message, MessageEntry, MessageEntryForm, MessageForm,
    MessageIdForm, parse_text,
};
use super::queries;
use crate::support::Support;

/// The message for a received text (R12.1).
pub const SUBMITTED: &str = "提交成功";
/// The messages for closing a conversation, and for failing to (R12.7).
const CLOSED: &str = "已关闭该话题";
const NOT_CLOSED: &str = "设置失败";

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        create_message,
        create_message_entry,
        list_messages,
        get_message,
        close_message,
    ]
}

/// A received question.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageSubmitted {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "提交成功")]
    pub msg: &'static str,
    /// The created message.
    pub data: CreatedMessage,
}

/// Rejects a text with a blocked word.
fn check_words(texts: &SiteTexts, text: &str) -> Result<(), ApiError> {
    match texts.blocked_word(text) {
        Some(word) => Err(ApiError::bad_request(format!("内容不能包含“{word}”"))),
        None => Ok(()),
    }
}

/// Start a conversation
///
/// With support. A member can have twenty open ones.
#[utoipa::path(
    post, path = "/v2/message", tag = "support", security(("bearer" = [])), request_body = MessageForm,
    responses(
        (status = 200, description = "The question is received", body = MessageSubmitted),
        (status = 400, description = "The text is empty, too long, or has a blocked word", body = ErrorBody),
        (status = 422, description = "Too many conversations, open or today (`too_many_messages`), or the application is another (`app_unknown`)", body = ErrorBody),
        (status = 429, description = "Too many messages from this address", body = ErrorBody),
    ),
)]
async fn create_message(
    state: web::Data<AppState>,
    support: web::Data<Support>,
    site: web::Data<Site>,
    client: Client,
    member: Member,
    form: Json<MessageForm>,
) -> Result<web::Json<MessageSubmitted>, ApiError> {
    check_app(&state.config.signing.app_id, form.app_id.as_deref())?;
    let question = parse_text(&form.message, MEMBER_CHARS)?.to_owned();
    let texts = site.texts();
    check_words(&texts, &question)?;
    let a_day = texts.questions;
    support.messages.admit(client.ip).await?;
    let (id, now) = (state.ids.next(&*state.clock), state.now());
    state
        .db
        .write(move |conn| queries::start_conversation(conn, (id, member.id), question, now, a_day))
        .await?;
    let data = CreatedMessage { id: Id(id) };
    Ok(web::Json(MessageSubmitted {
        code: OK,
        msg: SUBMITTED,
        data,
    }))
}

/// Add a question to a conversation
///
/// The conversation then awaits a reply again. It has at most two hundred entries, and nothing can be added to a closed
/// one.
#[utoipa::path(
    post, path = "/v2/message/data", tag = "support", security(("bearer" = [])), request_body = MessageEntryForm,
    responses(
        (status = 200, description = "The text is received", body = Done),
        (status = 400, description = "The text is empty, too long, or has a blocked word", body = ErrorBody),
        (status = 404, description = "Not the caller's conversation", body = ErrorBody),
        (status = 422, description = "The conversation is closed (`message_closed`) or full (`message_full`)", body = ErrorBody),
        (status = 429, description = "Too many messages from this address", body = ErrorBody),
    ),
)]
async fn create_message_entry(
    state: web::Data<AppState>,
    support: web::Data<Support>,
    site: web::Data<Site>,
    client: Client,
    member: Member,
    form: Json<MessageEntryForm>,
) -> Result<Done, ApiError> {
    let message = form.message_id.0;
    let text = parse_text(&form.message, MEMBER_CHARS)?.to_owned();
    check_words(&site.texts(), &text)?;
    support.messages.admit(client.ip).await?;
    let (entry, now) = (state.ids.next(&*state.clock), state.now());
    state
        .db
        .write(move |conn| queries::add_follow_up(conn, (member.id, message), entry, text, now))
        .await?;
    Ok(Done::with_message(SUBMITTED))
}

/// List my conversations
///
/// The caller's conversations with support, last changed first.
#[utoipa::path(
    get, path = "/v2/message/list", tag = "support", security(("bearer" = [])), params(PageParams),
    responses((status = 200, description = "One page of conversations", body = Rows<Message>)),
)]
async fn list_messages(
    state: web::Data<AppState>,
    member: Member,
    PageQuery(page): PageQuery,
) -> Result<Rows<Message>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, member.id, page))
        .await?;
    Ok(Rows::of(rows.into_iter().map(Message::from), total))
}

/// Get my conversation
///
/// The question first, then the entries, oldest first. Marks the conversation as read.
#[utoipa::path(
    get, path = "/v2/message/{id}", tag = "support", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the conversation", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000031")),
    responses(
        (status = 200, description = "The conversation", body = Rows<MessageEntry>),
        (status = 404, description = "Not the caller's conversation", body = ErrorBody),
    ),
)]
async fn get_message(
    state: web::Data<AppState>,
    member: Member,
    PathId(message): PathId,
) -> Result<Rows<MessageEntry>, ApiError> {
    let mut conversation = state
        .db
        .query_fresh(move |conn| queries::conversation(conn, member.id, message))
        .await?;
    if conversation.message.unread {
        conversation = state
            .db
            .write(move |conn| Ok::<_, ApiError>(queries::open(conn, member.id, message)?))
            .await?;
    }
    let entries = conversation.entries();
    let total = u64::try_from(entries.len()).unwrap_or(u64::MAX);
    Ok(Rows::new(entries, total))
}

/// Close a conversation
///
/// Nothing can be added afterwards. Closing it again changes nothing.
#[utoipa::path(
    post, path = "/v2/message/update", tag = "support", security(("bearer" = [])), request_body = MessageIdForm,
    responses(
        (status = 200, description = "It is closed", body = Done),
        (status = 404, description = "Not the caller's conversation", body = ErrorBody),
    ),
)]
async fn close_message(
    state: web::Data<AppState>,
    member: Member,
    form: Json<MessageIdForm>,
) -> Result<Done, ApiError> {
    let (message, now) = (form.id.0, state.now());
    let own = state
        .db
        .write(move |conn| Ok::<_, ApiError>(queries::close(conn, member.id, message, now)?))
        .await?;
    if !own {
        return Err(ApiError::with_message(ErrorKind::NotFound, NOT_CLOSED));
    }
    Ok(Done::with_message(CLOSED))
}
