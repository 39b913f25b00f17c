//! Whole answers of public lists, kept as the bytes that go out, with their ETag and a compressed
//! copy, while the index is as it was when they were made (search-and-lists: a cached list costs little
//! more than a fixed body). [`kept_first`] looks before a call is routed and its parameters are read; the
//! canonical query is the question.

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding, ETAG, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse};
use moka::sync::Cache;
use serde::Serialize;
use sha2::{Digest, Sha256};
use yingku_signer::hex;

use crate::app::App;
use crate::catalogue::index::{State, WorksIndex};
use crate::figures::searches::Search;
use crate::guard::CanonicalQuery;
use crate::http::caller::Client;
use crate::http::error::ApiError;

/// Most bytes kept.
const CAPACITY_BYTES: u64 = 48 * 1024 * 1024;
/// An answer is made anew after this, so that counts without a generation of their own catch up.
const LIFE: Duration = Duration::from_secs(60);
/// A smaller body gains nothing from compression.
const WORTH_COMPRESSING: usize = 1024;

/// The question an answer belongs to: its path and its canonical query.
type Question = String;

#[derive(Clone)]
struct Answer {
    /// Of the index, as far as the answer depends on it.
    state: State,
    plain: Bytes,
    gzip: Option<Bytes>,
    etag: HeaderValue,
    /// The search it answers, which counts however it is answered.
    search: Option<Search>,
}

/// The kept answers.
pub struct Answers(Cache<Question, Answer>);

impl Default for Answers {
    fn default() -> Self {
        let weight =
            |answer: &Answer| answer.plain.len() + answer.gzip.as_ref().map_or(0, Bytes::len) + 512;
        Self(
            Cache::builder()
                .max_capacity(CAPACITY_BYTES)
                .weigher(move |_, answer| u32::try_from(weight(answer)).unwrap_or(u32::MAX))
                .time_to_live(LIFE)
                .build(),
        )
    }
}

impl Answers {
    /// Answers with `value`, counts the search that it answers, and keeps it. `state` is the one from before the value
    /// was read.
    ///
    /// # Errors
    /// None that a list can cause.
    pub fn keep(
        &self,
        request: &HttpRequest,
        state: State,
        value: &impl Serialize,
        search: Option<Search>,
    ) -> Result<HttpResponse, ApiError> {
        let answer = Answer::of(value, state, search)?;
        let response = answer.respond(request);
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
            .then(|| answer.respond(request))
    }
}

/// Counts the search that a call has made.
fn count(request: &HttpRequest, search: Option<&Search>) {
    if let Some(search) = search
        && *request.method() == Method::GET
        && let Some(app) = request.app_data::<Data<App>>()
    {
        let client = Client::of(app, request);
        app.searches
            .count(&client.visitor(), &client.network(), search);
    }
}

/// Answers with what is kept, or lets the call go on.
///
/// # Errors
/// Those of the call.
pub async fn kept_first(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let kept = request
        .app_data::<Data<App>>()
        .and_then(|app| app.answers.kept(request.request(), &app.index));
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
        let digest = Sha256::digest(&plain);
        let hex = hex(digest.get(..12).unwrap_or(&digest));
        let etag = HeaderValue::from_str(&format!("W/\"{hex}\"")).map_err(anyhow::Error::from)?;
        let gzip = (plain.len() >= WORTH_COMPRESSING)
            .then(|| compress(&plain))
            .flatten();
        Ok(Self {
            state,
            plain: plain.into(),
            gzip,
            etag,
            search,
        })
    }

    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        count(request, self.search.as_ref());
        let known = request.headers().get(IF_NONE_MATCH) == Some(&self.etag);
        let mut response = if known {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        response
            .insert_header((ETAG, self.etag.clone()))
            .insert_header((CACHE_CONTROL, HeaderValue::from_static("public, no-cache")))
            .insert_header((
                VARY,
                HeaderValue::from_static("accept-encoding, authorization"),
            ));
        if known {
            return response.finish();
        }
        response.content_type("application/json; charset=utf-8");
        match &self.gzip {
            Some(gzip) if takes_gzip(request) => response
                .insert_header((CONTENT_ENCODING, HeaderValue::from_static("gzip")))
                .body(gzip.clone()),
            // On the first call a layer around this one would compress it again.
            _ => response
                .insert_header(ContentEncoding::Identity)
                .body(self.plain.clone()),
        }
    }
}

/// Whether the caller takes gzip; `gzip;q=0` is a no.
fn takes_gzip(request: &HttpRequest) -> bool {
    let header = request
        .headers()
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    header.is_some_and(|text| {
        text.split(',').map(str::trim).any(|part| {
            let (name, rest) = part.split_once(';').unwrap_or((part, ""));
            name.trim().eq_ignore_ascii_case("gzip")
                && !matches!(rest.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
        })
    })
}

fn compress(plain: &[u8]) -> Option<Bytes> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
