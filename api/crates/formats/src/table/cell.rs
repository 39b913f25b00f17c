//! A cell of a table.

use std::borrow::Cow;

use crate::values::{day_number, duration, whole};

/// From here on a time of a cell is no length of a film.
const LONGEST_HOURS: f64 = 10.0;

/// What a cell has. Text files have only texts.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    /// A number, with how many digits its format shows it at least, and the day that it is if it is one.
    Number {
        value: f64,
        digits: usize,
        day: f64,
    },
    /// A text, and the address behind it.
    Link {
        text: Cow<'a, str>,
        address: Cow<'a, str>,
    },
    /// A date, and perhaps a time: year, month, day, hour, minute, second.
    Moment([u16; 6]),
    /// A length of time, in days.
    Days(f64),
    /// What a cell above has, with which this one is merged.
    Merged(Box<Cell<'a>>),
    /// The error of a formula.
    Error,
}

impl Cell<'_> {
    /// The text that a person sees, more or less. Empty for no value.
    pub(super) fn display(&self) -> Cow<'_, str> {
        match self {
            Self::Empty | Self::Error => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text.trim()),
            Self::Link { text, .. } => Cow::Borrowed(text.trim()),
            Self::Number { value, digits, .. } => Cow::Owned(number(*value, *digits)),
            Self::Moment(_) => Cow::Owned(self.date().unwrap_or_default()),
            Self::Days(days) => Cow::Owned(number(*days, 0)),
            Self::Merged(above) => above.display(),
        }
    }

    /// About how many bytes it has.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Link { text, address } => text.len() + address.len(),
            Self::Merged(above) => above.bytes(),
            _ => 0,
        }
    }

    /// The address behind the text, or else the text.
    pub(super) fn address(&self) -> Cow<'_, str> {
        match self {
            Self::Link { text, address } if !text.contains(':') => Cow::Borrowed(address.trim()),
            other => other.display(),
        }
    }

    /// The date of a cell that has the type of a date.
    pub(super) fn date(&self) -> Option<String> {
        match self {
            Self::Moment([year, month, day, 0, 0, 0]) => {
                Some(format!("{year:04}-{month:02}-{day:02}"))
            }
            Self::Moment([year, month, day, hour, minute, second]) => Some(format!(
                "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
            )),
            Self::Number { day, .. } => day_number::of_serial(*day),
            _ => None,
        }
    }

    /// Minutes.
    pub(super) fn minutes(&self) -> Option<u64> {
        match self {
            Self::Days(days) => {
                let hours = days * 24.0;
                // Who types 118:30 means minutes and seconds; a spreadsheet takes them for hours and minutes.
                let is_shifted = hours >= LONGEST_HOURS && is_whole(hours * 60.0);
                whole(if is_shifted { hours } else { hours * 60.0 })
            }
            // A time of day on the first day of Excel's calendar.
            Self::Moment([1899 | 1900, _, _, hour, minute, second]) => {
                duration::minutes(&format!("{hour}:{minute:02}:{second:02}"))
            }
            // The same without the format of a time.
            Self::Number { value, .. } if *value > 0.0 && *value < 1.0 => whole(value * 1_440.0),
            other => duration::minutes(&other.display()),
        }
    }
}

fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-3
}

/// A number without needless digits, filled up with zeros on the left.
fn number(value: f64, digits: usize) -> String {
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => format!("{value:0digits$.0}"),
        false => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_displayed_as_in_a_sheet() {
        let display = |value, digits| {
            let day = value;
            let cell = Cell::Number { value, digits, day };
            cell.display().into_owned()
        };
        assert_eq!(display(120.0, 0), "120");
        assert_eq!(display(120.0, 6), "000120");
        assert_eq!(display(4.5, 0), "4.5");
        assert_eq!(Cell::Moment([2026, 1, 5, 0, 0, 0]).display(), "2026-01-05");
    }

    #[test]
    fn times_of_a_sheet_are_minutes() {
        let number = |value| Cell::Number {
            value,
            digits: 0,
            day: value,
        };
        assert_eq!(Cell::Days(2.0 / 24.0).minutes(), Some(120));
        assert_eq!(Cell::Days(118.5 / 24.0).minutes(), Some(119));
        assert_eq!(Cell::Days(118.5 / 1_440.0).minutes(), Some(119));
        assert_eq!(Cell::Moment([1899, 12, 31, 2, 5, 0]).minutes(), Some(125));
        assert_eq!(number(2.0 / 24.0).minutes(), Some(120));
        assert_eq!(number(95.0).minutes(), Some(95));
    }
}
