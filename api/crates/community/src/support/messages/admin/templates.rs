//! The operators' shared templates of answers (R12.13). They are one row of `settings`, since all are read and written
//! together. Placeholders are filled in by the console.

use actix_web::web;
use diesel::prelude::*;
use diesel::result::Error;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::caller::Operator;
use yingku_db::Conn;
use yingku_db::schema::settings;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::fields::whole_number;
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::model::ANSWER_CHARS;
use crate::support::messages::model::parse_text;

/// The row.
const KEY: &str = "reply_templates";
/// Most templates, and their length together, in code points: they fit into one request.
const MAX_TEMPLATES: usize = 60;
const ALL_CHARS: usize = 15_000;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_reply_templates needs MessagesReply,
        replace_reply_templates needs MessagesReply,
    ]
}

/// A template of an answer; not blank.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 1000, pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$", example = "{用户名}您好，")]
pub struct ReplyTemplate(pub String);

/// The templates of answers.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplyTemplates {
    /// The version that was shown, 0 at first; if it has changed since, nothing is changed.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 0, maximum = 9007199254740991_i64, example = 0)]
    pub version: i64,
    /// The templates, in the order of the console; at most 15,000 characters together.
    #[schema(value_type = Vec<ReplyTemplate>, max_items = 60)]
    pub templates: Vec<String>,
}

impl ReplyTemplates {
    /// Checks and trims every template.
    fn checked(self) -> Result<Self, ApiError> {
        let mut templates: Vec<String> = Vec::new();
        for text in &self.templates {
            let text = parse_text(text, ANSWER_CHARS)?.trim();
            if !templates.iter().any(|known| known == text) {
                templates.push(text.to_owned());
            }
        }
        let chars: usize = templates.iter().map(|text| text.chars().count()).sum();
        if templates.len() > MAX_TEMPLATES || chars > ALL_CHARS {
            return Err(ApiError::bad_request("常用回复最多60条，合计最多15000字"));
        }
        Ok(Self { templates, ..self })
    }
}

/// List reply templates
///
/// Shared by all who answer.
#[utoipa::path(
    get, path = "/admin/messages/templates", tag = "operators", security(("bearer" = [])),
    responses((status = 200, description = "The templates", body = Data<ReplyTemplates>)),
)]
async fn list_reply_templates(
    state: web::Data<AppState>,
) -> Result<Data<ReplyTemplates>, ApiError> {
    let stored = state.db.query_fresh(|conn| Ok(read(conn)?.0)).await?;
    Ok(Data::new(stored))
}

/// Replace the reply templates
///
/// Returns them with their new version.
#[utoipa::path(
    post, path = "/admin/messages/templates", tag = "operators", security(("bearer" = [])), request_body = ReplyTemplates,
    responses(
        (status = 200, description = "They are replaced", body = Data<ReplyTemplates>),
        (status = 409, description = "They were changed since (`edit_conflict`)", body = ErrorBody),
    ),
)]
async fn replace_reply_templates(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<ReplyTemplates>,
) -> Result<Data<ReplyTemplates>, ApiError> {
    let wanted = form.into_inner().checked()?;
    let actor = Actor::operator(&state, operator);
    let stored = state
        .db
        .write(move |conn| replace(conn, &actor, wanted))
        .await?;
    Ok(Data::new(stored))
}

/// The stored templates, and the text of their row. One that this version cannot read is an error, so that it is not
/// replaced.
fn read(conn: &mut Conn) -> QueryResult<(ReplyTemplates, Option<String>)> {
    let value: Option<String> = settings::table
        .find(KEY)
        .select(settings::value)
        .first(conn)
        .optional()?;
    let stored = value.as_deref().map(serde_json::from_str).transpose();
    let stored = stored.map_err(|error| Error::DeserializationError(Box::new(error)))?;
    Ok((stored.unwrap_or_default(), value))
}

/// Stores templates in place of those that were shown.
fn replace(
    conn: &mut Conn,
    actor: &Actor,
    wanted: ReplyTemplates,
) -> Result<ReplyTemplates, ApiError> {
    let (before, value) = read(conn)?;
    if wanted.version != before.version {
        return Err(ErrorKind::EditConflict.into());
    }
    if wanted.templates == before.templates {
        return Ok(before);
    }
    let after = ReplyTemplates {
        version: before.version + 1,
        ..wanted
    };
    let new = serde_json::to_string(&after)
        .map_err(|error| Error::SerializationError(Box::new(error)))?;
    let replaced = match &value {
        None => yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
            .values((settings::key.eq(KEY), settings::value.eq(&new)))
            .on_conflict_do_nothing()
            .execute(c))?,
        Some(value) => diesel::update(settings::table.find(KEY).filter(settings::value.eq(value)))
            .set(settings::value.eq(&new))
            .execute(conn)?,
    };
    if replaced == 0 {
        return Err(ErrorKind::EditConflict.into());
    }
    let missing = |from: &[String], other: &[String]| -> Vec<String> {
        let gone = from.iter().filter(|text| !other.contains(text));
        gone.cloned().collect()
    };
    let change = Change {
        action: Action::TemplatesEdit,
        target: (TargetKind::Site, KEY.to_owned()),
        before: json!({ "templates": missing(&before.templates, &after.templates) }),
        after: json!({ "templates": missing(&after.templates, &before.templates) }),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(after)
}
