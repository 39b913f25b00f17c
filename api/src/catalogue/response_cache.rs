//! Caches the responses of public lists, and of works as visitors see them, with their ETag and a compressed copy, as long as
//! the index does not change. The key is the path and the canonical query. [`cached_first`] checks the cache before routing and parameter parsing.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CACHE_CONTROL, VARY};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse};
use moka::sync::Cache;
use serde::Serialize;

use crate::auth::caller::Client;
use crate::auth::signing::CanonicalQuery;
use crate::catalogue::index::{State, WorksIndex};
use crate::catalogue::works::views::Views;
use crate::http::cached_body::CachedBody;
use crate::http::error::ApiError;
use crate::state::AppState;
use crate::stats::searches::{Search, Searches};

/// Capacity in bytes.
const CAPACITY_BYTES: u64 = 48 * 1024 * 1024;
/// Time to live. It limits the age of counts that have no generation of their own.
const LIFE: Duration = Duration::from_secs(60);

/// A cached response.
pub struct Answer {
    /// The state of the index on which it depends.
    state: State,
    body: CachedBody,
    /// What it counts as, on a cache hit too.
    counts_as: CountsAs,
}

/// What a response counts as.
#[derive(Debug, Clone)]
pub enum CountsAs {
    /// Nothing.
    Nothing,
    /// A search.
    Search(Search),
    /// A view of a work. Members get a response of their own.
    View(i64),
}

impl From<Option<Search>> for CountsAs {
    fn from(search: Option<Search>) -> Self {
        search.map_or(Self::Nothing, Self::Search)
    }
}

/// The cached responses, by path and canonical query.
pub struct ResponseCache(Cache<String, Arc<Answer>>);

impl Default for ResponseCache {
    fn default() -> Self {
        let weight = |answer: &Arc<Answer>| answer.body.weight() + 512;
        Self(
            Cache::builder()
                .max_capacity(CAPACITY_BYTES)
                .weigher(move |_, answer| u32::try_from(weight(answer)).unwrap_or(u32::MAX))
                .time_to_live(LIFE)
                .build(),
        )
    }
}

impl ResponseCache {
    /// Responds with `value`, caches it and counts it. `state` must be from before the value was read.
    pub fn store(
        &self,
        request: &HttpRequest,
        state: State,
        value: &impl Serialize,
        counts_as: impl Into<CountsAs>,
    ) -> Result<HttpResponse, ApiError> {
        let answer = Answer::new(value, state, counts_as.into())?;
        let response = answer.respond(request);
        if let Some(key) = key(request) {
            self.0.insert(key, Arc::new(answer));
        }
        Ok(response)
    }

    /// The cached response of a call, by its path and canonical query.
    pub fn get(&self, call: &str, index: &WorksIndex) -> Option<Arc<Answer>> {
        let answer = self.0.get(call)?;
        index.is_still(answer.state).then_some(answer)
    }

    /// Caches `value` as the response of a call, by its path and canonical query.
    pub fn put(
        &self,
        call: String,
        state: State,
        value: &impl Serialize,
        counts_as: impl Into<CountsAs>,
    ) -> Result<Arc<Answer>, ApiError> {
        let answer = Arc::new(Answer::new(value, state, counts_as.into())?);
        self.0.insert(call, Arc::clone(&answer));
        Ok(answer)
    }

    /// Clears the cache, after a change that affects lists before the index.
    pub fn forget(&self) {
        self.0.invalidate_all();
    }

    fn cached(&self, request: &HttpRequest, index: &WorksIndex) -> Option<HttpResponse> {
        let answer = self.get(&key(request)?, index)?;
        let is_of_visitors = matches!(answer.counts_as, CountsAs::View(_));
        if is_of_visitors && request.headers().contains_key(AUTHORIZATION) {
            return None;
        }
        Some(answer.respond(request))
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

/// Middleware that responds from the cache, or continues with the request.
pub async fn cached_first(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let answers = request.app_data::<Data<ResponseCache>>();
    let cached = answers
        .zip(request.app_data::<Data<WorksIndex>>())
        .and_then(|(answers, index)| answers.cached(request.request(), index));
    match cached {
        Some(response) => Ok(request.into_response(response)),
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// The cache key; none for requests that are not cached.
fn key(request: &HttpRequest) -> Option<String> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let extensions = request.extensions();
    let CanonicalQuery(query) = extensions.get()?;
    Some(format!("{}?{query}", request.path()))
}

impl Answer {
    fn new(value: &impl Serialize, state: State, counts_as: CountsAs) -> Result<Self, ApiError> {
        let plain = serde_json::to_vec(value).map_err(anyhow::Error::from)?;
        Ok(Self {
            state,
            body: CachedBody::new(plain),
            counts_as,
        })
    }

    /// The body, uncompressed.
    pub fn plain(&self) -> &[u8] {
        self.body.plain()
    }

    /// Counts the search it answers, for a page that carries it.
    pub fn count(&self, request: &HttpRequest) {
        count(request, &self.counts_as);
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
