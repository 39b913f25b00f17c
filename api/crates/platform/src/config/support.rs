//! Limits of messages and reports from visitors and members.

use super::source::Source;

/// Limits of messages and reports.
#[derive(Debug, Clone)]
pub struct SupportConfig {
    /// Messages per minute for each address.
    pub messages_per_minute: u32,
    /// Reports of works per hour for each address.
    pub reports_per_hour: u32,
    /// Works that reports may take off the site per hour, in total.
    pub hide_per_hour: i32,
}

impl SupportConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            messages_per_minute: source.number("MESSAGES_PER_MINUTE", 1, 1_000_000),
            reports_per_hour: source.number("REPORTS_PER_HOUR", 1, 1_000_000),
            hide_per_hour: source.number("REPORTS_HIDE_PER_HOUR", 0, 1_000_000),
        }
    }
}
