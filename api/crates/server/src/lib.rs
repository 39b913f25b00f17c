//! The service from the outside in: the listener (`listening.rs`, [`port`]), the middleware of every request, the protected
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
mod event_loop_lag;
pub mod health;
pub mod housekeeping;
mod html_shell;
mod incoming;
pub mod last_backup;
mod listening;
pub mod metrics_page;
mod missing;
pub mod openapi;
mod openapi_compact;
mod openapi_errors;
mod openapi_headers;
mod openapi_links;
mod openapi_page;
mod openapi_security;
mod openapi_shapes;
mod openapi_signing;
mod openapi_tree;
mod openapi_yaml;
mod page_pictures;
mod personal_data;
pub mod port;
mod preload_calls;
mod preloaded_response;
mod prerendered_page;
mod prerendered_results;
mod probes;
pub mod robots;
mod service;
pub mod site;
mod site_routes;
mod special_endpoints;
pub mod stopping;
mod untrusted_proxy;
pub mod visits;
mod workloads;

pub use endpoints::endpoints;
pub use listening::{serving, start};
pub use personal_data::PERSONAL_DATA;
pub use service::application;
pub use special_endpoints::{ADMIN_PREFIX, LARGE_BODY_ENDPOINTS, LARGEST_BODY, OPEN};
