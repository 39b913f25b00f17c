//! Generates the terms of one channel: bounded tables, built once.

use yingku_catalogue::import::record::{Channel, TermKind, TermRecord};

use super::dice::{Dice, Shuffle, at, size};
use super::houses::{
    ITEM_MOMENTS, ITEM_PLACES, LABELS, LINES, ROOTS, SERIES_HEADS, SERIES_TAILS, SHELVES, SITES,
    TRADES,
};
use super::people;
use super::tags::Tags;

/// Key of random streams that do not belong to a work.
const ALIASES: u64 = 1 << 61;
/// First number of directors: far from the most popular performers, and in the range of eastern given names in kanji.
const DIRECTORS_FROM: u64 = 31_000;

/// A label and what it determines.
pub(super) struct Label {
    pub(super) term: TermRecord,
    /// The prefix of its numbers.
    pub(super) prefix: String,
    /// Its maker's index.
    pub(super) maker: usize,
}

pub(super) struct Terms {
    channel: Channel,
    seed: u64,
    pub(super) makers: Vec<TermRecord>,
    pub(super) labels: Vec<Label>,
    pub(super) directors: Vec<TermRecord>,
    pub(super) series: Vec<TermRecord>,
    pub(super) items: Vec<TermRecord>,
    pub(super) tags: Tags,
    performers: u64,
    /// Their order in the uncensored channel.
    order: Shuffle,
    names: Shuffle,
}

impl Terms {
    /// The terms of a channel in a catalogue of `works` works.
    pub(super) fn new(channel: Channel, seed: u64, works: u64) -> Self {
        let (directors, series, items) = match channel {
            Channel::Censored => (60, 200, 100),
            Channel::Uncensored => (30, 110, 60),
            Channel::Western => (30, 90, 40),
        };
        let labels = labels(channel);
        let count = performers(channel, works);
        let mut terms = Self {
            channel,
            seed,
            makers: makers(channel),
            labels,
            directors: Vec::new(),
            series: table(scaled(series, works), |number| series_term(channel, number)),
            items: table(scaled(items, works), item),
            tags: Tags::new(channel),
            performers: count,
            order: Shuffle::new(count),
            names: people::order(channel),
        };
        terms.directors = table(scaled(directors, works), |number| {
            terms.person(TermKind::Director, number + DIRECTORS_FROM)
        });
        terms
    }

    /// A performer; the first are the most frequent.
    pub(super) fn performer(&self, dice: &mut Dice) -> TermRecord {
        let rank = dice.zipf(self.performers, 2);
        // The eastern channels share performers, but not their stars.
        let number = match self.channel {
            Channel::Uncensored => self.order.at(rank),
            Channel::Censored | Channel::Western => rank,
        };
        self.person(TermKind::Performer, number)
    }

    fn person(&self, kind: TermKind, number: u64) -> TermRecord {
        // Not the work's dice, so that a name always has the same aliases.
        let mut dice = Dice::new([self.seed, ALIASES, number]);
        match self.channel {
            Channel::Western => people::western(kind, number, self.names, &mut dice),
            Channel::Censored | Channel::Uncensored => {
                people::eastern(kind, number, self.names, &mut dice)
            }
        }
    }
}

/// Scales `base`, the number for 5,000 works, with the fourth root of the works.
fn scaled(base: u64, works: u64) -> u64 {
    let tenths = works.saturating_mul(2).isqrt().isqrt();
    (base * tenths / 10).max(base / 4)
}

/// The number of performers, which grows with the square root of the works.
fn performers(channel: Channel, works: u64) -> u64 {
    let all = works.isqrt().saturating_mul(11);
    let share = match channel {
        Channel::Censored => 68,
        Channel::Uncensored => 40,
        Channel::Western => 32,
    };
    (all.saturating_mul(share) / 100).clamp(24, 19_000)
}

fn table(count: u64, entry: impl Fn(u64) -> TermRecord) -> Vec<TermRecord> {
    let mut table: Vec<TermRecord> = Vec::new();
    for number in 0..count {
        let term = entry(number);
        if table.iter().all(|known| known.name != term.name) {
            table.push(term);
        }
    }
    table
}

fn term(kind: TermKind, name: String, name_cn: String, aliases: Vec<String>) -> TermRecord {
    TermRecord {
        kind,
        name,
        name_cn,
        aliases,
        group: String::new(),
    }
}

fn makers(channel: Channel) -> Vec<TermRecord> {
    let eastern = |(number, root): (usize, &(&str, &str, &str))| {
        let trade = at(&TRADES, size(number * 3) + channel_step(channel));
        let name = format!("{}{}", root.0, trade.0);
        let name_cn = format!("{}{}", root.1, trade.1);
        let aliases = vec![format!("{} {}", root.2, trade.2)];
        term(TermKind::Maker, name, name_cn, aliases)
    };
    let roots = ROOTS.iter().enumerate();
    match channel {
        Channel::Censored => roots.map(eastern).collect(),
        Channel::Uncensored => roots.rev().take(14).map(eastern).collect(),
        Channel::Western => SITES
            .iter()
            .map(|site| term(TermKind::Maker, site.0.into(), site.1.into(), Vec::new()))
            .collect(),
    }
}

fn channel_step(channel: Channel) -> u64 {
    u64::from(channel.code().unsigned_abs())
}

fn labels(channel: Channel) -> Vec<Label> {
    let eastern = |makers: usize| {
        move |(number, word): (usize, &(&str, &str, &str))| {
            let line = at(&LINES, size(number * 7) + channel_step(channel));
            let name = format!("{} {}", word.2, line.0);
            let name_cn = format!("{}{}", word.1, line.1);
            Label {
                term: term(TermKind::Label, name, name_cn, vec![word.0.to_owned()]),
                prefix: word.2.to_owned(),
                maker: number % makers,
            }
        }
    };
    let words = LABELS.iter();
    match channel {
        Channel::Censored => words.enumerate().map(eastern(ROOTS.len())).collect(),
        Channel::Uncensored => words.rev().take(40).enumerate().map(eastern(14)).collect(),
        Channel::Western => western_labels(),
    }
}

fn western_labels() -> Vec<Label> {
    let mut labels = Vec::new();
    for shelf in &SHELVES {
        for (maker, site) in SITES.iter().enumerate() {
            let name = format!("{} {}", site.0, shelf.0);
            let name_cn = format!("{}{}", site.1, shelf.1);
            labels.push(Label {
                term: term(TermKind::Label, name, name_cn, Vec::new()),
                prefix: format!("{}{}", site.2, shelf.2),
                maker,
            });
        }
    }
    labels
}

fn series_term(channel: Channel, number: u64) -> TermRecord {
    let place = Shuffle::new(size(SERIES_HEADS.len() * SERIES_TAILS.len())).at(number);
    let head = at(&SERIES_HEADS, place);
    let tail = at(&SERIES_TAILS, place / size(SERIES_HEADS.len()));
    let name = match channel {
        Channel::Western => format!("{} {}", head.2, tail.2),
        Channel::Censored | Channel::Uncensored => format!("{}の{}", head.0, tail.0),
    };
    term(
        TermKind::Series,
        name,
        format!("{}{}", head.1, tail.1),
        Vec::new(),
    )
}

fn item(number: u64) -> TermRecord {
    let place = Shuffle::new(size(ITEM_PLACES.len() * ITEM_MOMENTS.len())).at(number);
    let name = format!(
        "{}的{}",
        at(&ITEM_PLACES, place),
        at(&ITEM_MOMENTS, place / size(ITEM_PLACES.len())),
    );
    term(TermKind::Item, name, String::new(), Vec::new())
}
