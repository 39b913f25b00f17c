//! The index alone: the first query of every kind of list, and a further page of a list already queried.

use std::time::{Duration, Instant};

use tantivy::collector::{Count, TopDocs};
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{Order, Term};
use yingku_catalogue::indexer::{catalogue_id, open_for_reading};
use yingku_catalogue::kinds::{Channel, TermKind};
use yingku_db::Db;
use yingku_platform::config::Config;
use yingku_search::{Keyword, Sort, WorksFilter, WorksQuery};

/// Repetitions of each query.
const ROUNDS: usize = 15;

/// Prints a table; returns its baseline: the time for the newest of a channel in the bare library.
pub fn run_index_queries(config: &Config, db: &Db) -> Duration {
    catalogue_id(db).unwrap();
    let floor = bare_library(&config.index.dir);
    println!(
        "floor: newest 32 of a channel and their number, the library alone {:.2} ms",
        ms(floor)
    );
    println!(
        "{:<46} {:>9} {:>9} {:>9}",
        "list", "first", "× floor", "page 2"
    );
    for (name, query) in questions(db) {
        let first = median(|| {
            // A newly opened index has empty caches.
            let index = open_for_reading(db, &config.index).unwrap();
            let started = Instant::now();
            std::hint::black_box(index.search(&query).unwrap());
            started.elapsed()
        });
        let index = open_for_reading(db, &config.index).unwrap();
        let total = index.search(&query).unwrap().total;
        let second = WorksQuery {
            offset: query.offset + query.limit,
            ..query.clone()
        };
        let again = median(|| {
            let started = Instant::now();
            std::hint::black_box(index.search(&second).unwrap());
            started.elapsed()
        });
        let ratio = first.as_secs_f64() / floor.as_secs_f64();
        println!(
            "{name:<46} {:>6.2} ms {ratio:>9.2} {:>6.2} ms   of {total}",
            ms(first),
            ms(again)
        );
    }
    floor
}

fn questions(db: &Db) -> Vec<(&'static str, WorksQuery)> {
    let channel = WorksFilter {
        channels: vec![Channel::Censored],
        ..WorksFilter::default()
    };
    let with_magnets = WorksFilter {
        is_dht: true,
        ..channel.clone()
    };
    let tagged = WorksFilter {
        with: vec![vec![most_used(db)]],
        ..with_magnets.clone()
    };
    let everything = WorksFilter::default();
    let list = |name, filter: &WorksFilter, sort, offset| {
        let filter = filter.clone();
        let limit = 32;
        (
            name,
            WorksQuery {
                filter,
                sort,
                offset,
                limit,
            },
        )
    };
    let word = |name, text: &str| {
        let keyword = Some(Keyword::parse(text));
        list(
            name,
            &WorksFilter {
                keyword,
                ..WorksFilter::default()
            },
            Sort::Relevance,
            0,
        )
    };
    vec![
        list("newest of a channel", &channel, Sort::PubTime, 0),
        list("newest with magnets", &with_magnets, Sort::PubTime, 0),
        list("newest of everything", &everything, Sort::PubTime, 0),
        list("newest of the most used tag", &tagged, Sort::PubTime, 0),
        list("most collected of that tag", &tagged, Sort::Collects, 0),
        list("best rated of a channel", &channel, Sort::Average, 0),
        list("page 100 of a channel", &channel, Sort::PubTime, 3_200),
        word("one character, 山", "山"),
        word("two characters, 山城", "山城"),
        word("three characters, 的冬天", "的冬天"),
        word("a number without its hyphen", &number_as_typed(db)),
        word("a name in pinyin", "shui"),
    ]
}

/// The tag with most works.
fn most_used(db: &Db) -> i64 {
    use diesel::prelude::*;
    use yingku_db::{DbError, schema::terms};
    db.read_now::<_, DbError, _>(|conn| {
        Ok(terms::table
            .filter(terms::kind.eq(TermKind::Tag.code()))
            .order(terms::count.desc())
            .select(terms::id)
            .first(conn)?)
    })
    .unwrap()
}

/// The number of the latest work, as one types it.
fn number_as_typed(db: &Db) -> String {
    use diesel::prelude::*;
    use yingku_db::{DbError, schema::works};
    let latest = works::table.order(works::id.desc()).select(works::number);
    let number: String = db
        .read_now::<_, DbError, _>(|conn| Ok(latest.first(conn)?))
        .unwrap();
    number.replace('-', "").to_lowercase()
}

/// The same query in the plainest form of the library: the greatest publish times by column, and
/// a count.
fn bare_library(dir: &std::path::Path) -> Duration {
    let build = std::fs::read_to_string(dir.join("CURRENT")).unwrap();
    let index = tantivy::Index::open_in_dir(dir.join(build.trim())).unwrap();
    let flags = index.schema().get_field("flags").unwrap();
    let term = Term::from_field_text(flags, Channel::Censored.as_str());
    let query = TermQuery::new(term, IndexRecordOption::Basic);
    let searcher = index.reader().unwrap().searcher();
    median(|| {
        let started = Instant::now();
        let newest = TopDocs::with_limit(32).order_by_fast_field::<i64>("pub_time", Order::Desc);
        std::hint::black_box(searcher.search(&query, &(newest, Count)).unwrap());
        started.elapsed()
    })
}

fn median(mut once: impl FnMut() -> Duration) -> Duration {
    let mut all: Vec<Duration> = (0..ROUNDS).map(|_| once()).collect();
    all.sort_unstable();
    all[ROUNDS / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
