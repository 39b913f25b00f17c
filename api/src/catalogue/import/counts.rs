//! How the counts of terms move with their works.

use std::collections::BTreeMap;

use crate::catalogue::kinds::Channel;

/// How the terms' counts move in one batch. Ordered by term, so that parallel writers take their row
/// locks in one order.
#[derive(Default)]
pub(in crate::catalogue) struct Counts(BTreeMap<i64, (i32, i32)>);

impl Counts {
    /// By how much each term moves, in all and in the uncensored channel.
    pub(in crate::catalogue) fn shifts(&self) -> &BTreeMap<i64, (i32, i32)> {
        &self.0
    }

    /// These terms have one work more.
    pub(in crate::catalogue) fn add(
        &mut self,
        terms: impl IntoIterator<Item = i64>,
        channel: Channel,
    ) {
        self.shift(terms, channel, 1);
    }

    /// These terms have one work less.
    pub(in crate::catalogue) fn subtract(
        &mut self,
        terms: impl IntoIterator<Item = i64>,
        channel: Channel,
    ) {
        self.shift(terms, channel, -1);
    }

    fn shift(&mut self, terms: impl IntoIterator<Item = i64>, channel: Channel, by: i32) {
        for term in terms {
            let entry = self.0.entry(term).or_default();
            entry.0 += by;
            if channel == Channel::Uncensored {
                entry.1 += by;
            }
        }
    }
}
