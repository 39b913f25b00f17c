//! Versions of what operators edit: a number that moves with every change of it by anybody. Whoever saves says which
//! version they have looked at; when it has moved since, nothing is changed, and they are told.

/// Holds a row until the transaction ends, if it still has the version that an operator has seen; else leaves the
/// function with 409, or with 404 when there is no such row. One conditional update settles it.
#[macro_export]
macro_rules! lock_version {
    ($conn:expr, $table:ident, $id:expr, $version:expr) => {{
        let seen = $table::table.find($id).filter($table::version.eq($version));
        let held = diesel::update(seen)
            .set($table::version.eq($table::version))
            .execute($conn)?;
        if held == 0 {
            let is_there: bool =
                diesel::select(diesel::dsl::exists($table::table.find($id))).get_result($conn)?;
            return Err($crate::http::version::refusal(is_there));
        }
    }};
}

use crate::http::error::{ApiError, ErrorKind};

/// Why a row could not be held: somebody has changed it, or it is not there.
pub fn refusal(is_there: bool) -> ApiError {
    if is_there {
        ApiError::new(ErrorKind::EditConflict)
    } else {
        ApiError::not_found()
    }
}

/// 409 unless what is held has the version that was seen.
pub fn check(held: i64, seen: i64) -> Result<(), ApiError> {
    (held == seen)
        .then_some(())
        .ok_or_else(|| ApiError::new(ErrorKind::EditConflict))
}
