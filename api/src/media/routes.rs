//! `/media/…`: covers, stills, avatars and clips.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::{HttpRequest, HttpResponse, web};

use super::files;
use super::pictures::{self, Size};
use super::seed;
use crate::app::App;
use crate::http::error::ApiError;
use crate::http::params::parse_id;

/// The clip that every demo preview plays, part of the program.
const CLIP: &[u8] = include_bytes!("../../assets/test-pattern.mp4");
/// Its name below the media folder.
const CLIP_PATH: &str = "clips/test-pattern.mp4";
/// Pictures never change: they are drawn from the id.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Most stills of a work.
const MOST_STILLS: u32 = 100;

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
    app: web::Data<App>,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    if let Some(file) = files::inside(&app.config.media.dir, &path) {
        return Ok(file.prefer_utf8(true).into_response(&request));
    }
    let svg = drawn(&path).ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((CACHE_CONTROL, FOREVER))
        .insert_header((
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'",
        ))
        .body(svg))
}

/// The picture that a name of the generated kind stands for.
fn drawn(path: &str) -> Option<String> {
    let (folder, name) = path.split_once('/')?;
    let name = name.strip_suffix(".svg")?;
    match folder {
        "covers" => {
            let (id, size) = name.split_once('-')?;
            Some(pictures::cover(seed(parse_id(id)?), size_of(size)?))
        }
        "stills" => {
            let (id, rest) = name.split_once('-')?;
            let (number, size) = rest.split_once('-')?;
            let number = number
                .parse::<u32>()
                .ok()
                .filter(|number| *number <= MOST_STILLS)?;
            Some(pictures::still(seed(parse_id(id)?), number, size_of(size)?))
        }
        "avatars" => Some(pictures::avatar(seed(parse_id(name)?))),
        _ => None,
    }
}

fn size_of(name: &str) -> Option<Size> {
    match name {
        "small" => Some(Size::Small),
        "big" => Some(Size::Big),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_generated_kind_are_drawn() {
        assert!(drawn("covers/910000000000000001-small.svg").is_some());
        assert!(drawn("stills/910000000000000001-3-big.svg").is_some());
        assert!(drawn("avatars/910000000000000001.svg").is_some());
        for bad in [
            "covers/abc-small.svg",
            "covers/1-huge.svg",
            "covers/1-small.png",
            "../x",
            "stills/1-999-big.svg",
        ] {
            assert!(drawn(bad).is_none(), "{bad}");
        }
    }
}
