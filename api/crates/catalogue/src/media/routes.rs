//! `/media/…`: covers, stills, avatars and clips.

use actix_files::NamedFile;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use yingku_http_kit::error::ApiError;
use yingku_platform::storage::Found;

use super::Media;
use super::drawings::{Drawings, Picture};
use super::resized::WIDTHS;

/// The clip of all demo previews, compiled in.
const CLIP: &[u8] = include_bytes!("../../../../assets/test-pattern.mp4");
/// The path of the built-in clip.
pub(crate) const CLIP_PATH: &str = "clips/test-pattern.mp4";
/// Pictures below it are named after their content.
const UPLOADS: &str = "uploads/";
/// Headers of drawings, which never change.
const HEADERS: [(HeaderName, &str); 2] = [
    (CACHE_CONTROL, "public, max-age=31536000, immutable"),
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ),
];
/// Policy of operators' files: opened directly, HTML and SVG run no scripts and are not of the site's origin.
const FILES_CSP: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; \
    img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Mounts the image host.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/media/{path:.+}")
            .route(web::get().to(serve))
            .route(web::head().to(serve)),
    );
}

/// Writes the clip into the media folder, which is served with byte ranges.
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
    drawings: web::Data<Drawings>,
    media: web::Data<Media>,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let files = match path.as_str() {
        CLIP_PATH => &media.built_in,
        _ => &media.files,
    };
    if let Some(file) = files.find(&path).await? {
        let never_changes = path.starts_with(UPLOADS);
        if let Some(width) = width(request.query_string())? {
            return copy(&media, file, width, never_changes, &request).await;
        }
        let mut answer = file.answer(&request).await?;
        add_headers(&mut answer, caching(never_changes));
        return Ok(answer);
    }
    let picture = Picture::from_path(&path).ok_or_else(ApiError::not_found)?;
    let drawing = drawings.get(picture).await?;
    Ok(drawing.respond(&request, "image/svg+xml", &HEADERS))
}

/// The requested width; `None` for the original.
///
/// # Errors
/// 404 for a width not in [`WIDTHS`]: every width is a copy on disk.
fn width(query: &str) -> Result<Option<u32>, ApiError> {
    let Some(value) = query.strip_prefix("w=") else {
        return Ok(None);
    };
    let width = value.parse().ok().filter(|value| WIDTHS.contains(value));
    width.map(Some).ok_or_else(ApiError::not_found)
}

/// A resized copy of a picture, or else the original, cached only briefly, since there may be a copy soon.
async fn copy(
    media: &Media,
    file: Found,
    width: u32,
    never_changes: bool,
    request: &HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let copy = media.resized.get(&file, width).await;
    let copy = copy.and_then(|copy| NamedFile::open(copy).ok());
    let caching = match copy {
        Some(_) => caching(never_changes),
        None => "public, max-age=60",
    };
    let mut answer = copy.map_or(file, Found::File).answer(request).await?;
    add_headers(&mut answer, caching);
    Ok(answer)
}

/// How long a file is cached: uploads never change, other files may be replaced by the operator.
const fn caching(never_changes: bool) -> &'static str {
    match never_changes {
        true => "public, max-age=31536000, immutable",
        false => "public, max-age=86400",
    }
}

fn add_headers(answer: &mut HttpResponse, caching: &'static str) {
    let headers = answer.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(FILES_CSP));
}
