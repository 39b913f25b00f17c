//! The operators' side of works: listing, creating and editing them, hidden ones included. Hiding, restoring and taking
//! down are in `yingku_community::moderation`.

pub mod addresses;
pub mod detail;
pub mod detail_model;
pub mod difference;
pub mod edit;
pub mod export;
pub mod filter;
pub mod form;
mod hidden;
pub mod list;
pub mod list_model;
pub mod online;
pub mod order;
pub mod routes;
pub mod state;
pub mod unknown;

use yingku_access::auth::signing::body::LargeBody;
use yingku_base::role::Permission;

use crate::import::reader::MAX_LINE_BYTES;

/// Maximum size of a form with a work, bytes: more than the longest line of an import.
pub const WORK_BYTES: usize = MAX_LINE_BYTES + 64 * 1024;

/// The endpoint that creates a work.
pub const WORK_CREATED: LargeBody = LargeBody {
    from: "/admin/works/create",
    to: "",
    max_bytes: WORK_BYTES,
    permissions: &[Permission::WorksEdit],
};

/// The endpoint that edits a work.
pub const WORK_EDITED: LargeBody = LargeBody {
    from: "/admin/works/edit",
    ..WORK_CREATED
};
