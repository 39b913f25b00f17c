//! Sheets that have a film in each column, or one card below the other: the names of the columns stand below each other.

use super::cell::Cell;
use super::columns::is_sure;
use super::limits::MAX_COLUMNS;
use super::sheet::{Row, put};
use super::vertical::are_of_film;

/// Columns in which the names may be.
const NAME_COLUMNS: usize = 3;

/// The rows of such a sheet as a usual one has them, with the names first; `None` if the names do not stand below each other.
pub(super) fn upright(rows: &[Row]) -> Option<Vec<Row>> {
    let column = (0..NAME_COLUMNS).find(|column| {
        let names: Vec<String> = rows.iter().map(|row| text(row, *column)).collect();
        let known = names.iter().map(String::as_str);
        are_of_film(known.filter(|name| is_sure(name)).collect())
    })?;
    let mut names: Vec<String> = Vec::new();
    let mut cards: Vec<Vec<(usize, &Row)>> = Vec::new();
    for row in rows {
        let name = text(row, column);
        let has_value = row
            .cells
            .get(column + 1..)
            .is_some_and(|cells| !cells.is_empty());
        if name.is_empty() || !has_value || names.len() >= MAX_COLUMNS {
            continue;
        }
        let known = names.iter().position(|known| *known == name);
        let place = known.unwrap_or(names.len());
        if known.is_none() {
            names.push(name);
        }
        // The first name comes again: the next card.
        match cards.last_mut().filter(|_| place != 0) {
            Some(card) => card.push((place, row)),
            None => cards.push(vec![(place, row)]),
        }
    }
    let number = rows.first()?.number;
    let names = names.into_iter().map(|name| Cell::Text(name.into()));
    let head = Row {
        number,
        cells: names.collect(),
    };
    let films = cards.iter().flat_map(|card| films_of(card, column));
    Some(std::iter::once(head).chain(films).collect())
}

/// The films of a card, of which each has a column.
fn films_of(card: &[(usize, &Row)], column: usize) -> Vec<Row> {
    let width = card.iter().map(|(_, row)| row.cells.len()).max();
    let films = (column + 1..width.unwrap_or_default()).map(|at| {
        let mut film = Row {
            number: card.first().map_or(0, |(_, row)| row.number),
            cells: Vec::new(),
        };
        for (place, row) in card {
            if let Some(cell) = row.cells.get(at).filter(|cell| **cell != Cell::Empty) {
                put(&mut film.cells, *place, cell.clone());
            }
        }
        film
    });
    films.filter(|film| !film.cells.is_empty()).collect()
}

fn text(row: &Row, column: usize) -> String {
    let cell = row.cells.get(column).map(Cell::display);
    let text = cell.unwrap_or_default();
    text.trim_end_matches([':', '：']).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upright_of(table: &str) -> Option<Vec<String>> {
        let row = |(line, number): (&str, u64)| Row {
            number,
            cells: line
                .split(',')
                .map(|cell| match cell {
                    "" => Cell::Empty,
                    text => Cell::Text(text.to_owned().into()),
                })
                .collect(),
        };
        let rows: Vec<Row> = table.lines().zip(1..).map(row).collect();
        let shown = |row: &Row| {
            let cells: Vec<_> = row.cells.iter().map(Cell::display).collect();
            format!("{} {}", row.number, cells.join(","))
        };
        upright(&rows).map(|rows| rows.iter().map(shown).collect())
    }

    #[test]
    fn films_may_stand_beside_each_other() {
        let rows =
            upright_of("片单\n番号：,A-1,,A-2\n标题,山谷,,湖\n发行日期,2026,,2025\n备注,,,x");
        let wanted = [
            "1 番号,标题,发行日期,备注",
            "2 A-1,山谷,2026",
            "2 A-2,湖,2025,x",
        ];
        assert_eq!(rows.unwrap(), wanted);
    }

    #[test]
    fn films_may_have_cards_below_each_other() {
        let rows =
            upright_of(",番号,A-1\n,标题,山谷\n,日期,2026\n\n,番号,A-2\n,日期,2025\n,标题,湖");
        let wanted = ["1 番号,标题,日期", "1 A-1,山谷,2026", "5 A-2,湖,2025"];
        assert_eq!(rows.unwrap(), wanted);
    }

    #[test]
    fn other_sheets_are_not_turned() {
        assert_eq!(upright_of("甲,乙\n标题,山谷"), None);
        assert_eq!(upright_of(""), None);
    }
}
