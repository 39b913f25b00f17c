//! Serves `/hls/<token>/<expires>/<work>/<file>`: the files of streams, also in folders, at signed URLs. nginx can do
//! so too (`deploy/nginx-streams.conf`), but only this server blocks a stream as soon as its work is hidden.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use yingku_base::values::parse_id;
use yingku_http_kit::endpoint;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;

use super::demo;
use super::queries;
use super::signer::AddressFault;
use crate::playback::Playback;

/// The player may cache files while seeking; shared caches may not.
const CACHING: HeaderValue = HeaderValue::from_static("private, max-age=3600");
/// A playlist may still grow, so a cached one is revalidated.
const CACHING_OF_PLAYLISTS: HeaderValue = HeaderValue::from_static("private, no-cache");
const PLAYLIST: &str = "application/vnd.apple.mpegurl";
/// Digits of the expiry: seconds since 1970, until the year 2286.
const EXPIRES_DIGITS: usize = 10;

/// Mounts the routes.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/hls/{token}/{expires}/{work}/{file:.+}")
            .route(web::get().to(serve))
            .route(web::head().to(serve))
            .default_service(web::to(only_read)),
    );
    // Otherwise the site's HTML shell would be returned.
    config.service(web::resource("/hls/{path:.*}").to(endpoint::unmatched_path));
}

async fn only_read() -> Result<HttpResponse, ApiError> {
    Err(ApiError::method_not_allowed("GET, HEAD".to_owned()))
}

async fn serve(
    state: web::Data<AppState>,
    playback: web::Data<Playback>,
    request: HttpRequest,
    path: web::Path<(String, String, String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (token, expires, work, file) = path.into_inner();
    let expires = parse_id(&expires).filter(|_| expires.len() == EXPIRES_DIGITS);
    let (expires, work) = expires
        .zip(parse_id(&work))
        .ok_or_else(ApiError::not_found)?;
    let content_type = content_type(&file).ok_or_else(ApiError::not_found)?;
    playback
        .signer
        .check(&token, expires, work, state.now())
        .map_err(|fault| match fault {
            AddressFault::Forged => ApiError::new(ErrorKind::StreamForbidden),
            AddressFault::Expired => ApiError::new(ErrorKind::StreamExpired),
        })?;
    let stream = state
        .db
        .query(move |conn| queries::stream(conn, work))
        .await?;
    let folder = folder(work, &stream);
    let files = match folder.as_str() {
        demo::FOLDER => &playback.demo,
        _ => &playback.files,
    };
    let found = files.find(&format!("{folder}/{file}")).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let mut answer = found.answer(&request).await?;
    let headers = answer.headers_mut();
    headers.remove(CONTENT_DISPOSITION);
    let caching = match content_type {
        PLAYLIST => CACHING_OF_PLAYLISTS,
        _ => CACHING,
    };
    headers.insert(CACHE_CONTROL, caching);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    Ok(answer)
}

/// The folder of a work's stream: its id, or the shared demo stream's.
fn folder(work: i64, stream: &str) -> String {
    if stream == demo::STREAM {
        demo::FOLDER.to_owned()
    } else {
        work.to_string()
    }
}

/// The content type by file extension; `None` for files that are not part of streams.
fn content_type(file: &str) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "m3u8" => PLAYLIST,
        "ts" => "video/mp2t",
        "m4s" => "video/iso.segment",
        "mp4" | "m4v" | "cmfv" => "video/mp4",
        "m4a" | "cmfa" => "audio/mp4",
        "aac" => "audio/aac",
        "mp3" => "audio/mpeg",
        "vtt" | "webvtt" => "text/vtt; charset=utf-8",
        // Previews of the seek bar.
        "jpg" | "jpeg" => "image/jpeg",
        "key" => "application/octet-stream",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stream_files_have_a_content_type() {
        for (file, expected) in [
            ("index.m3u8", Some("application/vnd.apple.mpegurl")),
            ("segment-00.ts", Some("video/mp2t")),
            ("a.b.m4s", Some("video/iso.segment")),
            ("720p/第000段.TS", Some("video/mp2t")),
            ("sound 1.m4a", Some("audio/mp4")),
            ("b1/seek/0.jpg", Some("image/jpeg")),
            ("test.db", None),
            ("index.m3u8.bak", None),
            ("m3u8", None),
        ] {
            assert_eq!(content_type(file), expected, "{file}");
        }
    }

    #[test]
    fn a_stream_lies_under_the_id_of_its_work() {
        assert_eq!(folder(7, demo::STREAM), "demo");
        assert_eq!(folder(7, ""), "7");
        assert_eq!(folder(7, "streams/../../etc/index.m3u8"), "7");
    }
}
