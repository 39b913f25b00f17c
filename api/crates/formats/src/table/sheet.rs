//! What is found in a workbook.

use super::cell::Cell;
use super::limits::MAX_COLUMNS;

/// A row of a sheet.
#[derive(Default)]
pub(super) struct Row {
    /// From 1.
    pub(super) number: u64,
    pub(super) cells: Vec<Cell<'static>>,
}

/// What is found, in the order of the workbook.
pub(super) enum Found {
    /// A sheet of this name begins.
    Sheet(String),
    /// A row of it.
    Row(Row),
}

/// Puts a cell into a row, which has a most of columns.
pub(super) fn put(cells: &mut Vec<Cell<'static>>, column: usize, value: Cell<'static>) {
    if column >= MAX_COLUMNS {
        return;
    }
    if cells.len() <= column {
        cells.resize(column + 1, Cell::Empty);
    }
    if let Some(cell) = cells.get_mut(column) {
        *cell = value;
    }
}
