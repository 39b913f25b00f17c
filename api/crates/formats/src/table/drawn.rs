//! What databases and Markdown draw around a table: lines, and how many rows there are.

use super::cell::Cell;

/// Types that DuckDB names below the names of columns.
const TYPES: [&str; 14] = [
    "varchar",
    "int8",
    "int16",
    "int32",
    "int64",
    "bigint",
    "integer",
    "double",
    "float",
    "decimal",
    "boolean",
    "date",
    "timestamp",
    "varchar[]",
];
/// Longest text that says how many rows there are.
const MAX_COUNT_BYTES: usize = 60;

/// Whether a row is no film but drawn: `|---|:-:|`, `+----+`, `├──┼──┤`, `(2 rows)`.
pub(super) fn is_drawn(cells: &[Cell<'_>]) -> bool {
    let filled = cells.iter().map(Cell::display);
    let mut filled = filled.filter(|text| !text.is_empty()).peekable();
    let Some(first) = filled.peek().cloned() else {
        return false;
    };
    if TYPES.contains(&&*first) {
        return filled.all(|text| TYPES.contains(&&*text));
    }
    // Of a count the commas may separate cells.
    if is_count(&first) && filled.clone().count() <= 2 {
        return true;
    }
    let (mut are_lines, mut is_long) = (true, false);
    for text in filled {
        are_lines &= text.chars().all(is_of_line);
        is_long |= has_line(&text);
    }
    are_lines && is_long
}

/// Whether a line is only drawn, as above the names of columns.
pub(crate) fn is_line(line: &str) -> bool {
    has_line(line) && line.chars().all(|c| is_of_line(c) || c == '|')
}

/// Whether a text says how many rows a table has: `(2 rows)`, `2 rows in set (0.00 sec)`, `(2 行记录)`.
pub(super) fn is_count(text: &str) -> bool {
    let text = text.trim().trim_matches(['(', ')', '（', '）']);
    let is_digit = |c: char| c.is_ascii_digit();
    let word = text.trim_start_matches(is_digit).trim_start();
    let words = ["row", "rows", "行", "行记录", "行受影响", "個資料列"];
    let first = word.split([' ', ',']).next().unwrap_or_default();
    let is_of_set = word.len() == first.len()
        || ["in set", "affected", "selected", "columns"]
            .iter()
            .any(|behind| word.contains(behind));
    text.starts_with(is_digit)
        && text.len() <= MAX_COUNT_BYTES
        && words.contains(&first)
        && is_of_set
}

fn has_line(text: &str) -> bool {
    ["---", "===", "──", "━━", "══"]
        .iter()
        .any(|line| text.contains(line))
}

const fn is_of_line(c: char) -> bool {
    matches!(c, '-' | '+' | ':' | '=' | ' ' | '\u{2500}'..='\u{257f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> bool {
        let cells: Vec<Cell<'_>> = text
            .split('|')
            .map(|cell| Cell::Text(cell.into()))
            .collect();
        is_drawn(&cells)
    }

    #[test]
    fn what_is_drawn_is_no_row() {
        for text in [
            "---|:-:",
            "+----+----+",
            "├──┼──┤",
            "│═══│",
            "(2 rows)",
            "(1 行记录)",
            "2 rows in set (0.00 sec)",
            "2 rows in set| 1 warning (0.01 sec)",
            "varchar|date",
            "2 rows   3 columns",
        ] {
            assert!(row(text), "{text}");
        }
        for text in [
            "-|-",
            "MZU-1|2 rows",
            "2 Rows of Trees|2026",
            "varchar|山谷",
            "",
            "2",
        ] {
            assert!(!row(text), "{text}");
        }
    }
}
