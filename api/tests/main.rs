//! The API through HTTP, each test on SQLite and on PostgreSQL. One binary, so that it links once.
//! `scripts/with-postgres.sh cargo test` gives it a throwaway PostgreSQL.

#[macro_use]
mod support;

mod cli;
mod contract;
mod import;
mod index;
mod lists;
mod protection;
mod schema;
mod search;
mod terms;
mod works;
