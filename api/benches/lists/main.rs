//! How fast the catalogue is at a number of works: import, start, lists, first sights, kept answers and memory. Figures that
//! wander with the machine are given beside a floor of the same run, or as ratios to it.
//!
//!     cargo bench --bench lists -- 100000
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot go on stops; its figures are rounded anyway"
)]

mod caller;
mod catalogue;
mod counters;
mod first_sights;
mod fixed_body;
mod program;
mod questions;
mod rates;

use yingku::config::Config;
use yingku::db::Db;

use caller::Caller;
use catalogue::Typed;
use program::Program;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    match arguments.next().as_deref() {
        Some("fixed-body") => fixed_body::serve(&arguments.collect::<Vec<_>>()),
        Some(works) => measure(works.parse().unwrap()),
        None => measure(10_000),
    }
}

fn measure(works: u64) {
    println!("== {works} works");
    let program = Program::new();
    program.import(works);
    let typed = Typed::read(&program, works);
    program.settle();
    let (config, db) = open(&program);
    let library = questions::ask_the_index(&config, &db);
    counters::time_counters(&config, &db);
    let some_works = rates::some_works(&db);
    {
        let serving = program.serve();
        let caller = Caller::signing(&program, &serving);
        first_sights::time_first_sights(&caller, &db, &typed, library);
        rates::compare_a_kept_list(&caller, "signed");
        rates::compare_a_work_page(&caller, "signed", &some_works);
        serving.report_memory();
    }
    // The same without signatures, which is what tools that cannot sign measure.
    let serving = program.serve_with(&[("SIGNING", "off")]);
    let caller = Caller::plain(serving.port);
    rates::compare_a_kept_list(&caller, "unsigned");
    rates::compare_a_work_page(&caller, "unsigned", &some_works);
}

/// The settings of where the catalogue lies, and its database.
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
