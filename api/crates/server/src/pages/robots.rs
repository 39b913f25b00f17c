//! What search engines may index: nothing, or the public pages if `SEARCH_ENGINES=allow`. The API, pictures, streams,
//! the members' pages and the console are never indexed.

use actix_web::dev::ServiceResponse;
use actix_web::http::header::HeaderValue;
use actix_web::web;
use yingku_platform::state::AppState;

/// Header of what must not be indexed.
pub const NOT_LISTED: HeaderValue =
    HeaderValue::from_static("noindex, nofollow, noarchive, noimageindex");

/// The element in `index.html` for pages that must not be indexed.
pub const NOT_LISTED_META: &str = r#"<meta name="robots" content="noindex, nofollow" />"#;
/// The same for pages that may be indexed.
pub const LISTED_META: &str = r#"<meta name="robots" content="index, follow" />"#;

/// First path segments of the public pages and their files.
const OPEN: [&str; 19] = [
    "",
    "index",
    "censored",
    "uncensored",
    "western",
    "top",
    "tags",
    "series",
    "maker",
    "label",
    "director",
    "item",
    "performer",
    "terms",
    "privacy",
    "contact",
    "assets",
    "favicon.svg",
    "theme.js",
];

/// First path segments that `robots.txt` disallows. Not the API and the image host: a crawler needs them to render a
/// page, and their responses have the header.
const DISALLOWED: [&str; 9] = [
    "admin", "user", "login", "register", "pay", "orders", "sub", "message", "search",
];

/// Whether a path may be indexed if search engines are allowed.
pub fn is_open(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    OPEN.contains(&first)
}

/// Whether a response may be indexed.
pub fn may_be_listed<B>(response: &ServiceResponse<B>) -> bool {
    let request = response.request();
    let state = request.app_data::<web::Data<AppState>>();
    state.is_some_and(|state| state.config.site.search_engines)
        && response.status().is_success()
        && is_open(request.path())
}

/// `/robots.txt`.
pub fn robots_txt(search_engines: bool) -> String {
    let mut text = String::from("User-agent: *\n");
    if !search_engines {
        text.push_str("Disallow: /\n");
        return text;
    }
    for first in DISALLOWED {
        text.push_str(&format!("Disallow: /{first}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_pages_may_be_indexed() {
        for open in [
            "/",
            "/index",
            "/censored",
            "/western/910000000000000001",
            "/terms",
            "/assets/x.js",
            "/theme.js",
        ] {
            assert!(is_open(open), "{open}");
        }
        for closed in DISALLOWED.map(|first| format!("/{first}")) {
            assert!(!is_open(&closed), "{closed}");
        }
        for closed in [
            "/prod-api/v2/pages/terms",
            "/media/avatars/1.svg",
            "/hls/1/index.m3u8",
            "/docs",
            "/user/account",
            "/nowhere",
        ] {
            assert!(!is_open(closed), "{closed}");
        }
    }

    #[test]
    fn the_html_shell_has_the_robots_tag_to_replace() {
        let page = include_str!("../../../../../frontend/index.html");
        assert!(page.contains(NOT_LISTED_META));
    }
}
