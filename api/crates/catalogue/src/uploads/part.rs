//! The call that receives a part of a file.

use yingku_access::auth::signing::body::LargeBody;
use yingku_base::role::Permission;

/// Maximum size of a part in bytes: small enough for slow connections and the limits of proxies.
pub const PART_BYTES: usize = 1024 * 1024;

/// The endpoint that receives a part.
pub const PART: LargeBody = LargeBody {
    from: "/admin/imports/",
    to: "/part",
    max_bytes: PART_BYTES,
    permissions: &[Permission::WorksImport],
};
