//! `GET /v2/dht/list` and `POST /v2/dht/copy`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actix_web::http::header::VARY;
use actix_web::{CustomizeResponder, Responder as _, web};
use yingku_access::auth::caller::{Client, Visitor};
use yingku_base::time::shanghai_day;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_platform::state::AppState;
use yingku_search::WorksIndex;

use super::copies::{self, Copier};
use super::marks::Siblings;
use super::model::{CopiedMagnet, CopyForm, Magnet, MagnetParams, magnet_link};
use super::queries;
use crate::magnets::copies::Copies;

/// The magnet endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_magnets, copy_magnet]
}

/// List magnets
///
/// The magnet links of the work with this number, in any spelling; signs and leading zeros count only if another work
/// differs in them. VIP see full hashes, and everyone sees those they have copied today. Other hashes are masked;
/// `POST /v2/dht/copy` returns them.
#[utoipa::path(
    get, path = "/v2/dht/list", tag = "magnets", security((), ("bearer" = [])), params(PageParams, MagnetParams),
    responses((status = 200, description = "One page of magnet links", body = Rows<Magnet>)),
)]
async fn list_magnets(
    state: web::Data<AppState>,
    copies: web::Data<Copies>,
    index: web::Data<WorksIndex>,
    visitor: Visitor,
    client: Client,
    Params(params): Params<MagnetParams>,
    PageQuery(page): PageQuery,
) -> Result<CustomizeResponder<Rows<Magnet>>, ApiError> {
    let (number, id) = (params.number()?, params.id);
    let index = Arc::clone(&index);
    let found = state
        .db
        .read(move |conn| {
            let works = match id {
                Some(id) => vec![id.0],
                None => {
                    let works = index
                        .works_of_number(&number)
                        .map_err(anyhow::Error::from)?;
                    queries::matching_spelling(conn, &works, &number)?
                }
            };
            let (rows, total) = queries::of_works(conn, &works, page)?;
            // A page with all magnets needs no further names.
            let is_whole = usize::try_from(total).is_ok_and(|total| total == rows.len());
            let names = match is_whole {
                true => rows
                    .iter()
                    .map(|(work, row)| (*work, row.name.clone()))
                    .collect(),
                false => queries::names_of_works(conn, &works)?,
            };
            Ok::<_, ApiError>((rows, total, names))
        })
        .await?;
    let (rows, total, names) = found;
    let siblings = siblings(&names);
    let hashes = rows.iter().map(|(_, row)| row.info_hash.clone()).collect();
    let open = open_hashes(&state, copies.copier(&visitor, &client), hashes).await?;
    let magnets = rows.into_iter().map(|(work, row)| {
        let locked = !open.contains(&row.info_hash);
        Magnet::new(
            row,
            locked,
            siblings.get(&work).copied().unwrap_or_default(),
        )
    });
    let answer = Rows::of(magnets, total);
    Ok(answer.customize().insert_header((VARY, "authorization")))
}

/// The [`Siblings`] of each work's magnets.
fn siblings(names: &[(i64, String)]) -> HashMap<i64, Siblings> {
    let mut by_work: HashMap<i64, Vec<&str>> = HashMap::new();
    for (work, name) in names {
        by_work.entry(*work).or_default().push(name);
    }
    let siblings = by_work.into_iter();
    siblings
        .map(|(work, names)| (work, Siblings::of(names)))
        .collect()
}

/// The hashes that this caller may see.
async fn open_hashes(
    state: &AppState,
    copier: Copier,
    hashes: Vec<String>,
) -> Result<HashSet<String>, ApiError> {
    let all = copier.limit.is_none() || !state.config.vip.server_counts_copies;
    if all || hashes.is_empty() {
        return Ok(hashes.into_iter().collect());
    }
    let today = shanghai_day(state.now());
    state
        .db
        .read_fresh(move |conn| Ok(copies::copied(conn, &copier, &hashes, today)?))
        .await
}

/// Copy a magnet
///
/// Returns a hash and counts it. Visitors may copy 3 links per day, members 100, VIP any number. The same link is free
/// for the rest of the day, which ends at midnight in Shanghai.
#[utoipa::path(
    post, path = "/v2/dht/copy", tag = "magnets", security((), ("bearer" = [])), request_body = CopyForm,
    responses(
        (status = 200, description = "The link and the rest of the day's quota", body = Data<CopiedMagnet>),
        (status = 404, description = "No such link", body = ErrorBody),
        (status = 422, description = "The day's quota is used up: log in (`copy_login`), or become VIP (`copy_vip`)", body = ErrorBody),
    ),
)]
async fn copy_magnet(
    state: web::Data<AppState>,
    copies: web::Data<Copies>,
    visitor: Visitor,
    client: Client,
    form: Json<CopyForm>,
) -> Result<Data<CopiedMagnet>, ApiError> {
    let id = form.id.0;
    let copier = copies.copier(&visitor, &client);
    let (today, enforced) = (
        shanghai_day(state.now()),
        state.config.vip.server_counts_copies,
    );
    let trackers = state.config.vip.magnet_trackers.clone();
    let copied = state
        .db
        .write(move |conn| {
            let (hash, name) = queries::link_of(conn, id)?;
            let used = copies::count(conn, &copier, &hash, today, enforced)?;
            let link = magnet_link(&hash, &name, &trackers);
            Ok::<_, ApiError>(CopiedMagnet::new(id, hash, link, used, copier.limit))
        })
        .await?;
    Ok(Data::new(copied))
}
