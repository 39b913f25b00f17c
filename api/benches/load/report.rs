//! The table, and whether the requirements held.

use super::mix::KINDS;
use super::open_loop::Calls;

/// The maximum p99 of successful responses at twice saturation, as a multiple of the quiet one.
const MAX: f64 = 10.0;
/// The maximum seconds to recover.
const SOON: f64 = 5.0;
/// Lower times are rounded up to this, ms: the machine's own pauses are as long.
const MIN_MS: f64 = 1.0;

/// The maximum memory of the service after the flood, as a multiple of that before, plus MB. Caches are full before,
/// so a flood leaves only buffers of threads and connections; a leak per rejected request would keep growing.
const MEMORY_TIMES: f64 = 1.5;
const MEMORY_MORE_MB: f64 = 64.0;

/// Prints rows.
pub struct Report;

impl Report {
    pub fn head() -> Self {
        println!(
            "{:<11} {:<15} {:>8} {:>8} {:>8} {:>9} {:>6} {:>7} {:>9} {:>7} {:>9}",
            "load",
            "calls",
            "good/s",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "p99 ×",
            "shed %",
            "its p99",
            "failed",
            "own late"
        );
        Self
    }

    /// One rate: all requests, and each kind.
    pub fn row(&mut self, load: &str, calls: &Calls, quiet: &Calls) {
        line(load, "all", calls, quiet);
        println!(
            "{:<11} the clients used {:.0} % of a processor",
            "",
            calls.busy * 100.0
        );
        for (kind, name, _) in KINDS {
            line(
                "",
                name,
                &calls.only(|call| call.kind == kind),
                &quiet.only(|call| call.kind == kind),
            );
        }
    }

    /// Whether it held. `memory` is the service's own before and after, MB, where known.
    pub fn verdict(
        &self,
        quiet: &Calls,
        twice: &Calls,
        recovered: f64,
        memory: Option<(f64, f64)>,
    ) -> bool {
        let ratio = ratio(twice, quiet);
        let (bounded, soon, whole) = (ratio <= MAX, recovered <= SOON, twice.failed() == 0);
        let word = |held| if held { "held" } else { "NOT held" };
        println!(
            "p99 of successful responses at twice saturation {ratio:.1} × quiet (at most {MAX}): {}; recovered after {recovered:.1} s (at most {SOON}): {}; failed {}: {}",
            word(bounded),
            word(soon),
            twice.failed(),
            word(whole)
        );
        let lean = memory.is_none_or(|(before, after)| {
            let most = before * MEMORY_TIMES + MEMORY_MORE_MB;
            let held = after <= most;
            println!(
                "memory of its own {before:.0} MB before and {after:.0} MB after (at most {most:.0}): {}",
                word(held)
            );
            held
        });
        bounded && soon && whole && lean
    }
}

fn ratio(calls: &Calls, quiet: &Calls) -> f64 {
    calls.at(0.99).max(MIN_MS) / quiet.at(0.99).max(MIN_MS)
}

fn line(load: &str, name: &str, calls: &Calls, quiet: &Calls) {
    println!(
        "{load:<11} {name:<15} {:>8.0} {:>8.2} {:>8.2} {:>9.2} {:>6.1} {:>7.1} {:>9.2} {:>7} {:>9.2}",
        calls.good() as f64 / calls.time.as_secs_f64(),
        calls.at(0.5),
        calls.at(0.99),
        calls.at(0.999),
        ratio(calls, quiet),
        100.0 * calls.rejected() as f64 / calls.all.len().max(1) as f64,
        calls.shed_at(0.99),
        calls.failed(),
        calls.late_at(0.99),
    );
}
