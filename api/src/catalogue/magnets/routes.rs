//! `GET /v2/dht/list`.

use std::sync::Arc;

use actix_web::web;

use super::model::{Magnet, MagnetParams};
use super::queries;
use crate::app::App;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Rows;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::Page;

/// Longest number of a work, in code points (import format).
const NUMBER_CHARS: usize = 64;

/// The magnet calls.
pub fn endpoints() -> Endpoints {
    endpoints![list_magnets]
}

/// List magnets
///
/// The magnet links of the work with this number. Hashes are masked.
#[utoipa::path(
    get, path = "/v2/dht/list", tag = "magnets", params(MagnetParams),
    responses(
        (status = 200, description = "One page of magnet links", body = Rows<Magnet>),
        (status = 400, description = "A parameter breaks its rule", body = ErrorBody),
        (status = 503, description = "Busy; try again later", body = ErrorBody),
    ),
)]
async fn list_magnets(
    app: web::Data<App>,
    params: web::Query<MagnetParams>,
) -> Result<web::Json<Rows<Magnet>>, ApiError> {
    let page = Page::parse(params.page_num.as_deref(), params.page_size.as_deref())?;
    let keyword = params.keyword.as_deref().unwrap_or_default();
    let number = keyword.trim();
    if number.is_empty() || keyword.chars().count() > NUMBER_CHARS || number.contains('\0') {
        return Err(ApiError::bad_request("请提供作品番号，限制为1-64个字符"));
    }
    let (index, number) = (Arc::clone(&app.index), number.to_owned());
    let (rows, total) = app
        .db
        .read(move |conn| {
            let works = index
                .works_of_number(&number)
                .map_err(anyhow::Error::from)?;
            Ok::<_, ApiError>(queries::of_works(conn, &works, page)?)
        })
        .await?;
    Ok(web::Json(Rows::of(
        rows.into_iter().map(Magnet::from),
        total,
    )))
}
