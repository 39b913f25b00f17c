//! The only access to the database. [`Db::read`] and [`Db::write`] take a closure that gets a connection; one closure
//! is one transaction. Each first acquires a connection pool permit, with a timeout: waiting requests neither fill
//! the blocking pool nor wait for ever, but get 503 and may retry. There are as many permits as connections, and
//! background threads need them too, so the holder of a permit never waits for a connection. SQLite has one writer
//! permit, so writers queue here instead of in its busy timeout. No workload takes all permits, and under overload
//! requests are rejected early ([`workloads`]). Connections to an unresponsive PostgreSQL are closed (`stalls.rs`).
//!
//! Statements that only one engine understands are in [`dialect`].

#![cfg_attr(not(test), warn(unreachable_pub))]

#[macro_use]
mod macros;

pub mod checkpoints;
mod connection;
mod counted;
mod database;
pub mod dialect;
mod engine;
mod error;
pub mod instances;
pub mod integrity;
mod lag;
pub mod like;
mod manager;
pub mod migrate;
mod operations;
mod options;
pub mod outbox;
pub mod page;
mod permits;
mod pooler;
mod query;
mod rejections;
mod replica;
mod reporter;
pub mod schema;
mod sockets;
mod stalls;
pub mod tables;
mod time;
pub mod tls;
mod trace;
mod transaction;
mod workload;
pub mod workloads;

pub use connection::Conn;
pub use counted::{Counted, MAX_COUNTED};
pub use database::Db;
pub use engine::{Engine, ROWS_OF_AN_INSERT, sqlite_file};
pub use error::{DbError, is_contention};
pub use options::DbOptions;
pub use trace::Trace;
