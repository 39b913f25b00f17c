//! A public read whose response is cached until the index changes; most catalogue endpoints are one.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::{AppState, part};
use yingku_search::{Basis, WorksIndex};

use super::response_cache::ResponseCache;

/// The extractor of such a read.
pub struct CachedRead {
    /// The application.
    pub state: Data<AppState>,
    index: Data<WorksIndex>,
    cache: Data<ResponseCache>,
    request: HttpRequest,
}

impl CachedRead {
    /// Responds with the result of `read`, and caches it.
    pub async fn respond<T: Serialize + Send + 'static>(
        self,
        read: impl FnOnce(&mut Conn, &WorksIndex) -> Result<T, ApiError> + Clone + Send + 'static,
    ) -> Result<HttpResponse, ApiError> {
        // Taken before the read, so that a concurrent change is not missed.
        let basis = self.index.state(Basis::Works);
        let index = self.index;
        let answer = self.state.db.read(move |conn| read(conn, &index)).await?;
        self.cache.store(&self.request, basis, &answer, None)
    }
}

impl FromRequest for CachedRead {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = || {
            Ok(Self {
                state: part(request)?,
                index: part(request)?,
                cache: part(request)?,
                request: request.clone(),
            })
        };
        ready(read())
    }
}
