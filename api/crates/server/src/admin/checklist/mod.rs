//! `GET /admin/checklist`: whether the site is ready for its members.

mod facts;
mod items;

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::Bit;
use yingku_catalogue::pages::site::Site;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;
use yingku_search::WorksIndex;

use crate::untrusted_proxy::UntrustedProxy;
use facts::Facts;
use items::{CheckState, ChecklistItem};

/// The endpoint.
pub(crate) fn endpoints() -> Endpoints {
    endpoints![get_checklist needs SettingsView]
}

/// Whether the site is ready for its members.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Checklist {
    /// 1 when an operator has dismissed it and nothing is `todo`.
    pub(crate) dismissed: Bit,
    /// The checks.
    pub(crate) items: Vec<ChecklistItem>,
}

/// Get the checklist of a new site
///
/// Each point is checked now, by the responding process.
#[utoipa::path(
    get, path = "/admin/checklist", tag = "operators", security(("bearer" = [])),
    responses((status = 200, description = "The checklist", body = Data<Checklist>)),
)]
async fn get_checklist(
    state: web::Data<AppState>,
    site: web::Data<Site>,
    index: web::Data<WorksIndex>,
    proxy: web::Data<UntrustedProxy>,
) -> Result<Data<Checklist>, ApiError> {
    let stored = state.db.query_fresh(facts::stored).await?;
    let (config, texts) = (state.config.clone(), site.texts());
    let (now, untrusted) = (state.now(), proxy.seen());
    // It reads files and asks the disks.
    let checked = tokio::task::spawn_blocking(move || {
        let facts = Facts::collect(&config, &texts, &index, untrusted, stored, now)?;
        Ok::<_, ApiError>((items::check(&facts), texts))
    });
    let (items, texts) = checked.await.map_err(anyhow::Error::from)??;
    let ready = items.iter().all(|item| item.state != CheckState::Todo);
    Ok(Data::new(Checklist {
        dismissed: Bit(ready && texts.checklist_dismissed),
        items,
    }))
}
