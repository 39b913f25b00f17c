//! Optimistic locking of what operators edit: each row has a version that every change increments, and an edit sends
//! the version it is based on.

/// Locks a row until the transaction ends if it still has the expected version. Otherwise returns 409 from the
/// function, or 404 if there is no such row.
#[macro_export]
macro_rules! lock_version {
    ($conn:expr, $table:ident, $id:expr, $version:expr) => {{
        let seen = $table::table.find($id).filter($table::version.eq($version));
        let held = diesel::update(seen)
            .set($table::version.eq($table::version))
            .execute($conn)?;
        if held == 0 {
            let exists: bool =
                diesel::select(diesel::dsl::exists($table::table.find($id))).get_result($conn)?;
            return Err($crate::version::version_error(exists));
        }
    }};
}

use crate::error::{ApiError, ErrorKind};

/// 409 for a row with another version, 404 for none.
pub fn version_error(exists: bool) -> ApiError {
    if exists {
        ApiError::new(ErrorKind::EditConflict)
    } else {
        ApiError::not_found()
    }
}

/// 409 unless the locked row has the expected version.
pub fn check(held: i64, seen: i64) -> Result<(), ApiError> {
    (held == seen)
        .then_some(())
        .ok_or_else(|| ApiError::new(ErrorKind::EditConflict))
}
