//! Tables: CSV and the like, and the first sheet of a workbook. Both go the same way: the names of the columns give a
//! [`Mapping`], by which each row becomes an entry.

mod cell;
mod columns;
mod csv_source;
mod draft;
mod guess;
mod limits;
mod mapping;
mod rows;
mod xlsx;

pub use csv_source::open_csv;
pub use limits::{MAX_ROW_BYTES, MAX_UNPACKED_BYTES, MAX_WORKBOOK_BYTES};
pub use mapping::Mapping;
pub use xlsx::open_xlsx;
