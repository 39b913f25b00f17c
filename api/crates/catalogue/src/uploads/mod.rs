//! Import by upload: operators send a file in parts, and the service imports it at low priority.
//!
//! [`runner`] is the thread that takes imports from the queue, [`run`] runs one, and [`reading`] splits the file into
//! batches. Each batch and the position in the file are written in one transaction, so an interrupted import continues
//! at the right line.

pub mod files;
mod forms;
pub mod model;
pub mod queries;
mod reading;
mod rejected_lines;
pub mod routes;
mod run;
mod runner;

use yingku_base::role::Permission;

pub use runner::Uploads;

use yingku_access::auth::signing::body::LargeBody;

/// Maximum size of a part in bytes: small enough for slow connections and the limits of proxies.
pub const PART_BYTES: usize = 1024 * 1024;

/// The endpoint that receives a part.
pub const PART: LargeBody = LargeBody {
    from: "/admin/imports/",
    to: "/part",
    max_bytes: PART_BYTES,
    permission: Permission::WorksImport,
};
