//! The speed of the catalogue at a number of works: import, start, uncached and cached responses, memory. Figures
//! that vary with the machine are printed with a baseline of the same run, or as ratios to it.
//!
//!     cargo bench --bench lists -- 10000 1000000
//!
//! From 10,000 works on: a smaller channel has fewer pages than are requested.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot continue stops; its figures are rounded anyway"
)]

mod caller;
mod catalogue;
mod counters;
mod fixed_body;
mod index_queries;
mod program;
mod rates;
mod uncached;

use std::time::Duration;

use yingku_db::Db;
use yingku_platform::config::Config;

use caller::Caller;
use catalogue::Typed;
use program::Program;

fn main() {
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|word| word != "--bench").collect();
    match arguments.split_first() {
        Some((mode, rest)) if mode == "fixed-body" => fixed_body::serve(rest),
        Some(_) => measure_all(&arguments),
        None => measure_all(&["10000".to_owned()]),
    }
}

/// Measures each number of works, and the growth of a new page's latency since the first.
fn measure_all(sizes: &[String]) {
    let mut first: Option<(&str, Duration)> = None;
    for size in sizes {
        let page = measure(size.parse().unwrap());
        if let Some((least, then)) = first {
            let growth = page.as_secs_f64() / then.as_secs_f64();
            println!("a new page of a list: {growth:.2} × that of {least} works");
        }
        first.get_or_insert((size.as_str(), page));
    }
}

/// Prints the figures of a catalogue; returns the latency of a new page of a list.
fn measure(works: u64) -> Duration {
    println!("== {works} works");
    let program = Program::new();
    let imported = program.import(works);
    let typed = Typed::read(&program, works, imported);
    program.settle();
    let (config, db) = open(&program);
    let library = index_queries::run_index_queries(&config, &db);
    counters::time_counters(&config, &db);
    // This process reads nothing after the files have settled: that would release its locks of the database.
    let some_works = rates::some_works(&db);
    let filters = uncached::filters(&db);
    program.settle();
    let new_page = {
        let serving = program.serve_unhurried(&[]);
        let caller = Caller::signing(&program, &serving);
        let new_page = uncached::time_uncached(&caller, &filters, &typed, library);
        rates::compare_cached_list(&caller, "signed");
        rates::compare_work_page(&caller, "signed", &some_works);
        serving.report_memory();
        new_page
    };
    // The same unsigned, as tools that cannot sign measure it.
    let serving = program.serve_unhurried(&[("SIGNING", "off")]);
    let caller = Caller::plain(serving.port);
    rates::compare_cached_list(&caller, "unsigned");
    rates::compare_work_page(&caller, "unsigned", &some_works);
    new_page
}

/// The settings of the catalogue's folder, and its database.
fn open(program: &Program) -> (Config, Db) {
    let data = program.path().join("data");
    let config = Config::from_pairs(&[
        (
            "DATABASE_URL",
            &format!("sqlite://{}/yingku.db", data.display()),
        ),
        ("INDEX_DIR", &data.join("index").display().to_string()),
    ])
    .unwrap();
    let db = Db::open(&config.database).unwrap();
    (config, db)
}
