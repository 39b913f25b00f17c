//! Cells that are merged over several rows: those below have what the first one has.

use super::cell::Cell;
use super::limits::MAX_COLUMNS;
use super::sheet::put;

/// The merged cells of a table that go on in the next rows.
#[derive(Default)]
pub(super) struct Merged(Vec<Area>);

struct Area {
    column: usize,
    columns: usize,
    /// Rows left.
    rows: u64,
    value: Cell<'static>,
    /// Whether the current row has it.
    is_done: bool,
}

impl Merged {
    /// A cell goes on in the next `rows` rows.
    pub(super) fn add(&mut self, column: usize, columns: usize, rows: u64, value: &Cell<'static>) {
        if column < MAX_COLUMNS {
            self.0.push(Area {
                column,
                columns,
                rows,
                value: value.clone(),
                is_done: true,
            });
        }
    }

    /// The first column from `column` on that no area covers. Those on the way are filled.
    pub(super) fn pass(&mut self, cells: &mut Vec<Cell<'static>>, column: usize) -> usize {
        let mut column = column;
        while let Some(area) = self
            .0
            .iter_mut()
            .find(|area| area.column == column && !area.is_done)
        {
            area.take(cells);
            column = column.saturating_add(area.columns.max(1));
        }
        column
    }

    /// Fills what is left of a row, at its end.
    pub(super) fn fill(&mut self, cells: &mut Vec<Cell<'static>>) {
        for area in &mut self.0 {
            if !area.is_done {
                area.take(cells);
            }
            area.is_done = false;
        }
        self.0.retain(|area| area.rows > 0);
    }
}

impl Area {
    fn take(&mut self, cells: &mut Vec<Cell<'static>>) {
        (self.rows, self.is_done) = (self.rows.saturating_sub(1), true);
        let own = cells.get(self.column).unwrap_or(&Cell::Empty);
        if self.value != Cell::Empty && *own == Cell::Empty {
            let value = Cell::Merged(Box::new(self.value.clone()));
            put(cells, self.column, value);
        }
    }
}
