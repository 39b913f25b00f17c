//! Operator endpoints for conversations.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_base::values::Time;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Done, OK, OK_TEXT, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params, PathId};
use yingku_http_kit::sorting::Sorting;
use yingku_platform::state::AppState;

use super::edit::{self, EditMessageForm};
use super::model::{
    ANSWER_CHARS, AdminMessage, AdminMessageDetail, Answering, CloseForm, QueueFilter, QueueSort,
    ReplyForm,
};
use super::{queries, templates};
use crate::support::Support;
use crate::support::messages::model::parse_text;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_messages needs MessagesReply,
        get_admin_message needs MessagesReply,
        answer_admin_message needs MessagesReply,
        close_admin_message needs MessagesReply,
        update_admin_message needs MessagesReply,
    ]
    .and(templates::endpoints())
}

/// List conversations
///
/// Those awaiting a reply first; within a status, the longest in it first.
#[utoipa::path(
    get, path = "/admin/messages", tag = "operators", security(("bearer" = [])), params(PageParams, QueueFilter, Sorting<QueueSort>),
    responses((status = 200, description = "One page of conversations", body = Rows<AdminMessage>)),
)]
async fn list_admin_messages(
    state: web::Data<AppState>,
    operator: Operator,
    Params(queue): Params<QueueFilter>,
    sorting: Sorting<QueueSort>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminMessage>, ApiError> {
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, &queue, operator.id, sorting, page))
        .await?;
    Ok(Rows::of(rows.into_iter(), total))
}

/// Get a conversation
///
/// The question first, then the entries, oldest first. The member's unread mark stays.
#[utoipa::path(
    get, path = "/admin/messages/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the conversation", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000031"), Answering),
    responses(
        (status = 200, description = "The conversation", body = AdminMessageDetail),
        (status = 404, description = "No such conversation", body = ErrorBody),
    ),
)]
async fn get_admin_message(
    state: web::Data<AppState>,
    support: web::Data<Support>,
    operator: Operator,
    PathId(message): PathId,
    Params(wanted): Params<Answering>,
) -> Result<web::Json<AdminMessageDetail>, ApiError> {
    let opened = state
        .db
        .query_fresh(move |conn| queries::read(conn, message))
        .await?;
    let answers = wanted.answering.is_some_and(|flag| flag.is_set());
    let answering = support
        .answering
        .others(message, &operator.name, answers)
        .await;
    let rows = opened.conversation.entries();
    let row = opened.conversation.message;
    let vip_until = opened.member.vip_until;
    Ok(web::Json(AdminMessageDetail {
        code: OK,
        msg: OK_TEXT,
        total: u64::try_from(rows.len()).unwrap_or(u64::MAX),
        rows,
        user_name: opened.member.name,
        status: row.status,
        version: row.version,
        assignee: opened.assignee,
        tags: edit::tags(&row.tags),
        notes: opened.notes,
        answering,
        vip_until: (vip_until > state.now()).then_some(Time(vip_until)),
    }))
}

/// Answer a conversation
///
/// The member sees 新回复 until they open it. Nothing can be added to a closed conversation.
#[utoipa::path(
    post, path = "/admin/messages/reply", tag = "operators", security(("bearer" = [])), request_body = ReplyForm,
    responses(
        (status = 200, description = "The answer is sent", body = Done),
        (status = 404, description = "No such conversation", body = ErrorBody),
        (status = 409, description = "Something was written or closed since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "The conversation is closed (`message_closed`) or full (`message_full`)", body = ErrorBody),
    ),
)]
async fn answer_admin_message(
    state: web::Data<AppState>,
    support: web::Data<Support>,
    operator: Operator,
    form: Json<ReplyForm>,
) -> Result<Done, ApiError> {
    let message = (form.id.0, form.version);
    let text = parse_text(&form.message, ANSWER_CHARS)?.to_owned();
    let name = operator.name.clone();
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| queries::answer(conn, &actor, message, text))
        .await?;
    support.answering.leave(form.id.0, &name).await;
    Ok(Done::new())
}

/// Close a conversation for its member
///
/// Nothing can be added afterwards. Closing it again changes nothing.
#[utoipa::path(
    post, path = "/admin/messages/close", tag = "operators", security(("bearer" = [])), request_body = CloseForm,
    responses(
        (status = 200, description = "It is closed", body = Done),
        (status = 404, description = "No such conversation", body = ErrorBody),
        (status = 409, description = "Something was written since (`edit_conflict`)", body = ErrorBody),
    ),
)]
async fn close_admin_message(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<CloseForm>,
) -> Result<Done, ApiError> {
    let message = (form.id.0, form.version);
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| queries::close(conn, &actor, message))
        .await?;
    Ok(Done::new())
}

/// Update a conversation
///
/// Who handles it, tags, a note, and whether a closed one is open again. What is left out stays.
#[utoipa::path(
    post, path = "/admin/messages/edit", tag = "operators", security(("bearer" = [])), request_body = EditMessageForm,
    responses(
        (status = 200, description = "It is updated", body = Done),
        (status = 404, description = "No such conversation", body = ErrorBody),
        (status = 409, description = "It was changed since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "There are 100 notes (`message_full`)", body = ErrorBody),
    ),
)]
async fn update_admin_message(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<EditMessageForm>,
) -> Result<Done, ApiError> {
    let edit = form.into_inner().checked()?;
    let actor = Actor::operator(&state, operator);
    state
        .db
        .write(move |conn| edit::edit(conn, &actor, &edit))
        .await?;
    Ok(Done::new())
}
