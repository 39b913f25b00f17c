//! Operators' calls for the site's own words.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use actix_web::web;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::caller::Operator;
use yingku_base::pay_channel::PayChannel;
use yingku_base::values::Time;
use yingku_db::Conn;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::fields::{optional_whole_number, whole_number};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use crate::media::uploads::is_upload;

use super::site::{self, Site, SiteTexts};

/// Longest name, in code points: it is shown next to the logo on a phone.
const NAME_CHARS: usize = 12;
/// Longest announcement, in code points.
const ANNOUNCEMENT_CHARS: usize = 200;
/// Longest line at the foot of a page, in code points.
const FOOTER_CHARS: usize = 120;
/// Longest notice above the plans, in code points.
const PLAN_NOTICE_CHARS: usize = 200;
/// Most blocked words.
const MAX_WORDS: usize = 200;
/// Longest blocked word, in code points.
const WORD_CHARS: usize = 32;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        get_admin_site needs SettingsEdit,
        update_admin_site needs SettingsEdit,
    ]
}

/// The site's own words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSite {
    /// Name of the site.
    #[schema(example = "映库", min_length = 1, max_length = 12)]
    pub name: String,
    /// Path of the logo, or empty.
    #[schema(example = "")]
    pub logo: String,
    /// The announcement; empty for none.
    #[schema(example = "周日凌晨维护一小时。", max_length = 200)]
    pub announcement: String,
    /// The line at the foot of pages; empty for none.
    #[schema(example = "仅供成年人访问。", max_length = 120)]
    pub footer: String,
    /// A notice above the plans; empty for none.
    #[schema(example = "", max_length = 200)]
    pub plan_notice: String,
    /// Magnet links that a visitor may copy per day.
    #[schema(minimum = 0, maximum = 10000, example = 3)]
    pub visitor_copies: i32,
    /// Magnet links that a member may copy per day.
    #[schema(minimum = 0, maximum = 10000, example = 100)]
    pub member_copies: i32,
    /// Conversations that a member may start per day.
    #[schema(minimum = 1, maximum = 1000, example = 50)]
    pub questions: i32,
    /// Payment channels that take no new orders.
    #[schema(max_items = 2, example = json!(["weixin"]))]
    pub closed_channels: Vec<String>,
    /// Words that messages to support must not contain.
    #[schema(max_items = 200, example = json!([]))]
    pub blocked_words: Vec<String>,
    /// Increases with every change; an edit sends the version it is based on. 0 before the first.
    #[schema(minimum = 0, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Time of the last change; missing before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_time: Option<Time>,
}

impl From<SiteTexts> for AdminSite {
    fn from(texts: SiteTexts) -> Self {
        Self {
            update_time: (texts.version > 0).then_some(Time(texts.changed_at)),
            name: texts.name,
            logo: texts.logo,
            announcement: texts.announcement,
            footer: texts.footer,
            plan_notice: texts.plan_notice,
            visitor_copies: texts.copies.visitor,
            member_copies: texts.copies.member,
            questions: texts.questions,
            closed_channels: texts.closed_channels,
            blocked_words: texts.blocked_words,
            version: texts.version,
        }
    }
}

/// The fields of `AdminSite` that are to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteForm {
    /// The version that was shown; if it has changed since, nothing is changed.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 0, maximum = 9007199254740991_i64, example = 0)]
    version: i64,
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 12,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "映库"
    )]
    name: Option<String>,
    #[serde(default)]
    #[schema(
        example = "",
        pattern = r"^(uploads/[0-9a-f]{2}/[0-9a-f]{62}\.(jpg|png|webp|avif))?$"
    )]
    logo: Option<String>,
    #[serde(default)]
    #[schema(max_length = 200, example = "周日凌晨维护一小时。")]
    announcement: Option<String>,
    #[serde(default)]
    #[schema(max_length = 120, example = "仅供成年人访问。")]
    footer: Option<String>,
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    plan_notice: Option<String>,
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 10000, example = 3)]
    visitor_copies: Option<i64>,
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 10000, example = 100)]
    member_copies: Option<i64>,
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 1000, example = 50)]
    questions: Option<i64>,
    #[serde(default)]
    #[schema(max_items = 2, example = json!(["weixin"]))]
    closed_channels: Option<Vec<String>>,
    #[serde(default)]
    #[schema(max_items = 200, example = json!([]))]
    blocked_words: Option<Vec<String>>,
    /// Whether the checklist of a new site is put away.
    #[serde(default)]
    checklist_dismissed: Option<bool>,
}

impl SiteForm {
    /// The texts after the change, without their new version.
    fn apply(self, before: &SiteTexts) -> Result<SiteTexts, ApiError> {
        let mut after = before.clone();
        if let Some(name) = self.name {
            after.name = parse("网站名称", &name, NAME_CHARS)?;
            if after.name.is_empty() {
                return Err(ApiError::bad_request("请填写网站名称"));
            }
        }
        if let Some(path) = self.logo {
            if !path.is_empty() && !is_upload(&path) {
                return Err(ApiError::bad_request("请上传Logo图片"));
            }
            after.logo = path;
        }
        if let Some(text) = self.announcement {
            after.announcement = parse("公告", &text, ANNOUNCEMENT_CHARS)?;
        }
        if let Some(text) = self.footer {
            after.footer = parse("页脚", &text, FOOTER_CHARS)?;
        }
        if let Some(text) = self.plan_notice {
            after.plan_notice = parse("套餐说明", &text, PLAN_NOTICE_CHARS)?;
        }
        if let Some(number) = self.visitor_copies {
            after.copies.visitor = within("游客每天可复制的磁链", number, 0..=10_000)?;
        }
        if let Some(number) = self.member_copies {
            after.copies.member = within("会员每天可复制的磁链", number, 0..=10_000)?;
        }
        if let Some(number) = self.questions {
            after.questions = within("会员每天可提交的问题", number, 1..=1_000)?;
        }
        if let Some(channels) = self.closed_channels {
            after.closed_channels = known_channels(&channels)?;
        }
        if let Some(words) = self.blocked_words {
            after.blocked_words = parse_words(&words)?;
        }
        if let Some(dismissed) = self.checklist_dismissed {
            after.checklist_dismissed = dismissed;
        }
        Ok(after)
    }
}

fn within(what: &str, number: i64, range: RangeInclusive<i32>) -> Result<i32, ApiError> {
    let number = i32::try_from(number).ok();
    let known = number.filter(|number| range.contains(number));
    let (min, max) = (range.start(), range.end());
    known.ok_or_else(|| ApiError::bad_request(format!("{what}应为{min}到{max}")))
}

/// The channels, each once, in their order.
fn known_channels(channels: &[String]) -> Result<Vec<String>, ApiError> {
    let all = PayChannel::ALL.map(PayChannel::as_str);
    let is_known = |channel: &String| all.contains(&channel.as_str());
    if channels.len() > all.len() || !channels.iter().all(is_known) {
        return Err(ApiError::bad_request("没有这个支付方式"));
    }
    let closed = all
        .into_iter()
        .filter(|channel| channels.iter().any(|closed| closed == channel));
    Ok(closed.map(str::to_owned).collect())
}

/// The words in lower case, each once, in order.
fn parse_words(words: &[String]) -> Result<Vec<String>, ApiError> {
    if words.len() > MAX_WORDS {
        return Err(ApiError::bad_request(format!("屏蔽词最多{MAX_WORDS}个")));
    }
    let parsed = words.iter().map(|word| {
        let word = parse("屏蔽词", word, WORD_CHARS)?;
        Ok(word.to_lowercase())
    });
    let parsed = parsed.collect::<Result<BTreeSet<String>, ApiError>>()?;
    Ok(parsed.into_iter().filter(|word| !word.is_empty()).collect())
}

fn parse(what: &str, text: &str, max: usize) -> Result<String, ApiError> {
    if text.chars().count() > max || text.contains('\0') {
        return Err(ApiError::bad_request(format!("{what}最多{max}个字符")));
    }
    Ok(text.trim().to_owned())
}

/// Get the site's name, logo, announcement and footer
///
/// Those that an operator has set, or the default ones.
#[utoipa::path(
    get, path = "/admin/site", tag = "operators", security(("bearer" = [])),
    responses((status = 200, description = "The texts", body = Data<AdminSite>)),
)]
async fn get_admin_site(state: web::Data<AppState>) -> Result<Data<AdminSite>, ApiError> {
    let stored = state.db.query_fresh(site::read).await?;
    Ok(Data::new(stored.texts.into()))
}

/// Change the site's name, logo, announcement or footer
///
/// The sent fields replace the current ones. Other instances follow within seconds, open pages after a reload.
#[utoipa::path(
    post, path = "/admin/site/edit", tag = "operators", security(("bearer" = [])), request_body = SiteForm,
    responses(
        (status = 200, description = "The texts are changed", body = Done),
        (status = 409, description = "Somebody has changed them since (`edit_conflict`)", body = ErrorBody),
    ),
)]
async fn update_admin_site(
    state: web::Data<AppState>,
    shown: web::Data<Site>,
    operator: Operator,
    form: Json<SiteForm>,
) -> Result<Done, ApiError> {
    let form = form.into_inner();
    let actor = Actor::operator(&state, operator);
    let texts = state.db.write(move |conn| edit(conn, &actor, form)).await?;
    shown.show(texts);
    Ok(Done::new())
}

/// Stores the change and returns the texts. The audit record has only the changed fields.
fn edit(conn: &mut Conn, actor: &Actor, form: SiteForm) -> Result<SiteTexts, ApiError> {
    let stored = site::read(conn)?;
    let before = &stored.texts;
    if form.version != before.version {
        return Err(ApiError::new(ErrorKind::EditConflict));
    }
    let mut after = form.apply(before)?;
    if after == *before {
        return Ok(after);
    }
    after.version += 1;
    after.changed_at = actor.now;
    if !site::replace(conn, &stored, &after)? {
        return Err(ApiError::new(ErrorKind::EditConflict));
    }
    let (old, new) = audit::differing(fields(before), fields(&after));
    let entry = Change {
        action: Action::SiteEdit,
        target: (TargetKind::Site, String::new()),
        before: old,
        after: new,
        reason: "",
    };
    audit::record(conn, actor, &entry)?;
    Ok(after)
}

/// The texts as they appear in the audit log.
fn fields(texts: &SiteTexts) -> Map<String, Value> {
    Map::from_iter([
        ("siteName".to_owned(), json!(texts.name)),
        ("logo".to_owned(), json!(texts.logo)),
        ("announcement".to_owned(), json!(texts.announcement)),
        ("footer".to_owned(), json!(texts.footer)),
        ("planNotice".to_owned(), json!(texts.plan_notice)),
        ("visitorCopies".to_owned(), json!(texts.copies.visitor)),
        ("memberCopies".to_owned(), json!(texts.copies.member)),
        ("questions".to_owned(), json!(texts.questions)),
        (
            "closedChannels".to_owned(),
            json!(texts.closed_channels.join("，")),
        ),
        (
            "blockedWords".to_owned(),
            json!(texts.blocked_words.join("，")),
        ),
        (
            "checklistDismissed".to_owned(),
            json!(texts.checklist_dismissed),
        ),
    ])
}
