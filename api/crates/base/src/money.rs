//! Money: an integer number of fen, shown in the API as yuan with two decimals.

use std::fmt;

/// Fen per yuan.
const FEN_OF_YUAN: i64 = 100;
/// Largest payment, fen: Alipay's limit (100,000,000.00 yuan).
const MAX: i64 = 10_000_000_000;

/// An amount to pay, 0.01 to 100,000,000.00 yuan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fen(i64);

impl Fen {
    /// An amount in fen; `None` if out of bounds.
    pub fn new(fen: i64) -> Option<Self> {
        (1..=MAX).contains(&fen).then_some(Self(fen))
    }

    /// Parses yuan as providers write them: digits without leading zeros and at most two decimals. Signs, exponents,
    /// spaces and further decimals, even zeros, are rejected.
    pub fn from_yuan(text: &str) -> Option<Self> {
        parse_yuan(text).and_then(Self::new)
    }

    /// The number of fen.
    pub fn get(self) -> i64 {
        self.0
    }
}

/// Yuan with two decimals.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / FEN_OF_YUAN, self.0 % FEN_OF_YUAN)
    }
}

/// Fen of an amount in yuan as [`Fen::from_yuan`] reads it, but of any size, and zero.
pub fn parse_yuan(text: &str) -> Option<i64> {
    let (yuan, places) = match text.split_once('.') {
        Some((yuan, places)) if (1..=2).contains(&places.len()) => (yuan, places),
        Some(_) => return None,
        None => (text, "0"),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = yuan == "0" || !(yuan.is_empty() || yuan.starts_with('0'));
    if !canonical || yuan.len() > 9 || !digits(yuan) || !digits(places) {
        return None;
    }
    let fen: i64 = format!("{places:0<2}").parse().ok()?;
    Some(yuan.parse::<i64>().ok()? * FEN_OF_YUAN + fen)
}

/// Formats any number of fen as yuan, for display only.
pub fn yuan(fen: i64) -> String {
    let sign = if fen < 0 { "-" } else { "" };
    let fen = fen.unsigned_abs();
    format!("{sign}{}.{:02}", fen / 100, fen % 100)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn yuan_parse_exactly_or_fail() {
        for (text, fen) in [
            ("0.01", 1),
            ("0.1", 10),
            ("98", 9_800),
            ("98.0", 9_800),
            ("98.00", 9_800),
            ("19.99", 1_999),
            ("100000000.00", 10_000_000_000),
        ] {
            assert_eq!(Fen::from_yuan(text).map(Fen::get), Some(fen), "{text}");
        }
        for bad in [
            "",
            "0",
            "0.00",
            ".5",
            "5.",
            "1e2",
            "99.000",
            "+1",
            "-1",
            " 1",
            "1 ",
            "1,000",
            "01",
            "00.5",
            "1.-1",
            "1.+1",
            "１",
            "NaN",
            "100000000.01",
            "9999999999",
            "9223372036854775807",
        ] {
            assert_eq!(Fen::from_yuan(bad), None, "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn formatted_amounts_parse_back(fen in 1..=MAX) {
            let money = Fen::new(fen).unwrap();
            prop_assert_eq!(Fen::from_yuan(&money.to_string()), Some(money));
            prop_assert_eq!(yuan(fen), money.to_string());
        }
    }
}
