//! Makes an entry of a row.

use super::cell::Cell;
use super::draft::Draft;
use super::drawn::is_drawn;
use super::field::Field;
use super::guess::Plan;
use super::mapping::{Mapping, Target};
use crate::entry::{Entry, Note, Place};
use crate::error::Error;
use crate::text::folded;
use crate::values::date::DateOrder;

/// Words of a row that sums up the others.
const SUMS: [&str; 7] = ["合计", "合計", "总计", "總計", "小计", "total", "sum"];

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
        // Of names of columns that are merged over two rows the second row has nothing of its own.
        let is_own = |cell: &Cell<'_>| is_filled(cell) && !matches!(cell, Cell::Merged(_));
        if !cells.iter().any(is_own) {
            return None;
        }
        let plan = &self.plan;
        if is_total(cells, &plan.targets) || is_drawn(cells) || is_header(cells, &plan.mapping) {
            return None;
        }
        let mut draft = Draft::new(plan);
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
        let mut about = vec![format!("columns: {}", mapping.display())];
        if !self.plan.absent.is_empty() {
            about.push(format!(
                "in the mapping, but not in the table: {}",
                self.plan.absent.join(", ")
            ));
        }
        if self.plan.is_number_in_title {
            about.push("no column for the number: it is looked for in the titles".into());
        }
        if self.plan.is_a_day_early {
            about.push("dates at 16:00 are midnight of China: read as the next day".into());
        }
        let units = mapping.columns.iter().filter_map(|(name, target)| {
            let target = target.as_ref()?;
            let unit = target.detail.as_ref()?;
            (target.field == Field::Duration).then(|| format!("lengths in {name}: {unit}"))
        });
        about.extend(units);
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
        let spaced = mapping
            .columns
            .iter()
            .filter(|(_, target)| target.as_ref().is_some_and(|target| target.by_spaces));
        for (name, _) in spaced {
            about.push(format!("names in {name} have spaces between them"));
        }
        about
    }

    /// What is missing, if the table is read nevertheless.
    pub(super) const fn problem(&self) -> Option<&Error> {
        self.plan.problem.as_ref()
    }

    /// The mapping, to be written to a file.
    pub(super) const fn mapping(&self) -> &Mapping {
        &self.plan.mapping
    }
}

fn is_blank(cell: &Cell<'_>) -> bool {
    let is_empty = |c: char| c.is_whitespace() || c.is_control();
    matches!(cell, Cell::Text(text) if text.chars().all(is_empty))
}

/// Whether a row has the names of the columns again, as pages have it that were put together.
fn is_header(cells: &[Cell<'_>], mapping: &Mapping) -> bool {
    let mut filled = cells
        .iter()
        .map(Cell::display)
        .zip(&mapping.columns)
        .filter(|(text, _)| !text.is_empty())
        .peekable();
    filled.peek().is_some()
        && filled.all(|(text, (name, _))| {
            let nth = name.strip_prefix(&*text);
            nth.is_some_and(|nth| nth.is_empty() || nth.starts_with(" ("))
        })
}

/// Whether a row is the sum below the others: 合计 in place of a number, and no date.
fn is_total(cells: &[Cell<'_>], targets: &[Option<Target>]) -> bool {
    let of = |field| {
        let columns = cells.iter().zip(targets);
        let mut columns = columns
            .filter(move |(_, target)| target.as_ref().is_some_and(|target| target.field == field));
        columns.find_map(|(cell, _)| Some(cell.display()).filter(|text| !text.is_empty()))
    };
    let first = of(Field::Number).or_else(|| of(Field::Title));
    let first = first.map(|text| folded(text.trim_end_matches([':', '：'])));
    let is_sum = first.is_some_and(|text| SUMS.contains(&text.as_str()));
    is_sum && of(Field::PubTime).is_none()
}
