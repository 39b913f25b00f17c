//! Tables: CSV and the like, and the sheets of a workbook. Both go the same way: the names of the columns give a
//! [`Mapping`], by which each row becomes an entry.

mod cell;
mod columns;
mod csv_source;
mod csv_writer;
mod dialect;
mod draft;
mod events;
mod field;
mod foreign;
mod guess;
mod habits;
mod header;
mod html;
mod html_parts;
mod json_cell;
pub(crate) mod limits;
mod line_breaks;
mod lists;
mod literal;
pub(crate) mod mapping;
mod merged;
mod names;
mod number_cell;
mod number_format;
mod ods;
mod reading;
mod rows;
mod scalars;
mod sheet;
mod sheet_rows;
mod spaces;
mod terms;
mod wide;
mod workbook;
mod xls;
mod xlsx;
mod xml_workbook;

pub use csv_source::open_csv;
pub use csv_writer::CsvWriter;
pub(crate) use dialect::has_spaces_between;
pub(crate) use foreign::is_foreign;
pub use limits::{MAX_ROW_BYTES, MAX_UNPACKED_BYTES, MAX_WORKBOOK_BYTES};
pub use mapping::Mapping;
pub use workbook::{is_old_workbook, open_xlsx};
