//! Counters of totals and of daily events. They are updated in the transaction of the event, or buffered in memory and
//! written in batches, so that reading them needs no counting query.

pub mod counters;
pub mod searched_words;
pub mod searches;
pub mod visits;
