//! Behaviour under overload. Signed requests of visitors and members come at a fixed rate,
//! whether or not earlier ones have completed, at half of the site's capacity, at all of it, and at twice that; then at
//! half again, until it has recovered. Each request is timed from when it was due.
//!
//!     cargo bench --bench load -- 10000
//!     cargo bench --bench load -- --site 127.0.0.1:8080 --secret APP_SECRET
//!     cargo bench --bench load -- members
//!
//! The first starts a service with that many works; the second uses a running site with works, with CAPTCHA=off and
//! without limits per address. The third measures the cost of members. Client and service share the machine, which
//! affects the figures.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot continue stops; its figures are rounded anyway"
)]

mod members;
mod mix;
mod open_loop;
#[path = "../lists/program.rs"]
#[expect(dead_code, reason = "the other benchmark has use for all of it")]
mod program;
mod report;
mod site;

use std::process::ExitCode;
use std::time::Duration;

use mix::Mix;
use open_loop::{Calls, drive, saturate};
use program::{Program, Serving};
use report::Report;
use site::Site;

/// The duration of each rate.
const TIME: Duration = Duration::from_secs(12);
/// How long the site is observed after twice its saturation.
const AFTER: Duration = Duration::from_secs(8);
/// The quiet rate, as a fraction of saturation.
const QUIET: f64 = 0.1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    if arguments == ["members"] {
        members::measure();
        return ExitCode::SUCCESS;
    }
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let own = value("--site").is_none().then(|| {
        let works = arguments.first().map_or("10000", String::as_str);
        start(works)
    });
    let site = match &own {
        Some((_program, serving)) => Site::at(&format!("127.0.0.1:{}", serving.port), ""),
        None => Site::at(
            &value("--site").unwrap(),
            &value("--secret").unwrap_or_default(),
        ),
    };
    let memory = || own.as_ref().map(|(_, serving)| serving.report_memory());
    let good = measure(&site, &memory);
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A service with a catalogue, without limits per address.
fn start(works: &str) -> (Program, Serving) {
    let program = Program::new();
    program.run(&["migrate"]);
    program.run(&["demo", "--works", works]);
    program.settle();
    let serving = program.serve_with(&[
        ("WORKERS", "2"),
        ("CAPTCHA", "off"),
        ("CONNECTIONS_PER_ADDRESS", "20000"),
        ("PAY_MODE", "sandbox"),
        ("KEY_OPENINGS_PER_MINUTE", "1000000"),
        ("KEY_OPENINGS_PER_SECOND", "1000000"),
        ("LOGIN_PER_MINUTE", "1000000"),
        ("REGISTER_PER_HOUR", "1000000"),
        ("ORDERS_PER_MINUTE", "1000000"),
    ]);
    (program, serving)
}

/// Prints the table; returns whether the requirements held.
fn measure(site: &Site, memory: &dyn Fn() -> Option<f64>) -> bool {
    let mix = Mix::of(site);
    // Caches are warm before anything is measured.
    saturate(&mix, Duration::from_secs(3));
    let saturation = saturate(&mix, TIME / 2);
    println!(
        "saturation: {saturation:.0} requests a second, signed; {}",
        mix.describe()
    );
    let before_mb = memory();
    let run = |share: f64, time| drive(&mix, saturation * share, time);
    let mut report = Report::head();
    let quiet = run(QUIET, TIME);
    report.row("quiet", &quiet, &quiet);
    let half = run(0.5, TIME);
    report.row("50 %", &half, &quiet);
    report.row("100 %", &run(1.0, TIME), &quiet);
    let twice = run(2.0, TIME);
    report.row("200 %", &twice, &quiet);
    let after = run(0.5, AFTER);
    report.row("50 % after", &after, &quiet);
    let grown = before_mb.zip(memory());
    report.verdict(&quiet, &twice, recovery(&half, &after), grown)
}

/// Seconds until the site had recovered from the flood; the time observed if it had not. In a recovered window none
/// is shed, and 19 of 20 requests take at most the quiet p99: it has too few requests for a p99 of its own.
fn recovery(before: &Calls, after: &Calls) -> f64 {
    const WINDOW: f64 = 0.5;
    let usual = before.at(0.99);
    let windows = (AFTER.as_secs_f64() / WINDOW) as usize;
    let odd = (0..windows).rev().find(|number| {
        let window = after.between(*number as f64 * WINDOW, (*number + 1) as f64 * WINDOW);
        window.rejected() + window.failed() > 0 || window.at(0.95) > usual
    });
    odd.map_or(0.0, |number| (number + 1) as f64 * WINDOW)
}
