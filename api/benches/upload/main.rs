//! How an import by upload affects visitors: their latencies while nothing else happens, and while an import
//! doubles the catalogue. Requests come at a fixed rate, whether or not earlier ones have
//! completed, and each is timed from when it was due.
//!
//!     cargo bench --bench upload -- 100000
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot continue stops; its figures are rounded anyway"
)]

mod client;
#[path = "../lists/program.rs"]
#[expect(dead_code, reason = "the other benchmark has use for all of it")]
mod program;
mod upload;
mod visitors;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use client::Client;
use program::Program;
use upload::Editor;
use visitors::{Times, Visitors};

/// The duration of the quiet phases before and after the import.
const QUIET: Duration = Duration::from_secs(40);
/// Requests before anything is measured, to warm the caches.
const WARM: Duration = Duration::from_secs(10);
/// A member's name and everybody's password.
const MEMBER: &str = "bench_reader";
const PASSWORD: &str = "quiet-river-27";

fn main() -> ExitCode {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let works: u64 = arguments
        .next()
        .map_or(100_000, |text| text.parse().unwrap());
    let program = Program::new();
    let file = upload::split_catalogue(&program, works);
    program.run(&["migrate"]);
    program.run(&["import", "first.ndjson"]);
    program.settle();
    let serving = program.serve_with(&[
        ("WORKERS", "2"),
        ("CAPTCHA", "off"),
        ("ACCESS_TOKEN_MINUTES", "1440"),
        ("REGISTER_PER_HOUR", "1000"),
    ]);
    let client = Arc::new(Client::new(&program, serving.port));
    client.register(MEMBER, PASSWORD);
    let visitors = Visitors::new(&client, client.sign_in(MEMBER, PASSWORD));
    let editor = Editor::new(&program, &client, PASSWORD);

    visitors.browse_for(WARM);
    let mut quiet = visitors.browse_for(QUIET);
    let id = editor.upload(&file);
    let started = Instant::now();
    editor.start(&id);
    let busy = visitors.browse_while(|| editor.is_at_work(&id));
    let took = started.elapsed();
    program.settle();
    quiet.extend(visitors.browse_for(QUIET));
    serving.report_memory();
    report(works, took, &editor.figures(&id), &quiet, &busy)
}

fn report(works: u64, took: Duration, figures: &str, quiet: &Times, busy: &Times) -> ExitCode {
    println!(
        "== visitors on {works} works, {:.0} requests a second",
        visitors::RATE
    );
    println!(
        "imported by upload meanwhile: {figures} in {:.0} s = {:.0} works/s",
        took.as_secs_f64(),
        works as f64 / took.as_secs_f64()
    );
    println!(
        "{:<10} {:>7} {:>9} {:>9} {:>9}   {:>7} {:>9} {:>9} {:>9}   {:>8}",
        "calls",
        "quiet",
        "p50 ms",
        "p99 ms",
        "most ms",
        "import",
        "p50 ms",
        "p99 ms",
        "most ms",
        "p99 ×"
    );
    let mut good = false;
    for kind in visitors::KINDS.iter().map(|kind| Some(*kind)).chain([None]) {
        let (before, during) = (quiet.sorted(kind), busy.sorted(kind));
        let ratio = at(&during, 0.99) / at(&before, 0.99);
        println!(
            "{:<10} {:>7} {:>9.2} {:>9.2} {:>9.2}   {:>7} {:>9.2} {:>9.2} {:>9.2}   {ratio:>8.2}",
            kind.unwrap_or("all"),
            before.len(),
            at(&before, 0.5),
            at(&before, 0.99),
            at(&before, 1.0),
            during.len(),
            at(&during, 0.5),
            at(&during, 0.99),
            at(&during, 1.0),
        );
        // The last line covers all requests.
        good = ratio < 2.0;
    }
    let word = if good { "under" } else { "NOT under" };
    println!("the p99 of all requests during the import is {word} twice the quiet one");
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The percentile of sorted times, ms.
fn at(sorted: &[Duration], share: f64) -> f64 {
    if sorted.is_empty() {
        return f64::NAN;
    }
    let index = ((sorted.len() as f64 * share).ceil() as usize).clamp(1, sorted.len()) - 1;
    sorted[index].as_secs_f64() * 1e3
}
