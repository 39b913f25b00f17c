//! The addresses of the site's screens. A test of the site compares the list with its routes.

use yingku_base::values::parse_id;

/// One pattern per line; `:name` matches any one segment.
const PATTERNS: &str = include_str!("../../../../assets/site-routes.txt");

/// First path segments that only programs request. They get a 404 of the API.
const PROGRAM_PREFIXES: [&str; 14] = [
    "prod-api", "api", "v1", "v2", "v3", "web", "docs", "openapi", "metrics", "healthz", "readyz",
    "media", "hls", "assets",
];

/// First path segments of lists whose last segment is a term's id, or `index` for none (R1.6).
const TERM_LIST_PREFIXES: [&str; 7] = [
    "tags",
    "maker",
    "performer",
    "series",
    "label",
    "director",
    "item",
];

/// First path segments of work pages; the id of the work follows.
const WORK_PAGE_PREFIXES: [&str; 4] = ["censored", "uncensored", "western", "similar"];

/// Digits of an id.
const ID_DIGITS: std::ops::RangeInclusive<usize> = 16..=19;

/// What the id at the end of an address belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// A work.
    Work,
    /// A term.
    Term,
}

/// The kind of a path that is neither a file nor an API path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// A screen of the site.
    Screen,
    /// A path that a program requests.
    NotAPage,
    /// Possibly mistyped by a person.
    Unknown,
}

/// The kind of `path`.
pub(super) fn address(path: &str) -> Address {
    if PATTERNS
        .lines()
        .any(|pattern| matches_pattern(pattern, path))
    {
        return if names_no_term(path) {
            Address::Unknown
        } else {
            Address::Screen
        };
    }
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let first = parts.clone().next().unwrap_or_default();
    let for_programs = PROGRAM_PREFIXES
        .iter()
        .any(|name| first.eq_ignore_ascii_case(name))
        || parts.any(|part| part.starts_with('.'))
        || has_file_extension(path);
    if for_programs {
        Address::NotAPage
    } else {
        Address::Unknown
    }
}

/// Whether the last segment of a list of terms is neither an id nor `index`.
fn names_no_term(path: &str) -> bool {
    matches!(named(path), Some((Named::Term, id)) if !id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What the path of a screen refers to, and the id in it, which may be invalid.
pub(super) fn named(path: &str) -> Option<(Named, &str)> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let first = parts.next()?;
    let last = parts.next_back()?;
    let is_of = |names: &[&str]| names.iter().any(|name| first.eq_ignore_ascii_case(name));
    if is_of(&WORK_PAGE_PREFIXES) {
        Some((Named::Work, last))
    } else if is_of(&TERM_LIST_PREFIXES) && last != "index" {
        Some((Named::Term, last))
    } else {
        None
    }
}

/// The id in an address; `None` if no work or term can have it.
pub(super) fn id_in(text: &str) -> Option<i64> {
    parse_id(text).filter(|_| ID_DIGITS.contains(&text.len()))
}

/// Whether a path matches a pattern. Like the site's router, ignores case and a trailing slash.
pub(super) fn matches_pattern(pattern: &str, path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    let mut parts = path.split('/');
    let fits = pattern.split('/').all(|expected| {
        let part = parts.next();
        part.is_some_and(|part| match expected.strip_prefix(':') {
            Some(_) => !part.is_empty(),
            None => part.eq_ignore_ascii_case(expected),
        })
    });
    fits && parts.next().is_none()
}

/// Whether the last segment has a file extension: a missing script must not be answered with a page.
fn has_file_extension(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or(path);
    last.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (1..=12).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_screen_or_an_api_path_or_neither() {
        for (path, expected) in [
            ("/", Address::Screen),
            ("", Address::Screen),
            ("/index", Address::Screen),
            ("/Index/", Address::Screen),
            ("/censored/910000000000000001", Address::Screen),
            ("/search/a.b", Address::Screen),
            ("/search/", Address::Screen),
            ("/maker/uncensored/910000000000000001", Address::Screen),
            ("/Performer/index/", Address::Screen),
            ("/performer/abc", Address::Unknown),
            ("/tags/western/1a", Address::Unknown),
            ("/index//", Address::Unknown),
            ("/censored/1/2", Address::Unknown),
            ("/tags", Address::Unknown),
            ("/nothing", Address::Unknown),
            ("/v2/works", Address::NotAPage),
            ("/V2", Address::NotAPage),
            ("/openapi.json", Address::NotAPage),
            ("/.env", Address::NotAPage),
            ("/a/.git/b", Address::NotAPage),
            ("/index.html", Address::NotAPage),
            ("/a/b.php", Address::NotAPage),
        ] {
            assert_eq!(address(path), expected, "{path}");
        }
    }

    #[test]
    fn a_path_names_a_work_or_a_term_or_nothing() {
        for (path, expected) in [
            ("/Western/7/", Some((Named::Work, "7"))),
            ("/similar/x", Some((Named::Work, "x"))),
            ("/tags/uncensored/7", Some((Named::Term, "7"))),
            ("/performer/7", Some((Named::Term, "7"))),
            ("/maker/western/index", None),
            ("/censored", None),
            ("/search/7", None),
            ("/", None),
        ] {
            assert_eq!(named(path), expected, "{path}");
        }
    }
}
