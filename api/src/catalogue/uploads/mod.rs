//! Import by upload: operators send a file in parts, and the service imports it beside its visitors.
//!
//! - [`routes`]: the calls; [`model`]: states and what is shown; [`queries`]: the SQL;
//! - [`files`]: the parts on the disk, and the list of refused lines;
//! - [`runner`]: the thread that takes one import after the other; [`run`] does one of them; [`reading`] cuts a file
//!   into steps, [`crate::workers::adaptive_batch`] says how large they are and how long to rest between them.
//!
//! A step writes its works and says how far the import is in one transaction, so that an import that was cut off
//! goes on at the very line.

pub mod files;
mod forms;
pub mod model;
pub mod queries;
mod reading;
mod refused;
pub mod routes;
mod run;
mod runner;

pub use runner::Uploads;

use crate::auth::signing::body::LargeBody;
use crate::base::role::Permission;

/// Most bytes of one part. A slow line brings it in time, and proxies let it pass.
pub const PART_BYTES: usize = 1024 * 1024;

/// The call that takes a part.
pub const PART: LargeBody = LargeBody {
    from: "/admin/imports/",
    to: "/part",
    most_bytes: PART_BYTES,
    permission: Permission::WorksImport,
};
