//! The HTTP API, each test on SQLite and on PostgreSQL. One binary, so that it links once.
//! `scripts/with-postgres.sh cargo test` provides a throwaway PostgreSQL.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot continue fails, and says where"
)]

#[macro_use]
mod support;

mod account;
mod attacks;
mod cli;
mod client_keys;
mod contention;
mod contract;
mod damaged_database;
mod declared;
mod demo;
mod discovery;
mod ephemeral;
mod equal;
mod facets;
mod faults;
mod feeds;
mod films;
mod full_disk;
mod housekeeping;
mod html_shell;
mod import;
mod import_formats;
mod import_live;
mod index;
mod index_faults;
mod library;
mod lists;
mod messages;
mod metrics;
mod named_files;
mod newer_schema;
mod operators;
mod overload;
mod pay;
mod permits;
mod plans;
mod port;
mod programs;
mod protection;
mod replica;
mod responsibility;
mod schema;
mod search;
mod search_forms;
mod search_rankings;
mod search_reasons;
mod search_words;
mod statements;
mod stopping;
mod storage;
mod suggest;
mod term_detail;
mod terms;
mod tls;
mod traces;
mod transfer;
mod unresponsive_database;
mod upgrade;
mod vip;
mod weak_settings;
mod works;
