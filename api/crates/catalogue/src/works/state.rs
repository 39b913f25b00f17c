//! The state of a work, as operators see it.

use yingku_base::string_enum;

use super::visibility::Withheld;

string_enum! {
    /// State of a work.
    pub enum WorkState {
        /// On the site.
        Published = "published",
        /// Not published yet.
        Draft = "draft",
        /// Appears by itself at `publishTime`.
        Scheduled = "scheduled",
        /// Hidden, reported or taken down.
        Hidden = "hidden",
    }
}

impl WorkState {
    /// Of a work with these columns.
    pub const fn of(hidden: bool, withheld: Withheld) -> Self {
        match withheld {
            Withheld::Draft => Self::Draft,
            Withheld::Scheduled => Self::Scheduled,
            _ if hidden => Self::Hidden,
            _ => Self::Published,
        }
    }
}
