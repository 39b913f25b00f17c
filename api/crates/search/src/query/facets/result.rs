//! Facet counts, as they are answered.

use yingku_base::kinds::{Channel, Mark};

use crate::read::term_numbers::TermCount;

/// Boundaries of the length buckets, in minutes.
pub const LENGTHS: [i64; 4] = [30, 60, 90, 120];

/// Counted minimum scores, in tenths.
pub const SCORES: [i64; 4] = [45, 40, 35, 30];

/// Facet counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Works with all filters.
    pub total: u64,
    /// The terms with most works, of each kind, and the requested ones.
    pub terms: Vec<TermCount>,
    /// By channel, ignoring the channel filter.
    pub channels: Vec<(Channel, u64)>,
    /// By year, ignoring the date filter, latest first.
    pub years: Vec<(i32, u64)>,
    /// By length, ignoring the length filter: below the first of [`LENGTHS`], …, from the last on. Without unknown
    /// lengths.
    pub lengths: Vec<u64>,
    /// With at least each of [`SCORES`], ignoring the score filter.
    pub scores: Vec<u64>,
    /// Watchable online.
    pub online: u64,
    /// With magnet links.
    pub dht: u64,
    /// By quality of magnet links.
    pub marks: Vec<(Mark, u64)>,
}
