//! Settings of what visitors and members write to the operators.

use super::source::Source;

/// Limits of what is written to the operators.
#[derive(Debug, Clone)]
pub struct SupportConfig {
    /// Messages a minute for each address.
    pub messages_per_minute: u32,
    /// Reports of works an hour for each address.
    pub reports_per_hour: u32,
    /// Works that reports may take off the site an hour, over all.
    pub hide_per_hour: i32,
}

pub(super) fn support(source: &mut Source) -> SupportConfig {
    SupportConfig {
        messages_per_minute: source.number("MESSAGES_PER_MINUTE", 1, 1_000_000),
        reports_per_hour: source.number("REPORTS_PER_HOUR", 1, 1_000_000),
        hide_per_hour: source.number("REPORTS_HIDE_PER_HOUR", 0, 1_000_000),
    }
}
