//! The symbols as strokes, drawn by hand: no font and so no font licence. Of symbols that people confuse (0 O Q, 1 I L,
//! 5 S, 6 G, 2 Z) at most one is used.

/// A point on a symbol's grid: x from 0 to 6, y from 0 (top) to 8.
pub(super) type Place = (f64, f64);

/// Number of symbols.
pub const COUNT: u64 = 27;

/// Each symbol with its strokes: points as two digits x and y, strokes separated by `|`.
const SYMBOLS: [(char, &str); 27] = [
    ('A', "08 30 68|15 55"),
    ('B', "08 00 40 52 53 44 04|44 65 67 48 08"),
    ('C', "62 50 20 02 06 28 58 66"),
    ('D', "08 00 30 53 55 38 08"),
    ('E', "60 00 08 68|04 44"),
    ('F', "60 00 08|04 44"),
    ('H', "00 08|60 68|04 64"),
    ('J', "20 60|50 56 38 18 06"),
    ('K', "00 08|60 04 68"),
    ('M', "08 00 35 60 68"),
    ('N', "08 00 68 60"),
    ('P', "08 00 50 62 63 45 05"),
    ('R', "08 00 50 62 63 44 04|34 68"),
    ('T', "00 60|30 38"),
    ('U', "00 06 28 48 66 60"),
    ('V', "00 38 60"),
    ('W', "00 18 33 58 60"),
    ('X', "00 68|60 08"),
    ('Y', "00 34 60|34 38"),
    ('2', "02 20 40 62 63 08 68"),
    ('3', "01 20 40 61 63 44 24|44 65 67 48 28 07"),
    ('4', "48 40 05 65"),
    ('5', "60 00 03 43 65 66 48 08"),
    ('6', "50 30 03 06 28 48 66 65 44 24 05"),
    ('7', "00 60 28"),
    ('8', "24 02 01 20 40 61 62 44 24 06 07 28 48 67 66 44"),
    ('9', "18 38 65 62 40 20 02 03 24 44 63"),
];

/// The symbol of a number, modulo their count.
pub fn symbol(number: u64) -> char {
    usize::try_from(number % COUNT)
        .ok()
        .and_then(|at| SYMBOLS.get(at))
        .map_or('A', |(symbol, _)| *symbol)
}

/// The strokes of a symbol; none for other characters.
pub(super) fn strokes(symbol: char) -> Vec<Vec<Place>> {
    let found = SYMBOLS.iter().find(|(known, _)| *known == symbol);
    let text = found.map_or("", |(_, text)| text);
    text.split('|')
        .map(|stroke| stroke.split(' ').filter_map(place).collect())
        .collect()
}

fn place(text: &str) -> Option<Place> {
    let mut digits = text.chars().filter_map(|c| c.to_digit(10));
    Some((digits.next()?.into(), digits.next()?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_has_strokes_of_its_own_within_its_grid() {
        let mut drawn = Vec::new();
        for number in 0..COUNT {
            let strokes = strokes(symbol(number));
            assert!(strokes.iter().all(|stroke| stroke.len() >= 2));
            let places = || strokes.iter().flatten();
            assert!(places().all(|(x, y)| (0.0..=6.0).contains(x) && (0.0..=8.0).contains(y)));
            assert!(!drawn.contains(&strokes), "{}", symbol(number));
            drawn.push(strokes);
        }
        assert!(strokes('O').iter().all(Vec::is_empty));
    }
}
