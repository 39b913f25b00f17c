//! Generates one work from its slot.

use yingku_catalogue::import::record::{Channel, TermKind, TermRecord, WorkRecord};
use yingku_catalogue::playback::demo::STREAM;
use yingku_catalogue::precision::Precision;

use super::dice::{Dice, Shuffle, mix, place, size};
use super::magnets::magnets;
use super::numbers::{Numbered, Numbers};
use super::terms::Terms;
use super::times::{self, DAY};
use super::titles::title;

/// Path of the built-in clip on the media host.
const CLIP: &str = "clips/test-pattern.mp4";
/// The smallest id with 16 digits, and the number of ids from there.
const FIRST_KEY: u64 = 1_000_000_000_000_000;
const KEYS: u64 = 9_000_000_000_000_000_000;

pub(super) struct Shelf {
    channel: Channel,
    seed: u64,
    slots: u64,
    order: Shuffle,
    today: i64,
    terms: Terms,
    numbers: Numbers,
}

impl Shelf {
    /// The shelf of a channel; its works and those of the whole catalogue.
    pub(super) fn new(channel: Channel, seed: u64, (slots, works): (u64, u64), now: i64) -> Self {
        let terms = Terms::new(channel, seed, works);
        let numbers = Numbers::new(channel, seed, terms.labels.len());
        Self {
            channel,
            seed,
            slots,
            order: Shuffle::new(slots),
            today: times::day_start(now),
            terms,
            numbers,
        }
    }

    /// The work at a place in the order of generation.
    pub(super) fn work(&self, place: u64) -> WorkRecord {
        let slot = self.order.at(place);
        // Unique, and independent of the catalogue's size: a larger one contains the same works.
        let key = (slot << 2) | u64::from(self.channel.code().unsigned_abs());
        let mut dice = Dice::new([self.seed, 1, key]);
        let numbered = self.numbers.number(slot, &self.terms.labels);
        let pub_time = self.pub_time(slot, &numbered, &mut dice);
        // Today's works count as published, so that the catalogue is the same all day.
        let out = pub_time < self.today + DAY;
        let duration = duration(&mut dice);
        let (average, evaluates) = rating(out, &mut dice);
        let (is_online, m3u8) = online(out, &mut dice);
        let clip = dice.chance(15);
        let (image_small, image_big) = stills(self.seed, key, &mut dice);
        let title = title(self.channel, &mut dice);
        let terms = self.terms(&numbered, duration, &mut dice);
        let latest = self.today + DAY - 60;
        let copies = if out && dice.below(1000) < 708 {
            magnets(
                key ^ mix(self.seed),
                &numbered.number,
                pub_time,
                latest,
                &mut dice,
            )
        } else {
            Vec::new()
        };
        WorkRecord {
            channel: self.channel,
            number: numbered.number,
            title,
            pub_time,
            pub_precision: Precision::Day,
            duration,
            average,
            evaluates,
            is_online,
            pic_big: String::new(),
            pic_small: String::new(),
            image_big,
            image_small,
            mp4: if clip { CLIP.to_owned() } else { String::new() },
            m3u8,
            terms,
            magnets: copies,
            hidden: false,
        }
    }

    fn pub_time(&self, slot: u64, numbered: &Numbered, dice: &mut Dice) -> i64 {
        match numbered.day {
            Some(day) if day < self.today => times::within(day, dice),
            _ => times::published(slot, self.slots, self.today, dice),
        }
    }

    /// The terms in the order of their kinds, like the import.
    fn terms(&self, numbered: &Numbered, duration: i32, dice: &mut Dice) -> Vec<TermRecord> {
        let all = &self.terms;
        let mut terms = Vec::with_capacity(16);
        all.tags.choose(duration, dice, &mut terms);
        for _ in 0..performers(dice) {
            let performer = all.performer(dice);
            let known =
                |term: &TermRecord| term.kind == TermKind::Performer && term.name == performer.name;
            if !terms.iter().any(known) {
                terms.push(performer);
            }
        }
        let label = all.labels.get(numbered.label);
        let maker = label.map_or(0, |label| label.maker);
        terms.extend(all.makers.get(maker).cloned());
        terms.extend(label.map(|label| label.term.clone()));
        if dice.chance(82) {
            terms.extend(one(&all.directors, dice));
        }
        if dice.chance(50) {
            // A series belongs to one maker.
            let makers = size(all.makers.len()).max(1);
            let rank = dice.zipf(size(all.series.len()) / makers, 2);
            terms.extend(all.series.get(place(rank * makers) + maker).cloned());
        }
        if dice.chance(60) {
            terms.extend(one(&all.items, dice));
        }
        terms
    }
}

fn one(table: &[TermRecord], dice: &mut Dice) -> Option<TermRecord> {
    let rank = dice.zipf(size(table.len()), 2);
    table.get(place(rank)).cloned()
}

fn performers(dice: &mut Dice) -> u64 {
    match dice.below(100) {
        0..6 => 0,
        6..54 => 1,
        54..82 => 2,
        82..94 => 3,
        _ => 4,
    }
}

/// Minutes, mostly near two hours; 0 for a few unknown ones.
fn duration(dice: &mut Dice) -> i32 {
    let minutes = match dice.chance(9) {
        true => dice.between(40, 62),
        false => 40 + dice.below(61) + dice.below(81) + dice.below(61),
    };
    let known = dice.below(100) >= 3;
    i32::try_from(if known { minutes } else { 0 }).unwrap_or(0)
}

/// The average rating, in steps of a twentieth, and the number of ratings.
fn rating(out: bool, dice: &mut Dice) -> (f64, i32) {
    let steps = 40 + dice.below(21) + dice.below(21) + dice.below(21);
    let raters = dice.zipf(20_000, 5) + dice.below(12) + 1;
    let rated = dice.below(1000) >= 141;
    if !out || !rated {
        return (0.0, 0);
    }
    let hundredths = u32::try_from(steps * 5).unwrap_or(0);
    (
        f64::from(hundredths) / 100.0,
        i32::try_from(raters).unwrap_or(1),
    )
}

fn online(out: bool, dice: &mut Dice) -> (i16, String) {
    match dice.below(100) {
        0..8 if out => (1, STREAM.to_owned()),
        8..10 if out => (2, String::new()),
        _ => (0, String::new()),
    }
}

/// The small and big stills, which the server draws from the id in their names.
fn stills(seed: u64, key: u64, dice: &mut Dice) -> (Vec<String>, Vec<String>) {
    if !dice.chance(40) {
        return (Vec::new(), Vec::new());
    }
    let id = FIRST_KEY + mix(mix(seed).wrapping_add(key)) % KEYS;
    let name = |size: &str| {
        let size = size.to_owned();
        move |number: u64| format!("stills/{id}-{number}-{size}.svg")
    };
    let count = dice.between(4, 12);
    (
        (1..=count).map(name("small")).collect(),
        (1..=count).map(name("big")).collect(),
    )
}
