//! Caches the responses of public lists, and of works as visitors see them, with their ETag and a compressed copy,
//! until the index changes. The key is the path and the canonical query. [`serve_from_cache`] checks the cache before
//! routing and parameter parsing, and serves a stale response instead of a 503 (stale-if-error).

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{AUTHORIZATION, CACHE_CONTROL, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse};
use foldhash::quality::RandomState;
use moka::sync::Cache;
use serde::Serialize;
use yingku_access::auth::caller::Client;
use yingku_access::auth::signing::CanonicalQuery;
use yingku_base::clock::Clock;
use yingku_http_kit::cached_body::CachedBody;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;
use yingku_platform::stats::searches::{Search, Searches};
use yingku_search::{State, WorksIndex};

use crate::works::views::Views;

/// Capacity in bytes.
const CAPACITY_BYTES: u64 = 48 * 1024 * 1024;
/// How long a response is fresh. It bounds the age of counts that have no generation of their own.
const FRESH_MS: i64 = 60_000;
/// How long a stale response is kept, for when the database is unavailable. Also how long an instance that alone has
/// lost the database may still show a work taken down elsewhere.
const STALE_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How long a stale response counts as fresh again once served, so that not every visitor waits for the database.
const SERVE_STALE_MS: i64 = 5_000;

/// A cached response.
pub struct Answer {
    /// The state of the index on which it depends.
    state: State,
    body: CachedBody,
    /// Expiry of its freshness, by the monotonic clock in milliseconds.
    fresh_until: AtomicI64,
    /// What it counts as; applies to cache hits too.
    counts_as: CountsAs,
}

/// What a response counts as in the statistics.
#[derive(Debug, Clone)]
pub enum CountsAs {
    /// Nothing.
    Nothing,
    /// A search.
    Search(Search),
    /// A view of a work. Members get an uncached response.
    View(i64),
}

impl From<Option<Search>> for CountsAs {
    fn from(search: Option<Search>) -> Self {
        search.map_or(Self::Nothing, Self::Search)
    }
}

/// The cached responses, by path and canonical query.
pub struct ResponseCache {
    responses: Cache<String, Arc<Answer>, RandomState>,
    clock: Arc<dyn Clock>,
}

impl ResponseCache {
    /// An empty cache.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let weight = |answer: &Arc<Answer>| answer.body.weight() + 512;
        let responses = Cache::builder()
            .max_capacity(CAPACITY_BYTES)
            .weigher(move |_, answer| u32::try_from(weight(answer)).unwrap_or(u32::MAX))
            .time_to_live(STALE_LIFETIME)
            .build_with_hasher(RandomState::default());
        Self { responses, clock }
    }

    /// Responds with `value`, caches it and counts it. `state` must have been taken before the value was read.
    pub fn store(
        &self,
        request: &HttpRequest,
        state: State,
        value: &impl Serialize,
        counts_as: impl Into<CountsAs>,
    ) -> Result<HttpResponse, ApiError> {
        let answer = self.answer(value, state, counts_as.into())?;
        let response = answer.respond(request);
        if let Some(key) = key(request) {
            self.responses.insert(key, Arc::new(answer));
        }
        Ok(response)
    }

    /// The cached response of a request, by its path and canonical query.
    pub fn get(&self, call: &str, index: &WorksIndex) -> Option<Arc<Answer>> {
        let answer = self.get_even_if_stale(call, index)?;
        let is_fresh = self.clock.steady_ms() < answer.fresh_until.load(Ordering::Relaxed);
        is_fresh.then_some(answer)
    }

    fn get_even_if_stale(&self, call: &str, index: &WorksIndex) -> Option<Arc<Answer>> {
        let answer = self.responses.get(call)?;
        index.is_still(answer.state).then_some(answer)
    }

    /// Caches `value` as the response of a request, by its path and canonical query.
    pub fn put(
        &self,
        call: String,
        state: State,
        value: &impl Serialize,
        counts_as: impl Into<CountsAs>,
    ) -> Result<Arc<Answer>, ApiError> {
        let answer = Arc::new(self.answer(value, state, counts_as.into())?);
        self.responses.insert(call, Arc::clone(&answer));
        Ok(answer)
    }

    /// Clears the cache, after a change that affects lists before the index has it.
    pub fn clear(&self) {
        self.responses.invalidate_all();
    }

    fn cached(&self, request: &HttpRequest, index: &WorksIndex) -> Option<HttpResponse> {
        self.get(&key(request)?, index)?.respond_to(request)
    }

    /// The stale response of a request that cannot be served otherwise now.
    fn stale_response(&self, request: &HttpRequest, index: &WorksIndex) -> Option<HttpResponse> {
        let answer = self.get_even_if_stale(&key(request)?, index)?;
        let response = answer.respond_to(request)?;
        let until = self.clock.steady_ms() + SERVE_STALE_MS;
        answer.fresh_until.fetch_max(until, Ordering::Relaxed);
        Some(response)
    }

    fn answer(
        &self,
        value: &impl Serialize,
        state: State,
        counts_as: CountsAs,
    ) -> Result<Answer, ApiError> {
        let plain = serde_json::to_vec(value).map_err(anyhow::Error::from)?;
        Ok(Answer {
            state,
            body: CachedBody::new(plain),
            fresh_until: AtomicI64::new(self.clock.steady_ms() + FRESH_MS),
            counts_as,
        })
    }
}

/// Counts the search or the view of a request.
fn count(request: &HttpRequest, counts_as: &CountsAs) {
    let Some(state) = request.app_data::<Data<AppState>>() else {
        return;
    };
    match counts_as {
        _ if *request.method() != Method::GET => {}
        CountsAs::Nothing => {}
        CountsAs::Search(search) => {
            if let Some(searches) = request.app_data::<Data<Searches>>() {
                let client = Client::of(state, request);
                searches.count(&client.visitor(), &client.network(), search);
            }
        }
        CountsAs::View(work) => {
            if let Some(views) = request.app_data::<Data<Views>>() {
                views.record(&Client::of(state, request), *work);
            }
        }
    }
}

/// Middleware that responds from the cache, or continues with the request. A stale response is better than a 503.
pub async fn serve_from_cache(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    if let Some(response) = cached_response(ResponseCache::cached, request.request()) {
        return Ok(request.into_response(response));
    }
    let response = next.call(request).await?.map_into_boxed_body();
    if response.status() != StatusCode::SERVICE_UNAVAILABLE {
        return Ok(response);
    }
    match cached_response(ResponseCache::stale_response, response.request()) {
        Some(old) => Ok(response.into_response(old)),
        None => Ok(response),
    }
}

/// The cached response of a request.
fn cached_response(
    find: impl Fn(&ResponseCache, &HttpRequest, &WorksIndex) -> Option<HttpResponse>,
    request: &HttpRequest,
) -> Option<HttpResponse> {
    let responses = request.app_data::<Data<ResponseCache>>()?;
    find(responses, request, request.app_data::<Data<WorksIndex>>()?)
}

/// The cache key; `None` for requests that are not cached.
fn key(request: &HttpRequest) -> Option<String> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let extensions = request.extensions();
    let CanonicalQuery(query) = extensions.get()?;
    Some([request.path(), "?", query].concat())
}

impl Answer {
    /// The body, uncompressed.
    pub fn plain(&self) -> &[u8] {
        self.body.plain()
    }

    /// Counts its search, for a page that embeds the response.
    pub fn count(&self, request: &HttpRequest) {
        count(request, &self.counts_as);
    }

    /// The response, unless it is for visitors only and the request is a member's.
    fn respond_to(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let is_of_visitors = matches!(self.counts_as, CountsAs::View(_));
        let is_anothers = is_of_visitors && request.headers().contains_key(AUTHORIZATION);
        (!is_anothers).then(|| self.respond(request))
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        count(request, &self.counts_as);
        let headers = [
            (CACHE_CONTROL, "public, no-cache"),
            (VARY, "accept-encoding, authorization"),
        ];
        self.body
            .respond(request, "application/json; charset=utf-8", &headers)
    }
}
