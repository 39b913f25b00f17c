//! What search engines are told: nothing is to be listed, unless `SEARCH_ENGINES=allow` opens the pages that are for
//! all. The API, pictures, streams, the members' pages and the console are never listed.

use actix_web::dev::ServiceResponse;
use actix_web::http::header::HeaderValue;
use actix_web::web;

use super::app::App;

/// What is said of everything that is not to be listed.
pub const NOT_LISTED: HeaderValue =
    HeaderValue::from_static("noindex, nofollow, noarchive, noimageindex");

/// The start page's element for pages that are not to be listed, as it stands in `index.html`.
pub const NOT_LISTED_META: &str = r#"<meta name="robots" content="noindex, nofollow" />"#;
/// The same for pages that may be listed.
pub const LISTED_META: &str = r#"<meta name="robots" content="index, follow" />"#;

/// First parts of the addresses that are open to all, with what those pages are made of.
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

/// First parts of the addresses that a crawler that is let in is asked to pass over. What the API and the image host
/// answer is left out: a crawler needs it to see a page, and each answer says itself that it is not to be listed.
const PASSED_OVER: [&str; 9] = [
    "admin", "user", "login", "register", "pay", "orders", "sub", "message", "search",
];

/// Whether an address may be listed where search engines are let in.
pub fn is_open(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    OPEN.contains(&first)
}

/// Whether what is answered here may be listed.
pub fn may_be_listed<B>(response: &ServiceResponse<B>) -> bool {
    let request = response.request();
    let app = request.app_data::<web::Data<App>>();
    app.is_some_and(|app| app.state.config.site.search_engines)
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
    for first in PASSED_OVER {
        text.push_str(&format!("Disallow: /{first}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_for_all_may_be_listed() {
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
        for closed in PASSED_OVER.map(|first| format!("/{first}")) {
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
    fn the_start_page_says_so_where_we_look_for_it() {
        let page = include_str!("../../../frontend/index.html");
        assert!(page.contains(NOT_LISTED_META));
    }
}
