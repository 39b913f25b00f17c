//! Attacks as numbered in docs/attacks.md: those on every operation of the contract, and those of no single feature.

mod accounts;
mod bodies;
mod captchas;
mod concurrency;
mod contract;
mod limits;
mod queries;
mod reflected_input;
mod responses;
mod secrets;
mod slow;
mod wire;
