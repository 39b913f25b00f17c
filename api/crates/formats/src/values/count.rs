//! Numbers of people, and sizes of files.

use super::{decimal, whole};
use crate::text::folded;

/// A number such as `1,234`, `1.2万` or `(57人)`.
pub fn count(text: &str) -> Option<u64> {
    let text = folded(text).replace([',', '(', ')', ' '], "");
    let text = text.trim_end_matches(['人', '次', '票']);
    match text.strip_suffix('万').or_else(|| text.strip_suffix('萬')) {
        Some(thousands) => whole(decimal(thousands)? * 10_000.0),
        None => whole(decimal(text)?),
    }
}

/// Bytes of a size such as `4.5GB` or `700 MiB`. A number alone is bytes.
pub fn bytes(text: &str) -> Option<u64> {
    let text = folded(text).replace([',', ' '], "");
    let unit_at = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(unit_at)?;
    let factor = match unit {
        "" | "b" => 1.0,
        "k" | "kb" | "kib" => 1024.0,
        "m" | "mb" | "mib" => 1_048_576.0,
        "g" | "gb" | "gib" => 1_073_741_824.0,
        "t" | "tb" | "tib" => 1_099_511_627_776.0,
        _ => return None,
    };
    whole(decimal(number)? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes() {
        assert_eq!(count("1,234"), Some(1_234));
        assert_eq!(count("（５７人）"), Some(57));
        assert_eq!(count("1.2万"), Some(12_000));
        assert_eq!(count("-1"), None);
        assert_eq!(bytes("4.5 GB"), Some(4_831_838_208));
        assert_eq!(bytes("700MiB"), Some(734_003_200));
        assert_eq!(bytes("12"), Some(12));
        assert_eq!(bytes("大"), None);
    }
}
