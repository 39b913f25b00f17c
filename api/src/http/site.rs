//! The built site, inside the binary: files by their name, with the compressed copies the build made,
//! and the start page for every other address, so that the site's own routes work on reload.

use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{Embed, EmbeddedFile};
use yingku_signer::hex;

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::robots;

#[derive(Embed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Files;

/// Where the start page wants the settings of `GET /v2/app/config`.
const CONFIG_MARK: &str = "<!--app-config-->";

/// What the site may load: itself, plus pictures and clips of the image host and streams of theirs.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:{images}; media-src 'self' blob:{images}{streams}; connect-src 'self'{streams}; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Answers everything that is neither the API nor a picture.
///
/// # Errors
/// 404 for a file that is not there, 405 for anything but GET and HEAD.
pub async fn serve(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::method_not_allowed("GET, HEAD".to_owned()));
    }
    let path = request.path().trim_start_matches('/');
    if path.starts_with("prod-api/") || path == "prod-api" {
        return Err(ApiError::not_found());
    }
    if path == "robots.txt" {
        return Ok(HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, "no-cache"))
            .content_type(content_type(path))
            .body(robots::robots_txt(app.config.site.search_engines)));
    }
    match Files::get(path).filter(|_| path != "index.html" && !path.is_empty()) {
        Some(file) => Ok(file_answer(&request, path, file)),
        None if looks_like_a_file(path) => Err(ApiError::not_found()),
        None => start_page(&app, path),
    }
}

/// An address of the site has no dot in its last part; a missing script must not become a page.
fn looks_like_a_file(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or(path);
    path.starts_with("assets/")
        || [".js", ".css", ".map", ".png", ".svg", ".ico", ".txt"]
            .iter()
            .any(|end| last.ends_with(end))
}

fn file_answer(request: &HttpRequest, path: &str, file: EmbeddedFile) -> HttpResponse {
    let hash = file.metadata.sha256_hash();
    let etag = format!("\"{}\"", hex(hash.get(..12).unwrap_or(&hash)));
    // Files under assets/ carry their hash in the name.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CACHE_CONTROL, caching))
        .insert_header((VARY, "accept-encoding"))
        .insert_header((ETAG, etag.as_str()))
        .content_type(content_type(path));
    let known = request
        .headers()
        .get(IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known == Some(etag.as_str()) {
        return response
            .status(actix_web::http::StatusCode::NOT_MODIFIED)
            .finish();
    }
    for (encoding, ending) in [("br", ".br"), ("gzip", ".gz")] {
        if accepts(request, encoding)
            && let Some(packed) = Files::get(&format!("{path}{ending}"))
        {
            response.insert_header((CONTENT_ENCODING, HeaderValue::from_static(encoding)));
            return response.body(packed.data.into_owned());
        }
    }
    response
        .insert_header(actix_web::http::header::ContentEncoding::Identity)
        .body(file.data.into_owned())
}

fn start_page(app: &App, path: &str) -> Result<HttpResponse, ApiError> {
    let Some(file) = Files::get("index.html") else {
        return Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(
            "The site is not built yet: run `npm ci && npm run build` in frontend/ and build again.\n\
             The API is under /prod-api, its contract at /openapi.yaml.\n",
        ));
    };
    let mut page = String::from_utf8_lossy(&file.data).into_owned();
    if app.config.site.search_engines && robots::is_open(path) {
        page = page.replace(robots::NOT_LISTED_META, robots::LISTED_META);
    }
    // `<` cannot end the element early when it is written as an escape.
    let settings = serde_json::to_string(&crate::app_config::PageConfig::of(app))
        .map_err(anyhow::Error::from)?
        .replace('<', "\\u003c");
    let element =
        format!("<script type=\"application/json\" id=\"app-config\">{settings}</script>");
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((
            CONTENT_SECURITY_POLICY,
            policy(&app.config.media.image_base, &app.config.streams.base),
        ))
        .content_type("text/html; charset=utf-8")
        .body(page.replace(CONFIG_MARK, &element)))
}

/// The policy, with the hosts of pictures and of streams when they are other ones.
fn policy(image_base: &str, stream_base: &str) -> String {
    POLICY
        .replace("{images}", &other_host(image_base))
        .replace("{streams}", &other_host(stream_base))
}

/// The host of an address, as it is added to a list of the policy; nothing for a path.
fn other_host(base: &str) -> String {
    if !base.starts_with("https://") {
        return String::new();
    }
    let host = base.split('/').take(3).collect::<Vec<_>>().join("/");
    format!(" {host}")
}

fn accepts(request: &HttpRequest, encoding: &str) -> bool {
    let header = request
        .headers()
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    header.is_some_and(|text| text.split(',').any(|part| part.trim() == encoding))
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
