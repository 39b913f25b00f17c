//! The responses to a screen's first requests, for the HTML shell: the same that a visitor would get, from the same
//! cache. Public data only, nothing of a member.

use std::time::Duration;

use actix_web::HttpRequest;
use serde::Deserialize;
use yingku_access::auth::caller::Client;
use yingku_catalogue::precision::Precision;
use yingku_catalogue::response_cache::CountsAs;
use yingku_catalogue::suggest::model::SuggestParams;
use yingku_catalogue::suggest::routes::find_suggestions;
use yingku_catalogue::works::params::WorksParams;
use yingku_catalogue::works::routes::{find_work, find_works};
use yingku_catalogue::works::similar::{SimilarParams, find_similar};
use yingku_http_kit::BASE;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::params::{PageParams, Params};

use super::preload_calls::PreloadCall;
use super::site_routes::id_in;
use crate::app::App;

/// The paths of the endpoints, below the base path.
const LIST: &str = "/v2/works/detail/list";
const WORK: &str = "/v2/works/detail";
const SIMILAR: &str = "/v2/works/similar";
const SUGGESTIONS: &str = "/v2/search/suggest";
/// How long a page waits for a response; after that the site makes its own request.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Covers of a list that a phone shows at once.
const EAGER_COVERS: usize = 4;

/// A response to embed.
pub(super) struct PreloadedResponse {
    /// The request: path below the base path, and canonical query.
    pub call: String,
    /// The body, JSON.
    pub body: String,
    /// The works that are visible first.
    pub works: Vec<PreloadedWork>,
    /// How they are shown.
    pub layout: CoverLayout,
    /// They match a corrected keyword.
    pub corrected: bool,
}

/// How the first works of a response are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CoverLayout {
    /// As cards with small covers.
    Cards,
    /// The first one large, and all in a row of cards below it.
    LargeFirst,
    /// One, large.
    SingleLarge,
}

/// What is visible of a work first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreloadedWork {
    /// Its ID.
    pub id: String,
    /// Its number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// When it was released.
    pub pub_time: String,
    /// Precision of that date, unless it is a day.
    pub pub_precision: Option<Precision>,
    /// Path of its large cover, as the API has it.
    pub pic_big: String,
    /// Path of its small cover.
    pub pic_small: String,
    /// The colour of its generated cover.
    pub tint: Option<String>,
}

impl PreloadedResponse {
    /// Paths of the covers that are visible first, and whether each is large.
    pub(super) fn covers(&self) -> impl Iterator<Item = (&str, bool)> {
        let large = self.works.iter().take(match self.layout {
            CoverLayout::Cards => 0,
            CoverLayout::LargeFirst | CoverLayout::SingleLarge => 1,
        });
        // What is shown large is not in the row below it.
        let small = self.works.iter().skip(large.len()).take(match self.layout {
            CoverLayout::Cards | CoverLayout::LargeFirst => EAGER_COVERS,
            CoverLayout::SingleLarge => 0,
        });
        let large = large.map(|work| (work.pic_big.as_str(), true));
        let small = small.map(|work| (work.pic_small.as_str(), false));
        large.chain(small).take(EAGER_COVERS)
    }
}

/// The response to a screen's first request. `None` over the rate limit, on a timeout or an error: the page then has no
/// data, and the site makes its own request and shows the error.
pub(super) async fn preloaded_response(
    app: &App,
    request: &HttpRequest,
    call: &PreloadCall,
) -> Option<PreloadedResponse> {
    let client = Client::of(&app.state, request);
    // Not signed, but as expensive as the request: it counts as one.
    app.protection.admit(client.ip).await.ok()?;
    let answer = async {
        match call {
            PreloadCall::List(query) => list(app, request, query).await,
            PreloadCall::Suggestions(query) => suggestions(app, query).await,
            PreloadCall::Work(id) => work(app, &client, id).await,
            PreloadCall::Similar(id, query) => similar(app, id, query).await,
        }
    };
    tokio::time::timeout(TIMEOUT, answer).await.ok()?.ok()
}

async fn list(
    app: &App,
    request: &HttpRequest,
    query: &str,
) -> Result<PreloadedResponse, ApiError> {
    let call = format!("{LIST}?{query}");
    let key = format!("{BASE}{call}");
    let answer = match app.response_cache.get(&key, &app.index) {
        Some(answer) => answer,
        None => {
            let params = Params::<WorksParams>::read(query)?;
            let page = Params::<PageParams>::read(query)?.into();
            let (basis, list, search) = find_works(&app.state, &app.index, params, page).await?;
            app.response_cache.put(key, basis, &list, search)?
        }
    };
    answer.count(request);
    let body = String::from_utf8_lossy(answer.plain()).into_owned();
    let Rows {
        mut rows,
        corrected,
    } = serde_json::from_str(&body).map_err(anyhow::Error::from)?;
    rows.truncate(EAGER_COVERS);
    // The home page shows its first work large.
    let layout = match query.contains("date=30&") {
        true => CoverLayout::LargeFirst,
        false => CoverLayout::Cards,
    };
    Ok(PreloadedResponse {
        call,
        body,
        works: rows,
        layout,
        corrected: corrected.is_some(),
    })
}

async fn similar(app: &App, id: &str, query: &str) -> Result<PreloadedResponse, ApiError> {
    let number = id_in(id).ok_or_else(ApiError::not_found)?;
    let call = format!("{SIMILAR}/{id}?{query}");
    let key = format!("{BASE}{call}");
    let answer = match app.response_cache.get(&key, &app.index) {
        Some(answer) => answer,
        None => {
            let params = Params::<WorksParams>::read(query)?;
            let SimilarParams { limit } = Params::<SimilarParams>::read(query)?;
            let (basis, works) =
                find_similar(&app.state, &app.index, number, params, limit).await?;
            app.response_cache.put(key, basis, &works, None)?
        }
    };
    let body = String::from_utf8_lossy(answer.plain()).into_owned();
    let One { data: mut works } =
        serde_json::from_str::<One<Vec<_>>>(&body).map_err(anyhow::Error::from)?;
    works.truncate(EAGER_COVERS);
    Ok(PreloadedResponse {
        call,
        body,
        works,
        layout: CoverLayout::Cards,
        corrected: false,
    })
}

async fn suggestions(app: &App, query: &str) -> Result<PreloadedResponse, ApiError> {
    let call = format!("{SUGGESTIONS}?{query}");
    let key = format!("{BASE}{call}");
    let answer = match app.response_cache.get(&key, &app.index) {
        Some(answer) => answer,
        None => {
            let params = Params::<SuggestParams>::read(query)?;
            let (index, directory) = (app.index.clone(), app.directory.clone());
            let (basis, found) = find_suggestions(&app.state, index, directory, params).await?;
            app.response_cache
                .put(key, basis, &Data::new(found), None)?
        }
    };
    Ok(PreloadedResponse {
        call,
        body: String::from_utf8_lossy(answer.plain()).into_owned(),
        works: Vec::new(),
        layout: CoverLayout::Cards,
        corrected: false,
    })
}

/// The cache key of a work's response.
pub(super) fn work_key(id: &str) -> String {
    format!("{BASE}{WORK}/{id}?")
}

async fn work(app: &App, client: &Client, id: &str) -> Result<PreloadedResponse, ApiError> {
    let number = id_in(id).ok_or_else(ApiError::not_found)?;
    let call = format!("{WORK}/{id}");
    let key = work_key(id);
    let answer = match app.response_cache.get(&key, &app.index) {
        Some(answer) => answer,
        None => {
            let (basis, work) = find_work(&app.state, &app.index, number).await?;
            let counts_as = CountsAs::View(number);
            app.response_cache.put(key, basis, &work, counts_as)?
        }
    };
    app.views.record_page(client, number);
    let body = String::from_utf8_lossy(answer.plain()).into_owned();
    let One { data: work } = serde_json::from_str(&body).map_err(anyhow::Error::from)?;
    Ok(PreloadedResponse {
        call,
        body,
        works: vec![work],
        layout: CoverLayout::SingleLarge,
        corrected: false,
    })
}

/// The works of a list.
#[derive(Deserialize)]
struct Rows {
    rows: Vec<PreloadedWork>,
    corrected: Option<String>,
}

/// A response with one value.
#[derive(Deserialize)]
struct One<T> {
    data: T,
}
