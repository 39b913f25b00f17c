//! The built site, embedded in the program: its files with their compressed copies, and the
//! [HTML shell](super::html_shell) for the site's own routes, so that they work on reload. Other addresses are 404:
//! people get the site's page, programs an API error.

use std::borrow::Cow;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderValue, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{Embed, EmbeddedFile};
use yingku_catalogue::media::site_icon::SiteIcon;
use yingku_http_kit::conditional::{is_known, unpacks};
use yingku_http_kit::error::ApiError;
use yingku_signer::hex;

use super::html_shell::{etag, html_shell};
use super::installed;
use super::missing::is_missing;
use super::robots;
use super::site_routes::{Address, address};
use crate::app::App;

/// The files of the built site.
#[derive(Embed)]
#[folder = "../../../frontend/dist"]
#[allow_missing = true]
pub(super) struct Files;

/// A service worker is governed by the content security policy of its own file.
const SERVICE_WORKER: &str = "sw.js";
const WORKER_CSP: &str = "default-src 'none'; connect-src 'self'";

/// Serves everything that no other route does.
///
/// # Errors
/// 404 for a missing file, 405 for anything but GET and HEAD.
pub async fn serve(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::method_not_allowed("GET, HEAD".to_owned()));
    }
    let path = request.path().trim_start_matches('/');
    if path == "robots.txt" {
        return Ok(HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, "no-cache"))
            .content_type(content_type(path))
            .body(robots::robots_txt(app.state.config.site.search_engines)));
    }
    if path == installed::MANIFEST {
        return manifest(&app, &request);
    }
    if let Some(icon) = installed::icon_at(path) {
        return icon_response(&app, icon).await;
    }
    if let Some(file) = Files::get(path).filter(|_| path != "index.html" && !path.is_empty()) {
        return Ok(file_response(&request, path, file));
    }
    match address(request.path()) {
        Address::Screen if is_missing(&app, &request).await => {
            html_shell(&app, &request, StatusCode::NOT_FOUND).await
        }
        Address::Screen => html_shell(&app, &request, StatusCode::OK).await,
        Address::Unknown => html_shell(&app, &request, StatusCode::NOT_FOUND).await,
        Address::NotAPage => Err(ApiError::not_found()),
    }
}

/// An icon with the logo, or the built-in one where the logo cannot be drawn; 404 without a logo.
async fn icon_response(app: &App, icon: &'static SiteIcon) -> Result<HttpResponse, ApiError> {
    let texts = app.site.texts();
    if texts.logo.is_empty() {
        return Err(ApiError::not_found());
    }
    let drawn = app.media.site_icon(&texts.logo, icon).await;
    let built_in = || Files::get(icon.built_in).map(bytes);
    let bytes = drawn.or_else(built_in).ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .content_type(content_type(icon.path))
        .body(bytes))
}

fn manifest(app: &App, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
    let manifest = installed::manifest(&app.site.texts())?;
    let etag = etag(&[&manifest]);
    let mut response = match is_known(request.headers(), &etag) {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((ETAG, etag))
        .content_type(content_type(installed::MANIFEST));
    Ok(response.body(manifest))
}

fn file_response(request: &HttpRequest, path: &str, file: EmbeddedFile) -> HttpResponse {
    let hash = file.metadata.sha256_hash();
    // Weak, because the compressed copies share it.
    let etag = format!("W/\"{}\"", hex(hash.get(..12).unwrap_or(&hash)));
    // Names under assets/ contain a hash.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = is_known(request.headers(), &etag);
    let mut response = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((VARY, "accept-encoding"))
        .insert_header((ETAG, etag));
    if path == SERVICE_WORKER {
        response.insert_header((CONTENT_SECURITY_POLICY, WORKER_CSP));
    }
    if known {
        return response.finish();
    }
    response.content_type(content_type(path));
    for (encoding, ending) in [("br", ".br"), ("gzip", ".gz")] {
        if unpacks(request.headers(), encoding)
            && let Some(packed) = Files::get(&format!("{path}{ending}"))
        {
            response.insert_header((CONTENT_ENCODING, HeaderValue::from_static(encoding)));
            return response.body(bytes(packed));
        }
    }
    response
        .insert_header(actix_web::http::header::ContentEncoding::Identity)
        .body(bytes(file))
}

/// Embedded files are not copied for each request.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
