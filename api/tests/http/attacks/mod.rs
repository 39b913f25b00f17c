//! Attacks as docs/attacks.md numbers them: those on every call of the contract, and those that are no feature's own.

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
