//! What the number format of a cell adds to a number, so that `34` is read as the `MZU-034` that a person sees.

use calamine::Style;

/// Longest format: Excel has none of more than 255 characters.
const MAX_CODE_BYTES: usize = 1_024;

/// How a cell shows its number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum NumberFormat {
    /// As it is, with so many digits at least: `000000`.
    Digits(usize),
    /// Times one hundred: `0%`.
    Percent,
    /// With characters before, between or behind the digits: `"MZU-"000`, `000000-000`.
    Worded(Vec<Part>),
    /// Otherwise: dates, decimals and the like.
    #[default]
    Other,
}

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A place for a digit: `0`, which is also filled, or `#`.
    Digit {
        is_filled: bool,
    },
    Word(char),
}

impl NumberFormat {
    pub(super) fn of(style: &Style) -> Self {
        let format = style.number_format.as_ref();
        format.map_or(Self::Other, |format| Self::parse(&format.format_code))
    }

    pub(super) fn parse(code: &str) -> Self {
        if code.len() > MAX_CODE_BYTES {
            return Self::Other;
        }
        if is_percent(code) {
            return Self::Percent;
        }
        let Some(parts) = parts(code) else {
            return Self::Other;
        };
        let is_word = |part: &&Part| matches!(part, Part::Word(_));
        let is_filled = |part: &&Part| matches!(part, Part::Digit { is_filled: true });
        let digits = parts.iter().filter(|part| !is_word(part)).count();
        match parts.len() - digits {
            _ if digits == 0 => Self::Other,
            0 => Self::Digits(parts.iter().filter(is_filled).count().min(32)),
            _ => Self::Worded(parts),
        }
    }

    /// With how many digits a number is shown at least.
    pub(super) const fn digits(&self) -> usize {
        match self {
            Self::Digits(digits) => *digits,
            _ => 0,
        }
    }

    /// The text that a person sees; `None` where it is the plain number.
    pub(super) fn text(&self, value: f64) -> Option<String> {
        let is_whole = value.fract() == 0.0 && (0.0..1e15).contains(&value);
        match self {
            Self::Percent => Some(format!("{}%", (value * 1e6).round() / 1e4)),
            Self::Worded(parts) if is_whole => Some(worded(parts, &format!("{value:.0}"))),
            _ => None,
        }
    }
}

/// Whether there is a percent sign outside of quotes.
fn is_percent(code: &str) -> bool {
    code.split('"').step_by(2).any(|part| part.contains('%'))
}

/// The parts of the format of positive numbers; `None` where it has others than these.
fn parts(code: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = code.chars();
    while let Some(c) = rest.next() {
        match c {
            ';' => break,
            '0' => parts.push(Part::Digit { is_filled: true }),
            '#' | '?' => parts.push(Part::Digit { is_filled: false }),
            '"' => parts.extend(rest.by_ref().take_while(|c| *c != '"').map(Part::Word)),
            '\\' => parts.push(Part::Word(rest.next()?)),
            // Space as wide as a character, a character that fills the cell, a colour or a country.
            '_' | '*' => drop(rest.next()?),
            '[' => drop(rest.find(|c| *c == ']')?),
            ' ' | '-' | '+' | '(' | ')' => parts.push(Part::Word(c)),
            other if !other.is_ascii() => parts.push(Part::Word(other)),
            _ => return None,
        }
    }
    Some(parts)
}

/// Puts digits into their places, from the right. What is too much goes before the first place.
fn worded(parts: &[Part], digits: &str) -> String {
    let places = parts.iter().filter(|part| !matches!(part, Part::Word(_)));
    let places = places.count();
    let mut digits: Vec<char> = digits.chars().filter(|_| digits != "0").collect();
    let too_much = digits.len().saturating_sub(places);
    let mut empty = places.saturating_sub(digits.len());
    let mut text = String::new();
    let mut is_first = true;
    for part in parts {
        match part {
            Part::Word(c) => text.push(*c),
            Part::Digit { is_filled } if empty > 0 => {
                empty -= 1;
                is_first = false;
                text.extend(is_filled.then_some('0'));
            }
            Part::Digit { .. } => {
                let count = if is_first { too_much + 1 } else { 1 };
                is_first = false;
                text.extend(digits.drain(..count.min(digits.len())));
            }
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_add_to_numbers() {
        for (code, value, text) in [
            ("\"MZU-\"000", 34.0, Some("MZU-034")),
            ("\"MZU-\"000", 12_345.0, Some("MZU-12345")),
            ("\\M\\Z\\U\\-000", 35.0, Some("MZU-035")),
            ("\"MZU-\"0", 7.0, Some("MZU-7")),
            ("\"MZU-\"#", 37.0, Some("MZU-37")),
            ("000000\\-000", 10_126_001.0, Some("010126-001")),
            (
                "000000-000;[Red]-000000-000",
                10_126_001.0,
                Some("010126-001"),
            ),
            ("0\"分钟\"", 90.0, Some("90分钟")),
            ("0分", 8.0, Some("8分")),
            ("0%", 0.86, Some("86%")),
            ("0.00%", 0.855, Some("85.5%")),
            ("0\"%\"", 86.0, Some("86%")),
            ("000000", 36.0, None),
            ("General", 36.0, None),
            ("@", 36.0, None),
            ("0.0\"分\"", 8.5, None),
            ("\"MZU-\"000", 1.5, None),
            ("yyyy\"年\"", 46_027.0, None),
        ] {
            let seen = NumberFormat::parse(code).text(value);
            assert_eq!(seen.as_deref(), text, "{code}");
        }
        assert_eq!(NumberFormat::parse("000000"), NumberFormat::Digits(6));
    }
}
