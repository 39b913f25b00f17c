//! Whole answers of public lists, kept as the bytes that go out, with their ETag and a compressed
//! copy, while the index is as it was when they were made (search-and-lists: a cached list costs little
//! more than a fixed body). [`cached_first`] looks before a call is routed and its parameters are read; the
//! canonical query is the question.

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse};
use moka::sync::Cache;
use serde::Serialize;

use crate::auth::caller::Client;
use crate::auth::signing::CanonicalQuery;
use crate::catalogue::index::{State, WorksIndex};
use crate::http::cached_body::CachedBody;
use crate::http::error::ApiError;
use crate::state::AppState;
use crate::stats::searches::{Search, Searches};

/// Most bytes kept.
const CAPACITY_BYTES: u64 = 48 * 1024 * 1024;
/// An answer is made anew after this, so that counts without a generation of their own catch up.
const LIFE: Duration = Duration::from_secs(60);

/// The question an answer belongs to: its path and its canonical query.
type Question = String;

#[derive(Clone)]
struct Answer {
    /// Of the index, as far as the answer depends on it.
    state: State,
    kept: CachedBody,
    /// The search it answers, which counts however it is answered.
    search: Option<Search>,
}

/// The kept answers.
pub struct ResponseCache(Cache<Question, Answer>);

impl Default for ResponseCache {
    fn default() -> Self {
        let weight = |answer: &Answer| answer.kept.weight() + 512;
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
    /// Answers with `value`, counts the search that it answers, and keeps it. `state` is the one from before the value
    /// was read.
    pub fn keep(
        &self,
        request: &HttpRequest,
        state: State,
        value: &impl Serialize,
        search: Option<Search>,
    ) -> Result<HttpResponse, ApiError> {
        let answer = Answer::of(value, state, search)?;
        let response = answer.respond(request)?;
        if let Some(question) = question(request) {
            self.0.insert(question, answer);
        }
        Ok(response)
    }

    /// Forgets every answer, after a change that reaches the lists before it reaches the index.
    pub fn forget(&self) {
        self.0.invalidate_all();
    }

    fn kept(&self, request: &HttpRequest, index: &WorksIndex) -> Option<HttpResponse> {
        let answer = self.0.get(&question(request)?)?;
        index
            .is_still(answer.state)
            .then(|| answer.respond(request))?
            .ok()
    }
}

/// Counts the search that a call has made.
fn count(request: &HttpRequest, search: Option<&Search>) {
    if let Some(search) = search
        && *request.method() == Method::GET
        && let Some(state) = request.app_data::<Data<AppState>>()
        && let Some(searches) = request.app_data::<Data<Searches>>()
    {
        let client = Client::of(state, request);
        searches.count(&client.visitor(), &client.network(), search);
    }
}

/// Answers with what is kept, or lets the call go on.
pub async fn cached_first(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let answers = request.app_data::<Data<ResponseCache>>();
    let kept = answers
        .zip(request.app_data::<Data<WorksIndex>>())
        .and_then(|(answers, index)| answers.kept(request.request(), index));
    match kept {
        Some(response) => Ok(request.into_response(response)),
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// None for what is never kept.
fn question(request: &HttpRequest) -> Option<Question> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let extensions = request.extensions();
    let CanonicalQuery(query) = extensions.get()?;
    Some(format!("{}?{query}", request.path()))
}

impl Answer {
    fn of(value: &impl Serialize, state: State, search: Option<Search>) -> Result<Self, ApiError> {
        let plain = serde_json::to_vec(value).map_err(anyhow::Error::from)?;
        Ok(Self {
            state,
            kept: CachedBody::of(plain),
            search,
        })
    }

    fn respond(&self, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
        count(request, self.search.as_ref());
        let headers = [
            (CACHE_CONTROL, "public, no-cache"),
            (VARY, "accept-encoding, authorization"),
        ];
        self.kept
            .respond(request, "application/json; charset=utf-8", &headers)
    }
}
