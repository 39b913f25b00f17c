//! Makes an entry of a row.

use super::cell::Cell;
use super::columns::Field;
use super::draft::Draft;
use super::guess::Plan;
use crate::values::date::DateOrder;
use crate::{Entry, Note, Place};

/// Reads the rows of a table by its plan.
#[derive(Debug)]
pub(super) struct Rows {
    plan: Plan,
}

impl Rows {
    pub(super) const fn new(plan: Plan) -> Self {
        Self { plan }
    }

    /// The entry of a row; `None` for an empty one.
    pub(super) fn entry(&self, place: Place, cells: &[Cell<'_>]) -> Option<Entry> {
        let is_filled = |cell: &Cell<'_>| !matches!(cell, Cell::Empty) && !is_blank(cell);
        if !cells.iter().any(is_filled) {
            return None;
        }
        let plan = &self.plan;
        let mut draft = Draft::new(&plan.mapping, plan.digits);
        for (cell, target) in cells.iter().zip(&plan.targets) {
            if let Some(target) = target.as_ref().filter(|_| is_filled(cell)) {
                draft.take(target, cell);
            }
        }
        let beyond = cells.get(plan.targets.len()..).unwrap_or_default();
        if beyond.iter().any(is_filled) {
            let text = format!(
                "这一行有 {} 列，表头只有 {} 列，多出的没有导入",
                cells.len(),
                plan.targets.len()
            );
            draft.note(Note::new("row", text));
        }
        Some(draft.finish(place))
    }

    /// How the table is read, in sentences.
    pub(super) fn about(&self) -> Vec<String> {
        let mapping = &self.plan.mapping;
        let mut about = vec![format!("columns: {}", mapping.shown())];
        if !self.plan.absent.is_empty() {
            about.push(format!(
                "in the mapping, but not in the table: {}",
                self.plan.absent.join(", ")
            ));
        }
        if mapping.has(Field::Average) {
            about.push(format!("ratings: 0 to {}", mapping.rating_scale));
        }
        match mapping.date_order {
            Some(DateOrder::MonthFirst) => about.push("dates such as 1/5/2026: month first".into()),
            Some(DateOrder::DayFirst) => about.push("dates such as 1/5/2026: day first".into()),
            None => {}
        }
        if let Some(channel) = mapping.channel {
            about.push(format!("channel, where a row names none: {channel}"));
        }
        about
    }

    /// The mapping, to be written to a file.
    pub(super) const fn mapping(&self) -> &super::Mapping {
        &self.plan.mapping
    }
}

fn is_blank(cell: &Cell<'_>) -> bool {
    matches!(cell, Cell::Text(text) if text.trim().is_empty())
}
