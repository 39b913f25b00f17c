//! A recovery code.

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use yingku_http_kit::error::ApiError;
use yingku_signer::hex;

use crate::password::{GENERATED_LENGTH, LETTERS, generate_password};

/// Letters between two hyphens.
const GROUP: usize = 4;
/// Longer input is rejected unread, bytes.
const MAX_BYTES: usize = 256;

/// A code: 100 random bits, in letters and digits that are not easily confused.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    /// A random code.
    pub fn random() -> anyhow::Result<Self> {
        Ok(Self(generate_password()?))
    }

    /// Parses a code as typed: case, spaces and hyphens make no difference.
    ///
    /// # Errors
    /// 400 for a malformed code.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        let letters: String = if text.len() > MAX_BYTES {
            String::new()
        } else {
            text.chars()
                .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–' | '—' | '－'))
                .map(|c| c.to_ascii_lowercase())
                .collect()
        };
        let is_code = letters.len() == GENERATED_LENGTH
            && letters.bytes().all(|byte| LETTERS.contains(&byte));
        if is_code {
            Ok(Self(letters))
        } else {
            Err(ApiError::bad_request("请填写20位恢复码"))
        }
    }

    /// The code as it is shown, in groups of four letters.
    pub fn grouped(&self) -> String {
        let letters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = letters
            .chunks(GROUP)
            .map(|group| group.iter().collect())
            .collect();
        groups.join("-")
    }

    /// The hash that is stored.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(format!("recovery {}", self.0)))
    }
}

/// A new recovery code; replaces the previous one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRecoveryCode {
    /// The code. It is not shown again.
    #[schema(min_length = 24, max_length = 24, example = "k7rx-w2qa-bcde-fghj-mnpq")]
    pub recovery_code: String,
}

impl From<&RecoveryCode> for NewRecoveryCode {
    fn from(code: &RecoveryCode) -> Self {
        Self {
            recovery_code: code.grouped(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = RecoveryCode::random().unwrap();
        let shown = code.grouped();
        assert_eq!(shown.len(), 24);
        for typed in [
            shown.clone(),
            shown.to_uppercase(),
            shown.replace('-', ""),
            shown.replace('-', " "),
            shown.replace('-', "－"),
            format!("  {shown}\n"),
        ] {
            assert!(RecoveryCode::parse(&typed).unwrap() == code, "{typed:?}");
        }
    }

    #[test]
    fn malformed_codes_are_rejected() {
        let long = "a".repeat(100_000);
        for bad in [
            "",
            "k7rx",
            "k7rx-w2qa-bcde-fghj-mnp0",
            "k7rx-w2qa-bcde-fghj-mnpq-r",
            "恢复码恢复码恢复",
            &long,
        ] {
            let rejected = RecoveryCode::parse(bad).err().unwrap();
            assert_eq!(rejected.body("").msg, "请填写20位恢复码");
        }
    }

    #[test]
    fn the_stored_hash_does_not_reveal_the_code() {
        let code = RecoveryCode::random().unwrap();
        assert_eq!(code.hash().len(), 64);
        assert_ne!(code.hash(), RecoveryCode::random().unwrap().hash());
    }
}
