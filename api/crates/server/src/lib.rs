//! The service from the outside in: the listener (`listening.rs`, [`overload::port`]), the middleware of every request, the protected
//! API and the public addresses (`service.rs`).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod admin;
pub mod alerts;
pub mod app;
pub mod app_config;
mod common_headers;
pub mod context;
mod disk;
mod endpoints;
pub mod health;
pub mod housekeeping;
mod incoming;
pub mod last_backup;
mod listening;
pub mod metrics_page;
pub mod openapi;
pub mod overload;
pub mod pages;
mod personal_data;
mod probes;
mod service;
mod special_endpoints;
pub mod stopping;
mod untrusted_proxy;

pub use endpoints::endpoints;
pub use listening::{serving, start};
pub use personal_data::PERSONAL_DATA;
pub use service::application;
pub use special_endpoints::{ADMIN_PREFIX, LARGE_BODY_ENDPOINTS, LARGEST_BODY, OPEN};
