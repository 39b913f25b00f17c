//! What the HTML shell preloads for a screen: its source file and the requests it needs first, so that a slow phone
//! does not make them one after the other. A test of the site compares them with what its screens request.

use super::site_routes::{id_in, matches_pattern};

/// One screen per line: pattern, source file, and the requests, if they are the same for everybody. `:keyword`, `:id`
/// and `:since` come from the address.
const STARTS: &str = include_str!("../../../../assets/site-starts.txt");

/// Longest keyword in an address, bytes: 32 characters of four, each encoded in three.
const MAX_KEYWORD_BYTES: usize = 32 * 4 * 3;

/// What is preloaded for a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Start {
    /// Its source file.
    pub source: &'static str,
    /// Its first requests.
    pub calls: Vec<PreloadCall>,
}

/// A first request of a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PreloadCall {
    /// A list of works, by its canonical query.
    List(String),
    /// Suggestions for a keyword, by its canonical query.
    Suggestions(String),
    /// A work, by the id in the address.
    Work(String),
    /// Works similar to the one whose id is in the address, by its canonical query.
    Similar(String, String),
}

impl Start {
    /// The query of the feed of the screen's works: that of its list without a page, most recently added first, like
    /// the site's feed button.
    pub(super) fn feed(&self) -> Option<String> {
        let list = self.calls.iter().find_map(|call| match call {
            PreloadCall::List(query) => Some(query),
            _ => None,
        })?;
        let of_page = ["pageNum=", "pageSize=", "sort=", "date=", "addedSince="];
        let is_of_page = |pair: &&str| of_page.iter().any(|name| pair.starts_with(name));
        let filter = list.split('&').filter(|pair| !is_of_page(pair));
        Some(filter.chain(["sort=id"]).collect::<Vec<_>>().join("&"))
    }
}

/// What to preload for the screen at a path. `all_works` omits the magnet filter, unless the address says otherwise. An
/// address with any other query may show another list, so its list is not preloaded.
pub(super) fn start_of(path: &str, query: &str, all_works: bool) -> Option<Start> {
    let (query, named) = without_switch(query);
    let all_works = named.unwrap_or(all_works);
    let query = query.as_str();
    let line = STARTS.lines().find(|line| {
        let pattern = line.split(' ').next().unwrap_or_default();
        matches_pattern(pattern, path)
    })?;
    let mut parts = line.split(' ').skip(1);
    let source = parts.next()?;
    let last = path.trim_end_matches('/').rsplit('/').next()?;
    let call = |call: &str| match call.split_once('?') {
        None => Some(PreloadCall::Work(last.to_owned())),
        Some((what, call)) => {
            let call = query_of(call, last, query, all_works)?;
            match what {
                "suggest" => Some(PreloadCall::Suggestions(call)),
                "similar" => Some(PreloadCall::Similar(last.to_owned(), call)),
                _ => Some(PreloadCall::List(call)),
            }
        }
    };
    let calls: Option<Vec<PreloadCall>> = parts.map(call).collect();
    Some(Start {
        source,
        calls: calls.unwrap_or_default(),
    })
}

/// The query of an address without the magnet switch, and whether the switch selects all works.
fn without_switch(query: &str) -> (String, Option<bool>) {
    let mut named = None;
    let rest = query.split('&').filter(|pair| match *pair {
        "dht=0" => named.replace(true).is_some(),
        "dht=1" => named.replace(false).is_some(),
        _ => true,
    });
    (rest.collect::<Vec<_>>().join("&"), named)
}

/// The query of a request, for the last segment and the query of an address.
fn query_of(query: &str, last: &str, requested: &str, all_works: bool) -> Option<String> {
    let wanted = query.split('&');
    let wanted = wanted.filter(|pair| !(all_works && *pair == "isDht=1"));
    let query = wanted.collect::<Vec<_>>().join("&");
    if let Some((before, after)) = query.split_once(":since") {
        return since_in(requested).map(|since| format!("{before}{since}{after}"));
    }
    if !requested.is_empty() {
        return None;
    }
    if let Some((before, after)) = query.split_once(":id") {
        return id_in(last).map(|_| format!("{before}{last}{after}"));
    }
    let Some((before, after)) = query.split_once(":keyword") else {
        return Some(query);
    };
    if last.len() > MAX_KEYWORD_BYTES {
        return None;
    }
    // Literal in a path, but special in a query.
    let keyword = last
        .replace('+', "%2B")
        .replace('&', "%26")
        .replace('=', "%3D");
    let query = format!("{before}{keyword}{after}");
    let query = yingku_signer::canonical_query(&query).ok()?;
    // The site trims keywords, and no text contains NUL.
    let odd = ["keyword=%20", "keyword=&", "%20&", "%00"];
    (!odd.iter().any(|part| query.contains(part))).then_some(query)
}

/// The time in the query of an address, if nothing else is in it: nine or ten digits.
fn since_in(requested: &str) -> Option<&str> {
    let since = requested.strip_prefix("since=")?;
    let is_time = (9..=10).contains(&since.len())
        && !since.starts_with('0')
        && since.bytes().all(|byte| byte.is_ascii_digit());
    is_time.then_some(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(path: &str, query: &str, all_works: bool) -> Vec<PreloadCall> {
        start_of(path, query, all_works).map_or_else(Vec::new, |start| start.calls)
    }

    #[test]
    fn a_screen_preloads_its_first_requests() {
        let list = |query: &str| vec![PreloadCall::List(query.to_owned())];
        assert_eq!(
            calls("/index", "", false),
            list("date=30&isDht=1&pageNum=1&pageSize=12&sort=collects")
        );
        assert_eq!(
            calls("/Index/", "", true),
            list("date=30&pageNum=1&pageSize=12&sort=collects")
        );
        for (query, all_works) in [("dht=0", false), ("dht=0", true), ("", true)] {
            let all = list("date=30&pageNum=1&pageSize=12&sort=collects");
            assert_eq!(calls("/index", query, all_works), all, "{query}");
        }
        assert_eq!(calls("/index", "dht=1", true), calls("/index", "", false));
        assert!(calls("/index", "dht=0&dht=1", false).is_empty());
        assert!(calls("/index", "dht=7", false).is_empty());
        assert_eq!(
            calls("/censored/910000000000000001", "tab=magnet", false),
            [PreloadCall::Work("910000000000000001".to_owned())]
        );
        assert_eq!(
            calls("/search/a+b&%E9%9B%BE=", "", false),
            [
                PreloadCall::List(
                    "isDht=1&keyword=a%2Bb%26%E9%9B%BE%3D&pageNum=1&pageSize=24".to_owned()
                ),
                PreloadCall::Suggestions("keyword=a%2Bb%26%E9%9B%BE%3D&limit=4".to_owned()),
            ]
        );
        assert_eq!(
            calls("/maker/western/910000000000000001/", "", true),
            list(
                "makerId=910000000000000001&modId=3&modName=western&pageNum=1&pageSize=12&tableNmae=maker"
            )
        );
        assert_eq!(
            calls("/new", "since=1790000000", false),
            list("addedSince=1790000000&isDht=1&pageNum=1&pageSize=24&sort=id")
        );
        let id = "910000000000000001";
        assert_eq!(
            calls(&format!("/similar/{id}"), "", true),
            [
                PreloadCall::Similar(id.to_owned(), "limit=48".to_owned()),
                PreloadCall::Work(id.to_owned()),
            ]
        );
    }

    #[test]
    fn a_screen_with_a_list_has_a_feed() {
        let feed = |path: &str| start_of(path, "", false).and_then(|start| start.feed());
        assert_eq!(feed("/index").unwrap(), "isDht=1&sort=id");
        assert_eq!(
            feed("/maker/western/910000000000000001").unwrap(),
            "isDht=1&makerId=910000000000000001&modId=3&modName=western&tableNmae=maker&sort=id"
        );
        assert_eq!(
            feed("/search/a+b").unwrap(),
            "isDht=1&keyword=a%2Bb&sort=id"
        );
        assert_eq!(feed("/censored/910000000000000001"), None);
    }

    #[test]
    fn a_url_of_another_list_or_none_preloads_nothing() {
        for (path, query) in [
            ("/similar/910000000000000001", "tag=1"),
            ("/new", ""),
            ("/new", "since=0790000000"),
            ("/new", "since=17900000"),
            ("/new", "since=17900000%30"),
            ("/new", "since=1790000000&page=2"),
            ("/new", "page=2&since=1790000000"),
            ("/tags/910000000000000001", "sort=new"),
            ("/tags/index", ""),
            ("/tags/%39", ""),
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
            assert_eq!(calls(path, query, false), [], "{path}?{query}");
        }
        assert_eq!(
            calls(&format!("/search/{}", "a".repeat(400)), "", false),
            []
        );
    }
}
