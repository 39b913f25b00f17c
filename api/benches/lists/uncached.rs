//! Latencies of the whole service for uncached responses, signed, sequentially: suggestions, searches,
//! filtered lists with facet counts, new pages.

use std::time::Duration;

use diesel::prelude::*;
use yingku_catalogue::kinds::TermKind;
use yingku_db::{Db, DbError, schema::terms};

use crate::caller::Caller;
use crate::catalogue::Typed;

const SUGGEST: &str = "/prod-api/v2/search/suggest";
const LIST: &str = "/prod-api/v2/works/detail/list";
const FACETS: &str = "/prod-api/v2/works/detail/facets";
/// A cached list.
const CACHED_LIST: &str = "modName=censored&pageSize=32&pageNum=1";
/// Requests of the cached list.
const ROUNDS: usize = 200;
/// Tags whose works are filtered further.
const TAGS: i64 = 6;
/// Two further filters.
const FILTERS: [&str; 6] = [
    "isDht=1&minScore=30",
    "isDht=1&from=2018",
    "from=2016&to=2024&minDuration=60",
    "minScore=30&maxDuration=150",
    "isOnline=1&from=2015",
    "marks=subtitle&minDuration=60",
];

/// Prints a table; `library` is the time for the newest of a channel in the bare library. Returns that of a new page.
pub fn time_uncached(
    caller: &Caller,
    filters: &[String],
    typed: &Typed,
    library: Duration,
) -> Duration {
    let ask = |path: &str, queries: &[String]| {
        let requests = queries.iter().map(|query| caller.get(path, query));
        caller.one_by_one(requests.collect())
    };
    let kept = median(ask(LIST, &vec![CACHED_LIST.to_owned(); ROUNDS]));
    let table = Table {
        floor: kept + library,
    };
    table.print_head(kept, library);
    // The caches that all searches share are warm.
    ask(LIST, &keywords(&typed.warm));
    // Corrections are cached, so no query is repeated.
    let (suggested, searched) = typed.misspelt.split_at(typed.misspelt.len() / 2);
    for (name, path, texts) in [
        ("suggestions", SUGGEST, &typed.prefixes[..]),
        ("searches", LIST, &typed.keywords[..]),
        (
            "searches of a number and a title",
            LIST,
            &typed.numbers_with_titles[..],
        ),
        ("suggestions for a correction", SUGGEST, suggested),
        ("searches for a correction", LIST, searched),
        (
            "searches of six words without results",
            LIST,
            &typed.without_results[..],
        ),
    ] {
        table.print(name, texts, ask(path, &keywords(texts)));
    }
    let (lists, facets) = (ask(LIST, filters), ask(FACETS, filters));
    let both = lists.iter().zip(&facets);
    let both = both.map(|(list, facets)| *list + *facets).collect();
    table.print("lists with three filters and facets", filters, both);
    table.print("- the lists alone", filters, lists);
    table.print("- the facets alone", filters, facets);
    let page = |page: usize| format!("modName=censored&pageSize=32&pageNum={page}");
    // The number of works is known after the first page.
    ask(LIST, &(1..12).map(page).collect::<Vec<_>>());
    let pages: Vec<String> = (12..112).map(page).collect();
    table.print("new pages of a list", &pages, ask(LIST, &pages))
}

fn keywords(texts: &[String]) -> Vec<String> {
    let encoded = |text: &String| form_urlencoded::byte_serialize(text.as_bytes()).collect();
    let texts = texts.iter().map(encoded);
    texts
        .map(|keyword: String| format!("keyword={keyword}"))
        .collect()
}

struct Table {
    floor: Duration,
}

impl Table {
    fn print_head(&self, kept: Duration, library: Duration) {
        println!(
            "floor of an uncached request: a cached list {:.2} ms + the library alone {:.2} ms",
            ms(kept),
            ms(library)
        );
        println!(
            "{:<46} {:>9} {:>9} {:>9} {:>9}  of",
            "uncached, whole service, signed", "p50", "× floor", "p95", "max"
        );
    }

    /// Prints a row with the latencies of `targets`; returns the p50.
    fn print(&self, name: &str, targets: &[String], took: Vec<Duration>) -> Duration {
        let mut took: Vec<_> = took.into_iter().zip(targets).collect();
        took.sort_unstable();
        let at = |hundredths: usize| took[(took.len() * hundredths).div_ceil(100) - 1];
        let of = |hundredths: usize| at(hundredths).0;
        println!(
            "{:<46} {:>6.2} ms {:>9.2} {:>6.2} ms {:>6.2} ms  {}",
            format!("{} {name}", took.len()),
            ms(of(50)),
            of(50).as_secs_f64() / self.floor.as_secs_f64(),
            ms(of(95)),
            ms(of(100)),
            at(100).1
        );
        of(50)
    }
}

/// Each of the most used tags with every two further filters.
pub fn filters(db: &Db) -> Vec<String> {
    let tags: Vec<i64> = db
        .read_now::<_, DbError, _>(|conn| {
            Ok(terms::table
                .filter(terms::kind.eq(TermKind::Tag.code()))
                .order(terms::count.desc())
                .limit(TAGS)
                .select(terms::id)
                .load(conn)?)
        })
        .unwrap();
    let tags = tags.into_iter();
    tags.flat_map(|tag| FILTERS.map(|others| format!("tagsId={tag}&{others}")))
        .collect()
}

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took[took.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
