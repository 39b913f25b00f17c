//! A generated demo catalogue of invented films and people, the same every time.
//!
//! Each work depends only on the seed, its index, the number of works and the day. No state is kept between works, so
//! memory does not grow with their number.

mod dice;
mod houses;
mod magnets;
mod numbers;
mod people;
pub mod removal;
mod tags;
mod terms;
mod times;
mod titles;
mod words;
mod works;

use yingku_catalogue::import::record::{Channel, WorkRecord};

use dice::{place, size};
use works::Shelf;

/// The channels of 25 consecutive works: 15 censored, 6 uncensored, 4 western.
const ROUND: [usize; 25] = [
    0, 0, 1, 0, 2, 0, 0, 1, 0, 0, 1, 0, 2, 0, 0, 1, 0, 2, 0, 1, 0, 0, 1, 0, 2,
];

/// An iterator over the works of a demo catalogue.
pub struct DemoCatalogue {
    shelves: [Shelf; 3],
    works: u64,
    next: u64,
}

impl DemoCatalogue {
    /// A catalogue of `works` works, with dates relative to the day in Shanghai of `now_s` (seconds since 1970).
    #[must_use]
    pub fn new(works: u64, seed: u64, now_s: i64) -> Self {
        let counted = |number: usize| (before(number, works), works);
        let shelf = |channel, number| Shelf::new(channel, seed, counted(number), now_s);
        Self {
            shelves: [
                shelf(Channel::Censored, 0),
                shelf(Channel::Uncensored, 1),
                shelf(Channel::Western, 2),
            ],
            works,
            next: 0,
        }
    }
}

impl Iterator for DemoCatalogue {
    type Item = WorkRecord;

    fn next(&mut self) -> Option<WorkRecord> {
        let index = (self.next < self.works).then_some(self.next)?;
        self.next += 1;
        let number = ROUND.get(place(index % size(ROUND.len()))).copied()?;
        let shelf = self.shelves.get(number)?;
        Some(shelf.work(before(number, index)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.works - self.next);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

/// The number of works of the channel with this number among the first `index`.
fn before(number: usize, index: u64) -> u64 {
    let count = |channels: &[usize]| size(channels.iter().filter(|at| **at == number).count());
    let (rounds, rest) = (index / size(ROUND.len()), index % size(ROUND.len()));
    let begun = ROUND.get(..place(rest)).map_or(0, count);
    rounds * count(&ROUND) + begun
}

#[cfg(test)]
mod tests;
