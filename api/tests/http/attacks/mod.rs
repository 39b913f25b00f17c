//! Attacks as numbered in docs/attacks.md: those on every operation of the contract, and those of no single feature.

mod accounts;
mod answers;
mod bodies;
mod captchas;
mod contract;
mod crowds;
mod limits;
mod outside;
mod queries;
mod secrets;
mod slow;
mod wire;
