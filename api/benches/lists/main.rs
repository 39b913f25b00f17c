//! How fast the catalogue is at a number of works: import, start, lists, memory, and a kept list through
//! the whole service. Figures that wander with the machine are given as ratios to a floor of the same run.
//!
//!     cargo bench --bench lists -- 100000
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot go on stops; its figures are rounded anyway"
)]

mod counters;
mod program;
mod questions;
mod requests;

use program::Program;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    match arguments.next().as_deref() {
        Some("fixed-body") => requests::serve_fixed_body(&arguments.collect::<Vec<_>>()),
        Some(works) => measure(works.parse().unwrap()),
        None => measure(10_000),
    }
}

fn measure(works: u64) {
    println!("== {works} works");
    let program = Program::new();
    program.import(works);
    program.settle();
    questions::ask_the_index(&program);
    counters::time_counters(&program);
    let serving = program.serve();
    requests::time_new_pages(&program, &serving);
    requests::compare_a_kept_list_with_a_fixed_body(&program, &serving);
    serving.report_memory();
}
