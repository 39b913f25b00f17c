//! Changes to the counts of terms.

use std::collections::BTreeMap;

use crate::kinds::Channel;

/// The changes of one batch, ordered by term, so that concurrent writers lock rows in the same order.
#[derive(Default)]
pub(crate) struct Counts(BTreeMap<i64, (i32, i32)>);

impl Counts {
    /// The change of each term's counts: all works, and those in the uncensored channel.
    pub(crate) fn shifts(&self) -> &BTreeMap<i64, (i32, i32)> {
        &self.0
    }

    /// Adds one work to these terms.
    pub(crate) fn add(&mut self, terms: impl IntoIterator<Item = i64>, channel: Channel) {
        self.shift(terms, channel, 1);
    }

    /// Removes one work from these terms.
    pub(crate) fn subtract(&mut self, terms: impl IntoIterator<Item = i64>, channel: Channel) {
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
