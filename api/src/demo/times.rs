//! Generates publish times, relative to the day on which the catalogue is generated.

use super::dice::{Dice, part};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;
const SHANGHAI: i64 = 8 * HOUR;

/// Thousandths of the works with a future date.
const AHEAD: u64 = 13;
/// Thousandths of the works and the days they are spread over, from 30 days ahead to twelve years back.
#[rustfmt::skip]
const SPANS: [(u64, u64); 14] = [
    (AHEAD, 29), (42, 31), (130, 335), (150, 365), (130, 365), (115, 365), (100, 365), (85, 365),
    (70, 365), (57, 365), (45, 365), (33, 365), (20, 365), (10, 365),
];
const MILLION: u64 = 1_000_000;
/// Works of a channel reserved for the last month, and the smallest channel with any.
const RESERVED: u64 = 24;
const MIN_WORKS: u64 = 100;

/// The last midnight in Shanghai. All times count from here, so that the catalogue is the same all day.
pub(super) const fn day_start(now: i64) -> i64 {
    (now + SHANGHAI).div_euclid(DAY) * DAY - SHANGHAI
}

/// The publish time of a slot; later slots are later.
pub(super) fn published(slot: u64, slots: u64, today: i64, dice: &mut Dice) -> i64 {
    let from_last = slots.saturating_sub(slot + 1);
    let jitter = dice.roll();
    let rank = from_last.checked_sub(slots * AHEAD / 1000 + 1);
    if let Some(rank) = rank.filter(|rank| slots >= MIN_WORKS && *rank < RESERVED) {
        return recent(rank, slot, today, jitter);
    }
    let mut left = share(from_last, jitter, slots, 1000 * MILLION);
    let mut end = today + 30 * DAY;
    for (weight, days) in SPANS {
        let weight = weight * MILLION;
        let minutes = days * 24 * 60;
        if left < weight {
            let back = u128::from(left) * u128::from(minutes) / u128::from(weight);
            return end - i64::try_from(back).unwrap_or(0) * MINUTE;
        }
        left -= weight;
        end -= i64::try_from(minutes).unwrap_or(0) * MINUTE;
    }
    end
}

/// The last slots before the future ones: eight at intervals of eight hours, so that there are always some of the last 24
/// hours; the next eight within a week, the others within a month.
fn recent(rank: u64, slot: u64, today: i64, jitter: u64) -> i64 {
    let signed = |number: u64| i64::try_from(number).unwrap_or(0);
    if rank < 8 {
        return today - 3 * HOUR + signed(slot % 4) * 8 * HOUR - signed(part(jitter, 120)) * MINUTE;
    }
    let days = if rank < 16 { 5 } else { 28 };
    today - DAY - signed(part(jitter, days * 24 * 60)) * MINUTE
}

/// Scales `place` plus a fraction from `places` to `whole`.
fn share(place: u64, part_of_one: u64, places: u64, whole: u64) -> u64 {
    let exact = (u128::from(place) << 32) + u128::from(part_of_one >> 32);
    let scaled = exact * u128::from(whole) / (u128::from(places.max(1)) << 32);
    u64::try_from(scaled).unwrap_or(0)
}

/// A random minute of a day in Shanghai, given its midnight in UTC.
pub(super) fn within(midnight: i64, dice: &mut Dice) -> i64 {
    midnight - SHANGHAI + i64::try_from(dice.below(24 * 60)).unwrap_or(0) * MINUTE
}
