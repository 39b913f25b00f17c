//! The site as the service sends it: its files, and the HTML of each page with the data that its screen needs first.

mod html_shell;
mod installed;
mod missing;
mod pictures;
mod preload_calls;
mod preloaded_response;
mod prerendered_page;
mod prerendered_results;
pub mod robots;
pub mod site;
mod site_routes;
