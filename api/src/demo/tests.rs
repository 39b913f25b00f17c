use std::collections::{HashMap, HashSet};

use yingku_catalogue::import::line::line_of;
use yingku_catalogue::import::record::{TermKind, TermRecord, parse_line};

use super::*;

/// Some afternoon in November 2026.
const NOW: i64 = 1_795_248_000;
const DAY: i64 = 86_400;

fn catalogue(works: u64) -> Vec<WorkRecord> {
    DemoCatalogue::new(works, 1, NOW).collect()
}

fn share(works: &[WorkRecord], test: impl Fn(&WorkRecord) -> bool) -> f64 {
    let count = works.iter().filter(|work| test(work)).count();
    f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(works.len()).unwrap())
}

fn of(works: &[WorkRecord], channel: Channel) -> Vec<&WorkRecord> {
    let found = works.iter().filter(|work| work.channel == channel);
    found.collect()
}

#[test]
fn the_catalogue_is_the_same_all_day() {
    assert_eq!(catalogue(2000), catalogue(2000));
    let midnight = (NOW + 8 * 3600) / DAY * DAY - 8 * 3600;
    for now in [midnight, midnight + DAY - 1] {
        let works: Vec<_> = DemoCatalogue::new(300, 1, now).collect();
        assert_eq!(works, catalogue(300));
    }
    let other: Vec<_> = DemoCatalogue::new(300, 2, NOW).collect();
    assert_ne!(other, catalogue(300));
}

#[test]
fn a_larger_catalogue_keeps_the_works_of_a_smaller_one() {
    let large: HashMap<_, _> = catalogue(5000)
        .into_iter()
        .map(|work| ((work.channel, work.number), work.title))
        .collect();
    for work in catalogue(1000) {
        assert_eq!(large.get(&(work.channel, work.number)), Some(&work.title));
    }
}

#[test]
fn every_size_yields_the_requested_number_of_works() {
    for works in [0, 1, 2, 7, 24, 25, 26, 99, 1234] {
        assert_eq!(catalogue(works).len(), usize::try_from(works).unwrap());
    }
}

#[test]
fn every_work_passes_the_import_unchanged() {
    for work in catalogue(5000) {
        assert_eq!(parse_line(line_of(&work).as_bytes()).as_ref(), Ok(&work));
        assert!(!work.title.is_empty() && work.pub_time % 60 == 0);
    }
}

#[test]
fn numbers_and_hashes_are_unique() {
    let mut numbers = HashSet::new();
    let mut hashes = HashSet::new();
    for work in DemoCatalogue::new(200_000, 1, NOW) {
        for magnet in work.magnets {
            assert!(hashes.insert(magnet.info_hash));
        }
        let number = (work.channel, work.number);
        assert!(!numbers.contains(&number), "{number:?}");
        numbers.insert(number);
    }
    assert_eq!(numbers.len(), 200_000);
}

#[test]
fn one_name_is_one_term() {
    let mut known: HashMap<(TermKind, Channel, String), TermRecord> = HashMap::new();
    for work in catalogue(30_000) {
        for term in work.terms {
            let key = (term.kind, work.channel, term.name.clone());
            let first = known.entry(key).or_insert_with(|| term.clone());
            assert_eq!(*first, term);
        }
    }
    let count = |kind| known.keys().filter(|key| key.0 == kind).count();
    assert!((200..1200).contains(&count(TermKind::Series)));
    assert!((1000..3000).contains(&count(TermKind::Performer)));
    for channel in Channel::ALL {
        let tags = known
            .values()
            .zip(known.keys())
            .filter(|(term, key)| term.kind == TermKind::Tag && key.1 == channel);
        let groups: HashSet<_> = tags.clone().map(|(term, _)| &term.group).collect();
        assert!((100..=150).contains(&tags.count()));
        assert_eq!(groups.len(), 10);
    }
}

#[test]
fn proportions_are_as_intended() {
    let works = catalogue(10_000);
    let near = |found: f64, meant: f64, off: f64| {
        assert!((found - meant).abs() <= off, "{found} for {meant}");
    };
    for (channel, meant) in Channel::ALL.into_iter().zip([0.60, 0.24, 0.16]) {
        near(share(&works, |work| work.channel == channel), meant, 0.001);
    }
    near(share(&works, WorkRecord::is_dht), 0.70, 0.02);
    near(share(&works, |work| work.average == 0.0), 0.15, 0.02);
    near(share(&works, |work| !work.image_big.is_empty()), 0.40, 0.02);
    near(share(&works, |work| work.is_online == 1), 0.08, 0.01);
    near(share(&works, |work| work.is_online == 2), 0.02, 0.005);
    near(share(&works, |work| !work.mp4.is_empty()), 0.15, 0.02);
    let has = |kind| {
        share(&works, |work| {
            work.terms.iter().any(|term| term.kind == kind)
        })
    };
    near(has(TermKind::Series), 0.50, 0.02);
    assert_eq!((has(TermKind::Tag), has(TermKind::Maker)), (1.0, 1.0));
    let between = |from: i64, to: i64| share(&works, |work| (from..to).contains(&work.pub_time));
    near(between(NOW, NOW + 31 * DAY), 0.012, 0.004);
    assert!(between(NOW - 30 * DAY, NOW) > 0.03);
    assert_eq!(between(NOW - 13 * 365 * DAY, NOW + 31 * DAY), 1.0);
}

#[test]
fn every_channel_has_recent_and_coming_works() {
    for hour in 0..24 {
        let now = NOW + hour * 3600;
        let works: Vec<_> = DemoCatalogue::new(1000, 1, now).collect();
        for channel in Channel::ALL {
            let times = of(&works, channel)
                .into_iter()
                .map(|work| now - work.pub_time);
            let times: Vec<_> = times.collect();
            let within = |days: i64| {
                times
                    .iter()
                    .filter(move |age| (0..days * DAY).contains(*age))
            };
            assert!(within(1).count() >= 1, "{channel:?} at hour {hour}");
            assert!(within(7).count() >= 5, "{channel:?} at hour {hour}");
            assert!(within(30).count() >= 7, "{channel:?} at hour {hour}");
            assert!(
                times.iter().any(|age| *age < 0),
                "{channel:?} at hour {hour}"
            );
        }
    }
}

#[test]
fn titles_are_unique_and_words_recur() {
    let works = catalogue(5000);
    let titles: HashSet<_> = works.iter().map(|work| work.title.as_str()).collect();
    assert!(titles.len() > 4900, "{}", titles.len());
    for title in &titles {
        let length = title.chars().count();
        assert!((6..=40).contains(&length), "{title}: {length}");
    }
    for word in ["雪", "灯塔", "邮差", "旧港", "舊", "Harbor", "Vol."] {
        let hits = titles.iter().filter(|title| title.contains(word)).count();
        assert!(hits >= 5, "{word}: {hits}");
    }
}

#[test]
fn values_stay_in_their_ranges() {
    for work in catalogue(5000) {
        assert!(work.duration == 0 || (40..=240).contains(&work.duration));
        assert!(work.average == 0.0 || (2.0..=5.0).contains(&work.average));
        assert_eq!(work.average == 0.0, work.evaluates == 0);
        assert!(work.magnets.len() <= 6 && work.image_big.len() <= 12);
        assert_eq!(work.image_big.len(), work.image_small.len());
        assert_eq!(work.is_online == 1, !work.m3u8.is_empty());
        let tags = work.terms.iter().filter(|term| term.kind == TermKind::Tag);
        assert!((3..=8).contains(&tags.count()));
        for magnet in &work.magnets {
            assert!(magnet.name.starts_with(&work.number));
            assert!((300_000_000..=40_010_000_000).contains(&magnet.length));
            assert!(magnet.create_time >= work.pub_time);
        }
    }
}
