//! `GET /v2/pages/{name}`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::enums::parse_enum;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_platform::state::AppState;

use super::SitePage;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_page]
}

/// A page about the site itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageText {
    /// `terms`, `privacy` or `contact`.
    #[schema(example = "terms")]
    pub name: &'static str,
    /// Markdown of which headings, paragraphs, lists and links within the site are shown; never HTML.
    #[schema(
        example = "# 用户协议\n\n使用本站即表示您已阅读并同意以下内容。",
        max_length = 65536
    )]
    pub text: String,
}

/// Get a page about the site
///
/// Terms, privacy or contact: the operator's own text, or the built-in one.
#[utoipa::path(
    get, path = "/v2/pages/{name}", tag = "app",
    params(("name" = String, Path, description = "`terms`, `privacy` or `contact`", pattern = "^(terms|privacy|contact)$", example = "terms")),
    responses(
        (status = 200, description = "The page", body = Data<PageText>),
        (status = 404, description = "No such page", body = ErrorBody),
    ),
)]
async fn get_page(
    state: web::Data<AppState>,
    name: web::Path<String>,
) -> Result<Data<PageText>, ApiError> {
    let page = parse_enum::<SitePage>(&name).ok_or_else(ApiError::not_found)?;
    let folder = state.config.site.pages_dir.clone();
    let text = tokio::task::spawn_blocking(move || page.text(&folder))
        .await
        .map_err(anyhow::Error::from)?;
    let name = page.as_str();
    Ok(Data::new(PageText { name, text }))
}
