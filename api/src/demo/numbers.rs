//! Generates film numbers. A work's slot determines its label and serial, each pair once, so that numbers are unique in
//! a channel and serials rise with the date.

use chrono::{DateTime, Datelike};
use yingku_catalogue::import::record::Channel;

use super::dice::{Dice, Shuffle, place, size};
use super::houses::SITES;
use super::terms::Label;

const DAY: i64 = 86_400;
/// The first date in a number: 1 January 2014, in days since 1970.
const FIRST_DAY: i64 = 16_071;
/// Number of days in numbers.
const DAYS: u64 = 4_500;
/// Maximum number of dated numbers of one day in one round.
const A_DAY: u64 = 8;
/// Outside the censored channel three of ten numbers are dates.
const TEN: u64 = 10;
const DATED: u64 = 3;
/// A prime below which the serials of a day are scattered.
const SCATTER: u64 = 991;

/// A number and what it determines.
pub(super) struct Numbered {
    pub(super) number: String,
    pub(super) label: usize,
    /// Midnight of the day in the number, seconds.
    pub(super) day: Option<i64>,
}

pub(super) struct Numbers {
    channel: Channel,
    /// A round of labels, each with the count of its turn.
    round: Vec<(usize, u64)>,
    /// Number of turns of each label in a round.
    turns: Vec<u64>,
    /// The first slot of each day in a round of days; later days have more.
    days: Vec<u64>,
    /// Number of slots in a round of days.
    dated: u64,
    day_order: Shuffle,
}

impl Numbers {
    /// The numbers of a channel with this many labels.
    pub(super) fn new(channel: Channel, seed: u64, labels: usize) -> Self {
        let turns: Vec<u64> = (0..size(labels)).map(|rank| 300 / (rank + 6) + 1).collect();
        let mut order: Vec<usize> = Vec::new();
        for (label, count) in turns.iter().enumerate() {
            order.extend((0..*count).map(|_| label));
        }
        let mut dice = Dice::new([seed, u64::MAX, size(labels)]);
        for last in (1..order.len()).rev() {
            order.swap(last, place(dice.below(size(last) + 1)));
        }
        let mut taken = vec![0; labels];
        let mut round = Vec::with_capacity(order.len());
        for label in order {
            let turn = taken.get_mut(label).map_or(0, |turn| {
                *turn += 1;
                *turn
            });
            round.push((label, turn));
        }
        let mut days = Vec::new();
        let mut dated = 0;
        for day in 0..DAYS {
            days.push(dated);
            dated += 1 + day * A_DAY / DAYS;
        }
        Self {
            channel,
            round,
            turns,
            days,
            dated,
            day_order: Shuffle::new(dated),
        }
    }

    /// The number of a slot.
    pub(super) fn number(&self, slot: u64, labels: &[Label]) -> Numbered {
        if self.channel == Channel::Censored {
            return self.serial(slot, labels);
        }
        let (tens, rest) = (slot / TEN, slot % TEN);
        match rest.checked_sub(DATED) {
            Some(rest) => self.serial(tens * (TEN - DATED) + rest, labels),
            None => self.dated(tens * DATED + rest, labels),
        }
    }

    fn serial(&self, slot: u64, labels: &[Label]) -> Numbered {
        let length = size(self.round.len()).max(1);
        let (label, turn) = self
            .round
            .get(place(slot % length))
            .copied()
            .unwrap_or_default();
        let turns = self.turns.get(label).copied().unwrap_or(1);
        let serial = slot / length * turns + turn;
        let prefix = labels.get(label).map_or("", |label| label.prefix.as_str());
        let number = match self.channel {
            Channel::Censored => format!("{prefix}-{serial:03}"),
            Channel::Uncensored => format!("{prefix}-{serial:04}"),
            Channel::Western => format!("{prefix}-{}", serial + 1000),
        };
        Numbered {
            number,
            label,
            day: None,
        }
    }

    fn dated(&self, slot: u64, labels: &[Label]) -> Numbered {
        let (round, rest) = (slot / self.dated, self.day_order.at(slot));
        let after = self.days.partition_point(|first| *first <= rest);
        let day = size(after.saturating_sub(1));
        let first = self.days.get(place(day)).copied().unwrap_or_default();
        let of_day = round * A_DAY + rest - first;
        let midnight = (FIRST_DAY + i64::try_from(day).unwrap_or(0)) * DAY;
        let date = DateTime::from_timestamp(midnight, 0).unwrap_or_default();
        let (year, month, day_of_month) = (date.year() % 100, date.month(), date.day());
        if self.channel == Channel::Western {
            let sites = size(SITES.len());
            // 3 is coprime with the number of sites, so each has its turn.
            let site = (day * 7 + of_day * 3) % sites;
            let name = SITES.get(place(site)).map_or("", |site| site.0);
            let number = match of_day / sites {
                0 => format!("{name}.{year:02}.{month:02}.{day_of_month:02}"),
                more => format!("{name}.{year:02}.{month:02}.{day_of_month:02}.{}", more + 1),
            };
            return Numbered {
                number,
                label: place(site),
                day: Some(midnight),
            };
        }
        let serial = of_day / SCATTER * 1000 + (of_day * 37 + day * 11) % SCATTER + 1;
        Numbered {
            number: format!("{month:02}{day_of_month:02}{year:02}-{serial:03}"),
            label: place(of_day % size(labels.len()).clamp(1, 5)),
            day: Some(midnight),
        }
    }
}
