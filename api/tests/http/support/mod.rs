//! What all tests share.

pub mod app;
pub mod client;
pub mod codes;
pub mod collector;
pub mod command;
pub mod db;
pub mod dice;
pub mod faults;
pub mod listening;
pub mod logging;
pub mod mail_server;
pub mod member;
pub mod provider_faults;
pub mod proxy;
pub mod raw;
pub mod redis;
pub mod redis_faults;
pub mod responses;
pub mod s3;
pub mod serving;
pub mod statement_faults;
pub mod tls;
pub mod works;

pub use app::TestApp;
pub use works::{film, films, info_hash, whole_film};

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! both {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident: &TestApp) $body:block)+) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn run($app: &TestApp) $body

            #[actix_web::test]
            async fn sqlite() {
                run(&TestApp::on_sqlite().await).await;
            }

            #[actix_web::test]
            async fn postgres() {
                run(&TestApp::on_postgres().await).await;
            }
        }
    )+};
}
