//! The precision of a publish time.

use yingku_base::string_enum;
use yingku_base::time::format_shanghai;

string_enum! {
    /// How much of the publish time is known; responses omit `day`. The rest is the beginning of the month or year.
    #[derive(Default)]
    pub enum Precision {
        /// The day, and maybe the time.
        #[default]
        Day = "day",
        /// The month.
        Month = "month",
        /// The year alone.
        Year = "year",
    } else Day
}

impl Precision {
    /// Whether the day is known.
    pub const fn is_day(&self) -> bool {
        matches!(self, Self::Day)
    }

    /// Formats the known part of a time (seconds): `yyyy-MM-dd HH:mm:ss`, `yyyy-MM` or `yyyy`.
    pub fn format(self, seconds: i64) -> String {
        let text = format_shanghai(seconds);
        match self {
            Self::Day => text,
            Self::Month | Self::Year => self.of_text(&text).to_owned(),
        }
    }

    /// The known part of the date in a text that begins with `yyyy-MM-dd`.
    pub fn of_text(self, text: &str) -> &str {
        let end = match self {
            Self::Day => 10,
            Self::Month => 7,
            Self::Year => 4,
        };
        text.get(..end).unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_shown_with_their_known_precision() {
        for (precision, shown) in [
            (Precision::Day, "2023-11-15 06:13:20"),
            (Precision::Month, "2023-11"),
            (Precision::Year, "2023"),
        ] {
            assert_eq!(precision.format(1_700_000_000), shown);
        }
    }
}
