//! The reason that an operator gives for a change, for the audit log.

use utoipa::ToSchema;

use crate::error::ApiError;

/// Longest reason, in code points.
pub const REASON_CHARS: usize = 200;

/// The reason, for the audit log; not blank.
#[derive(ToSchema)]
#[schema(
    min_length = 1,
    max_length = 200,
    pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
    example = "会员来信说明了情况"
)]
pub struct OperatorReason(pub String);

/// The reason without white space at its ends.
///
/// # Errors
/// 400 if it is blank, too long, or contains NUL.
pub fn parse_reason(text: &str) -> Result<String, ApiError> {
    let reason = text.trim();
    if reason.is_empty() || reason.contains('\0') {
        return Err(ApiError::bad_request("请填写原因"));
    }
    if text.chars().count() > REASON_CHARS {
        return Err(ApiError::bad_request("原因最多200个字符"));
    }
    Ok(reason.to_owned())
}

/// An operator's optional note on a change, trimmed.
///
/// # Errors
/// 400 for more than [`REASON_CHARS`] code points.
pub fn parse_note(text: Option<&str>) -> Result<String, ApiError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > REASON_CHARS || text.contains('\0') {
        return Err(ApiError::bad_request("备注最多200个字符"));
    }
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_not_empty_and_not_too_long() {
        assert_eq!(parse_reason(" 多次违规 ").unwrap(), "多次违规");
        assert!(parse_reason(&"影".repeat(200)).is_ok());
        for bad in ["", " \u{85}\n", "a\0", &"影".repeat(201)] {
            assert!(parse_reason(bad).is_err(), "{bad:?}");
        }
    }
}
