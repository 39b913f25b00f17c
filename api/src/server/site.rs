//! The built site, embedded in the program: its files with their compressed copies, and the start page for the site's own
//! routes, so that they work on reload. Other addresses are 404: people get the site's page, programs an API error.

use std::borrow::Cow;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderValue, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{Embed, EmbeddedFile};
use yingku_signer::hex;

use super::app::App;
use super::robots;
use super::site_routes::{Address, address};
use crate::config::MediaConfig;
use crate::http::conditional::{is_known, unpacks};
use crate::http::error::ApiError;

#[derive(Embed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Files;

/// Placeholder in the start page for the settings of `GET /v2/app/config`.
const CONFIG_MARK: &str = "<!--app-config-->";

/// The site may load its own files, pictures and clips of the image hosts, and streams.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:{images}; media-src 'self' blob:{images}{streams}; connect-src 'self'{streams}; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Answers everything that no other route does.
///
/// # Errors
/// 404 for a file that is not there, 405 for anything but GET and HEAD.
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
    if let Some(file) = Files::get(path).filter(|_| path != "index.html" && !path.is_empty()) {
        return Ok(file_answer(&request, path, file));
    }
    match address(request.path()) {
        Address::Screen => start_page(&app, path, StatusCode::OK),
        Address::Unknown => start_page(&app, path, StatusCode::NOT_FOUND),
        Address::ForPrograms => Err(ApiError::not_found()),
    }
}

fn file_answer(request: &HttpRequest, path: &str, file: EmbeddedFile) -> HttpResponse {
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

fn start_page(app: &App, path: &str, status: StatusCode) -> Result<HttpResponse, ApiError> {
    let mut response = HttpResponse::build(status);
    // Revalidated each time, but a browser may restore it from its history.
    response.insert_header((CACHE_CONTROL, "no-cache"));
    let Some(file) = Files::get("index.html") else {
        return Ok(response.content_type("text/plain; charset=utf-8").body(
            "The site is not built yet: run `npm ci && npm run build` in frontend/ and build again.\n\
             The API is under /prod-api, its contract at /openapi.yaml.\n",
        ));
    };
    let mut page = String::from_utf8_lossy(&file.data).into_owned();
    if app.state.config.site.search_engines && robots::is_open(path) {
        page = page.replace(robots::NOT_LISTED_META, robots::LISTED_META);
    }
    // Escaped so that `<` cannot end the element.
    let settings = serde_json::to_string(&crate::server::app_config::PageConfig::from_app(app))
        .map_err(anyhow::Error::from)?
        .replace('<', "\\u003c");
    let element =
        format!("<script type=\"application/json\" id=\"app-config\">{settings}</script>");
    Ok(response
        .insert_header((
            CONTENT_SECURITY_POLICY,
            policy(&app.state.config.media, &app.state.config.streams.base),
        ))
        .content_type("text/html; charset=utf-8")
        .body(page.replace(CONFIG_MARK, &element)))
}

/// The policy, with the other hosts of pictures and streams.
fn policy(media: &MediaConfig, stream_base: &str) -> String {
    let hosts = media
        .image_hosts
        .iter()
        .map(|host| format!(" https://{host}"));
    let images = hosts.fold(other_host(&media.image_base), |list, host| list + &host);
    POLICY
        .replace("{images}", &images)
        .replace("{streams}", &other_host(stream_base))
}

/// The host of an address as an entry of the policy; empty for a path.
fn other_host(base: &str) -> String {
    if !base.starts_with("https://") {
        return String::new();
    }
    let host = base.split('/').take(3).collect::<Vec<_>>().join("/");
    format!(" {host}")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" | "map" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
