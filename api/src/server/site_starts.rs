//! What a screen starts with: its file of the site's source, and the first call it makes. The start page brings both along,
//! so that a slow phone need not ask one after the other. A test of the site compares the calls with what its screens ask.

use super::site_routes::fits;

/// One screen per line: pattern, source file, and the call, if it is the same for everybody. `:keyword` is the address's.
const STARTS: &str = include_str!("../../assets/site-starts.txt");

/// Longest keyword in an address, bytes: 32 characters of four, each encoded in three.
const MOST_KEYWORD_BYTES: usize = 32 * 4 * 3;

/// What a screen starts with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Start {
    /// Its file in the site's source.
    pub source: &'static str,
    /// Its first call.
    pub call: Option<FirstCall>,
}

/// The first call of a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FirstCall {
    /// A list of works, by its canonical query.
    List(String),
    /// A work, by the id in the address.
    Work(String),
}

/// What the screen at a path starts with; `all_works` without the magnet filter. An address with a query may mean another
/// list.
pub(super) fn start_of(path: &str, query: &str, all_works: bool) -> Option<Start> {
    let line = STARTS.lines().find(|line| {
        let pattern = line.split(' ').next().unwrap_or_default();
        fits(pattern, path)
    })?;
    let mut parts = line.split(' ').skip(1);
    let source = parts.next()?;
    let last = path.trim_end_matches('/').rsplit('/').next()?;
    let call = parts.next().and_then(|call| match call.split_once('?') {
        None => Some(FirstCall::Work(last.to_owned())),
        Some(_) if !query.is_empty() => None,
        Some((_, call)) => list(call, last, all_works),
    });
    Some(Start { source, call })
}

fn list(query: &str, last: &str, all_works: bool) -> Option<FirstCall> {
    let wanted = query.split('&');
    let wanted = wanted.filter(|pair| !(all_works && *pair == "isDht=1"));
    let query = wanted.collect::<Vec<_>>().join("&");
    let Some((before, after)) = query.split_once(":keyword") else {
        return Some(FirstCall::List(query));
    };
    if last.len() > MOST_KEYWORD_BYTES {
        return None;
    }
    // These stand for themselves in a path, and for something else in a query.
    let keyword = last
        .replace('+', "%2B")
        .replace('&', "%26")
        .replace('=', "%3D");
    let query = format!("{before}{keyword}{after}");
    let query = yingku_signer::canonical_query(&query).ok()?;
    // White space around a keyword is not asked for by the site, and no text has a zero byte.
    let odd = ["keyword=%20", "keyword=&", "%20&page", "%00"];
    (!odd.iter().any(|part| query.contains(part))).then_some(FirstCall::List(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(path: &str, query: &str, all_works: bool) -> Option<FirstCall> {
        start_of(path, query, all_works).and_then(|start| start.call)
    }

    #[test]
    fn a_screen_starts_with_its_first_call() {
        let list = |query: &str| Some(FirstCall::List(query.to_owned()));
        assert_eq!(
            call("/index", "", false),
            list("date=30&isDht=1&pageNum=1&pageSize=12&sort=collects")
        );
        assert_eq!(
            call("/Index/", "", true),
            list("date=30&pageNum=1&pageSize=12&sort=collects")
        );
        assert_eq!(
            call("/censored/910000000000000001", "tab=magnet", false),
            Some(FirstCall::Work("910000000000000001".to_owned()))
        );
        assert_eq!(
            call("/search/a+b&%E9%9B%BE=", "", false),
            list("isDht=1&keyword=a%2Bb%26%E9%9B%BE%3D&pageNum=1&pageSize=24")
        );
        for (path, query) in [
            ("/top", "tab=collects"),
            ("/search/%20a", ""),
            ("/search/a%20", ""),
            ("/search/%20", ""),
            ("/search/a%00", ""),
            ("/search/%ff", ""),
            ("/search/%", ""),
            ("/tags/1", ""),
            ("/nothing", ""),
        ] {
            assert_eq!(call(path, query, false), None, "{path}?{query}");
        }
        assert_eq!(
            call(&format!("/search/{}", "a".repeat(400)), "", false),
            None
        );
    }
}
