//! The operators' side of works: finding them, hidden ones too, changing what they say, and keeping them off the
//! site.
//!
//! - [`list`]: which works, visible ones out of the works index and hidden ones out of the database;
//! - [`detail`]: everything about one work, [`wholes`]: about many; [`edit`]: changing it by the rules of an import;
//!   [`unknown`]: names that would make terms; [`addresses`]: which pictures a browser can load;
//! - [`routes`]: the calls. Hiding, restoring and taking down are in [`crate::moderation`].

pub mod addresses;
pub mod detail;
mod difference;
pub mod edit;
pub mod list;
pub mod routes;
pub mod unknown;
pub mod wholes;

use crate::auth::signing::body::LargeBody;
use crate::base::role::Permission;
use crate::catalogue::import::reader::LINE_MOST;

/// Most bytes of a form with a whole work: the longest line of an import, and more.
pub const WORK_BYTES: usize = LINE_MOST + 64 * 1024;

/// The call that makes a work.
pub const WORK_CREATED: LargeBody = LargeBody {
    from: "/admin/works/create",
    to: "",
    most_bytes: WORK_BYTES,
    permission: Permission::WorksEdit,
};

/// The call that edits a work.
pub const WORK_EDITED: LargeBody = LargeBody {
    from: "/admin/works/edit",
    ..WORK_CREATED
};
