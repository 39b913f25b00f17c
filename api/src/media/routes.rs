//! `/media/…`: covers, stills, avatars and clips.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};

use super::drawings::Picture;
use super::files;
use crate::http::error::ApiError;
use crate::media::drawings::Drawings;
use crate::state::AppState;

/// The clip that every demo preview plays, part of the program.
const CLIP: &[u8] = include_bytes!("../../assets/test-pattern.mp4");
/// Its name below the media folder.
const CLIP_PATH: &str = "clips/test-pattern.mp4";
/// With drawings, which never change: they are made from the id.
const HEADERS: [(HeaderName, &str); 3] = [
    (CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (VARY, "accept-encoding"),
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ),
];
/// With the operators' own files: opened by themselves, pages and drawings run nothing and are no part of the site.
const POLICY_OF_FILES: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; \
    img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Mounts the image host.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/media/{path:.+}")
            .route(web::get().to(serve))
            .route(web::head().to(serve)),
    );
}

/// Puts the clip into the media folder, where it is served with byte ranges.
///
/// # Errors
/// The file system's.
pub fn prepare(folder: &std::path::Path) -> std::io::Result<()> {
    let file = folder.join(CLIP_PATH);
    if file.exists() {
        return Ok(());
    }
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(file, CLIP)
}

async fn serve(
    state: web::Data<AppState>,
    drawings: web::Data<Drawings>,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    if let Some(file) = files::inside(&state.config.media.dir, &path) {
        let mut answer = file.prefer_utf8(true).into_response(&request);
        let headers = answer.headers_mut();
        headers.insert(
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY_OF_FILES),
        );
        return Ok(answer);
    }
    let picture = Picture::named(&path).ok_or_else(ApiError::not_found)?;
    let drawing = drawings.get(picture).await?;
    drawing.respond(&request, "image/svg+xml", &HEADERS)
}
