//! Films of MacCMS V10: a page of its collect interface (`page`), its table `mac_vod` in a dump (`dump`) or as CSV (`rows`).

mod dump;
mod film;
mod films;
mod page;
mod play;
mod raw;
pub(crate) mod rows;
mod statements;
mod tokens;
pub(crate) mod wrapper;
pub(crate) mod xml_rows;

pub use films::{Films, open};
pub use page::{MAX_PAGE_BYTES, page_count};
