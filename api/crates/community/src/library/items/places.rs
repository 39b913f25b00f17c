//! Assigns a work's places when its collections change.

use std::collections::BTreeSet;

/// Most collections of one member that a work can be in (R9.5).
pub(super) const PLACES: i16 = 5;

/// The steps of a change.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    /// Collections to leave.
    pub leave: Vec<i64>,
    /// Collections to enter, with the place of each.
    pub enter: Vec<(i64, i16)>,
}

/// The moves from `before` (collection and place) to exactly `after`; none when there are not enough places.
pub(super) fn moves(before: &[(i64, i16)], after: &BTreeSet<i64>) -> Option<Moves> {
    let (stay, leave): (Vec<_>, Vec<_>) = before
        .iter()
        .copied()
        .partition(|(collection, _)| after.contains(collection));
    let taken: BTreeSet<i16> = stay.iter().map(|(_, place)| *place).collect();
    let current: BTreeSet<i64> = stay.iter().map(|(collection, _)| *collection).collect();
    let mut free = (1..=PLACES).filter(|place| !taken.contains(place));
    let enter: Option<Vec<_>> = after
        .difference(&current)
        .map(|collection| free.next().map(|place| (*collection, place)))
        .collect();
    Some(Moves {
        leave: leave
            .into_iter()
            .map(|(collection, _)| collection)
            .collect(),
        enter: enter?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ids: &[i64]) -> BTreeSet<i64> {
        ids.iter().copied().collect()
    }

    #[test]
    fn a_free_slot_is_used_again() {
        let before = [(10, 1), (11, 2), (12, 3)];
        let moves = moves(&before, &set(&[10, 12, 20, 21])).unwrap();
        assert_eq!(moves.leave, [11]);
        assert_eq!(moves.enter, [(20, 2), (21, 4)]);
    }

    #[test]
    fn there_is_no_sixth_slot() {
        let five: Vec<(i64, i16)> = (1..=5).map(|n| (i64::from(n), n)).collect();
        assert_eq!(moves(&five, &set(&[1, 2, 3, 4, 5, 6])), None);
        let exchanged = moves(&five, &set(&[2, 3, 4, 5, 6])).unwrap();
        assert_eq!((exchanged.leave, exchanged.enter), (vec![1], vec![(6, 1)]));
    }

    #[test]
    fn an_unchanged_selection_moves_nothing() {
        assert_eq!(moves(&[(1, 4)], &set(&[1])), Some(Moves::default()));
        assert_eq!(moves(&[], &set(&[])), Some(Moves::default()));
    }
}
