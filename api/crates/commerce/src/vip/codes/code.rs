//! The format of a code: 25 characters of Crockford's base32 in five groups. 24 encode 120 random bits, the last is a
//! check symbol.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// Crockford's base32: no I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Random symbols.
const RANDOM: usize = 24;
/// All symbols.
const SYMBOLS: usize = RANDOM + 1;
/// Symbols per group.
const GROUP: usize = 5;
/// Bytes of randomness in a code.
pub const RANDOM_BYTES: usize = 15;
/// Shorter inputs get an error of their own (R10.8).
pub const MIN_CHARS: usize = 8;
/// Longer inputs are not codes, whatever separates the symbols.
pub const MAX_CHARS: usize = 64;

/// A well-formed code.
#[derive(Clone, PartialEq, Eq)]
pub struct ActivationCode(String);

impl ActivationCode {
    /// Encodes 120 random bits.
    pub fn new(random: [u8; RANDOM_BYTES]) -> Self {
        let bits = random
            .iter()
            .fold(0_u128, |bits, byte| (bits << 8) | u128::from(*byte));
        let symbols = (0..RANDOM)
            .rev()
            .map(|at| u8::try_from((bits >> (5 * at)) & 31).unwrap_or(0));
        let mut symbols: Vec<u8> = symbols.collect();
        symbols.push(check(&symbols));
        Self(symbols.into_iter().map(letter).collect())
    }

    /// Parses user input: any case and width, hyphens and spaces anywhere, I and L for 1, O for 0.
    pub fn parse(typed: &str) -> Option<Self> {
        if typed.chars().count() > MAX_CHARS {
            return None;
        }
        let symbols: Option<Vec<u8>> = typed
            .nfkc()
            .filter(|letter| !letter.is_whitespace() && !is_hyphen(*letter))
            .map(value)
            .collect();
        let symbols = symbols.filter(|symbols| symbols.len() == SYMBOLS)?;
        let (last, random) = symbols.split_last()?;
        (check(random) == *last).then(|| Self(symbols.into_iter().map(letter).collect()))
    }

    /// The 25 symbols without hyphens.
    pub fn letters(&self) -> &str {
        &self.0
    }

    /// The last four symbols, to recognize a code.
    pub fn last4(&self) -> String {
        last4(&self.0)
    }
}

/// Formats the five groups.
impl fmt::Display for ActivationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, letter) in self.0.chars().enumerate() {
            if at > 0 && at % GROUP == 0 {
                f.write_str("-")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

/// Masked: a code must not be logged.
impl fmt::Debug for ActivationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ActivationCode(…{})", self.last4())
    }
}

/// The last four characters of a text.
pub fn last4(text: &str) -> String {
    let count = text.chars().count();
    text.chars().skip(count.saturating_sub(4)).collect()
}

fn is_hyphen(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn letter(value: u8) -> char {
    ALPHABET
        .get(usize::from(value & 31))
        .map_or('0', |byte| char::from(*byte))
}

fn value(letter: char) -> Option<u8> {
    let letter = match letter.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        letter => letter,
    };
    let at = ALPHABET
        .iter()
        .position(|byte| char::from(*byte) == letter)?;
    u8::try_from(at).ok()
}

/// A weighted sum over GF(32) with a different weight per symbol: detects any single wrong symbol and any transposition
/// of two.
fn check(symbols: &[u8]) -> u8 {
    symbols
        .iter()
        .fold(0, |sum, symbol| times_x(sum ^ (symbol & 31)))
}

/// Multiplies by x modulo x⁵ + x² + 1; the powers of x are distinct over the length of a code.
fn times_x(element: u8) -> u8 {
    let shifted = element << 1;
    if shifted & 0b10_0000 == 0 {
        shifted
    } else {
        shifted ^ 0b10_0101
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_has_five_groups_and_is_read_however_it_is_typed() {
        let code = ActivationCode::new([0x5a; RANDOM_BYTES]);
        let shown = code.to_string();
        assert_eq!(shown.len(), 29);
        assert!(shown.split('-').all(|group| group.len() == 5));
        let wide: String = shown
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap())
            .collect();
        for typed in [
            shown.to_lowercase(),
            shown.replace('-', ""),
            format!("  {} ", shown.replace('-', " ")),
            shown.replace('-', "—"),
            wide,
        ] {
            assert_eq!(ActivationCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        let zeros = ActivationCode::new([0; RANDOM_BYTES]);
        assert_eq!(ActivationCode::parse(&"O".repeat(25)), Some(zeros));
        assert!(!format!("{code:?}").contains(shown.get(..10).unwrap()));
    }

    #[test]
    fn malformed_codes_are_none() {
        let code = ActivationCode::new([7; RANDOM_BYTES]).to_string();
        for bad in [
            "",
            "12345678",
            code.get(1..).unwrap(),
            &format!("{code}0"),
            &code.replacen(code.get(..1).unwrap(), "U", 1),
            &"0".repeat(65),
            &"码".repeat(25),
        ] {
            assert_eq!(ActivationCode::parse(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn one_wrong_letter_and_two_swapped_ones_are_detected(
            random: [u8; RANDOM_BYTES], at in 0..SYMBOLS, other in 0..SYMBOLS, wrong in 0..32_u8,
        ) {
            let letters: Vec<char> = ActivationCode::new(random).letters().chars().collect();
            let mut mistyped = letters.clone();
            mistyped[at] = letter(wrong);
            let read = ActivationCode::parse(&mistyped.iter().collect::<String>());
            prop_assert_eq!(read.is_some(), mistyped == letters);
            let mut swapped = letters.clone();
            swapped.swap(at, other);
            let read = ActivationCode::parse(&swapped.iter().collect::<String>());
            prop_assert_eq!(read.is_some(), swapped == letters);
        }
    }
}
