//! The questions that the index answers, a file for each: pages ([`page`], by [`order`] or the tiers of [`tiers`]), [`facets`],
//! [`similar`] and [`random`] works, and what was meant by a keyword without results ([`meaning`], [`correct`]).

pub(crate) mod basis;
pub(crate) mod correct;
pub(crate) mod facets;
pub(crate) mod filter;
pub(crate) mod live;
pub(crate) mod meaning;
mod order;
pub(crate) mod page;
pub(crate) mod random;
pub(crate) mod similar;
mod tiers;
mod understood;
mod ways;
