//! Cells that are merged over several rows: those below have what the first one has.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::limits::MAX_COLUMNS;
use super::sheet::put;
use crate::error::Reason;

/// Bytes that cells of a table may get from rows above in any case.
const FREE_BYTES: usize = 1 << 20;
/// Bytes of a row without what is in its cells, more or less.
const ROW_BYTES: usize = 64;
/// How many times what is in a table its merged cells may come to.
const MAX_TIMES: usize = 4;

/// The merged cells of a table that go on in the next rows, by their columns.
pub(super) struct Merged {
    areas: BTreeMap<usize, Area>,
    /// The number of the current row.
    row: u64,
    /// Bytes that cells may still get. Without a limit a long text over many rows would be read again in each.
    left: usize,
    is_spent: bool,
}

struct Area {
    columns: usize,
    /// The number of its last row.
    last: u64,
    value: Cell<'static>,
    /// The last row that has it.
    done: u64,
}

impl Default for Merged {
    fn default() -> Self {
        Self {
            areas: BTreeMap::new(),
            row: 0,
            left: FREE_BYTES,
            is_spent: false,
        }
    }
}

impl Merged {
    /// A row of this number begins. Those before it that the table does not have were empty.
    pub(super) fn begin(&mut self, row: u64) {
        self.row = row;
        self.areas.retain(|_, area| area.last >= row);
    }

    /// A cell of the current row goes on in the next `rows` rows.
    pub(super) fn add(&mut self, column: usize, columns: usize, rows: u64, value: &Cell<'static>) {
        if column < MAX_COLUMNS {
            let area = Area {
                columns,
                last: self.row.saturating_add(rows),
                value: value.clone(),
                done: self.row,
            };
            self.areas.insert(column, area);
        }
    }

    /// The first column from `column` on that no area covers. Those on the way are filled.
    pub(super) fn pass(&mut self, cells: &mut Vec<Cell<'static>>, column: usize) -> usize {
        let mut column = column;
        while let Some(area) = self.areas.get_mut(&column) {
            if area.done == self.row {
                break;
            }
            area.done = self.row;
            let next = column.saturating_add(area.columns.max(1));
            self.fill_one(cells, column);
            column = next;
        }
        column
    }

    /// Fills what is left of a row, at its end.
    pub(super) fn fill(&mut self, cells: &mut Vec<Cell<'static>>) {
        let own: usize = cells.iter().map(Cell::bytes).sum();
        let more = own.saturating_add(ROW_BYTES).saturating_mul(MAX_TIMES);
        self.left = self.left.saturating_add(more);
        let row = self.row;
        let open = self.areas.iter_mut().filter(|(_, area)| area.done != row);
        let columns: Vec<usize> = open
            .map(|(column, area)| {
                area.done = row;
                *column
            })
            .collect();
        for column in columns {
            self.fill_one(cells, column);
        }
    }

    fn fill_one(&mut self, cells: &mut Vec<Cell<'static>>, column: usize) {
        let own = cells.get(column).unwrap_or(&Cell::Empty);
        let area = self.areas.get(&column);
        let value = area.map(|area| &area.value).filter(|_| *own == Cell::Empty);
        let Some(value) = value.filter(|value| **value != Cell::Empty) else {
            return;
        };
        match self.left.checked_sub(value.bytes()) {
            Some(left) => {
                let value = Cell::Merged(Box::new(value.clone()));
                self.left = left;
                put(cells, column, value);
            }
            None => self.is_spent = true,
        }
    }

    /// Whether the merged cells may go on.
    pub(super) fn check(&self) -> Result<(), Reason> {
        match self.is_spent {
            false => Ok(()),
            true => Err(Reason::new(
                "merged cells repeat long texts over many rows",
                "合并的单元格把很长的内容重复到了很多行",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Cell<'static> {
        Cell::Text(text.to_owned().into())
    }

    #[test]
    fn an_area_ends_with_its_last_row() {
        let mut merged = Merged::default();
        merged.begin(2);
        merged.add(0, 1, 2, &text("a"));
        for (row, is_filled) in [(3, true), (4, true), (5, false)] {
            merged.begin(row);
            let mut cells = Vec::new();
            merged.fill(&mut cells);
            assert_eq!(!cells.is_empty(), is_filled, "{row}");
        }
        merged.add(0, 1, 2, &text("b"));
        // Rows 6 and 7 are not there.
        merged.begin(8);
        let mut cells = Vec::new();
        merged.fill(&mut cells);
        assert!(cells.is_empty());
    }

    #[test]
    fn long_texts_do_not_repeat_for_ever() {
        let mut merged = Merged::default();
        merged.begin(1);
        merged.add(0, 1, u64::MAX, &text(&"a".repeat(FREE_BYTES / 10)));
        for row in 2..9 {
            merged.begin(row);
            merged.fill(&mut Vec::new());
        }
        assert!(merged.check().is_ok());
        for row in 9..20 {
            merged.begin(row);
            merged.fill(&mut Vec::new());
        }
        assert!(merged.check().is_err());
    }
}
