//! Pictures in the HTML shell: URLs and attributes as the site builds them, so that both request the same copy.

use yingku_catalogue::media::resized::WIDTHS;
use yingku_http_kit::xml::escaped;

/// `sizes` of covers, the same as in the site's shared/ui/cover.tsx.
const SIZES_SMALL: &str = "(min-width: 1280px) 300px, (min-width: 768px) 240px, 50vw";
const SIZES_BIG: &str = "(min-width: 768px) min(60vw, 1200px), 100vw";

/// A picture, for attributes.
pub(super) struct Picture {
    /// Its URL.
    pub url: String,
    /// Its resized copies, if it has any.
    pub copies: Option<Copies>,
}

/// The resized copies of a picture.
pub(super) struct Copies {
    /// Their URLs and widths.
    pub set: String,
    /// How wide they are shown.
    pub sizes: &'static str,
}

impl Picture {
    /// The picture at a path from the API, shown large or small.
    pub(super) fn of(path: &str, big: bool, base: &str) -> Self {
        let url = url(path, base);
        let copies = has_copies(&url).then(|| Copies {
            set: WIDTHS
                .map(|width| format!("{url}?w={width} {width}w"))
                .join(", "),
            sizes: if big { SIZES_BIG } else { SIZES_SMALL },
        });
        Self { url, copies }
    }
}

/// Whether the site requests resized copies of this picture.
fn has_copies(url: &str) -> bool {
    let ending = url.rsplit('.').next().unwrap_or_default();
    let raster = ["jpg", "jpeg", "png", "webp"];
    url.starts_with('/')
        && !url.starts_with("//")
        && raster
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
}

/// The URL of a picture, as the site builds it, for an attribute.
fn url(path: &str, base: &str) -> String {
    let absolute = ["http://", "https://", "//", "data:"];
    let url = match absolute.iter().any(|start| path.starts_with(start)) {
        true => path.to_owned(),
        false => format!(
            "{}/{}",
            base.trim_end_matches('/'),
            path.trim_start_matches('/')
        ),
    };
    escaped(&url)
}
