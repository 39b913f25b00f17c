//! A line of an import is parsed within the bounds of the format, and what was parsed can be written and parsed again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yingku::catalogue::import::line::line_of;
use yingku::catalogue::import::magnet::{LENGTH_MOST, MAGNET_NAME_MOST, MAGNETS_MOST};
use yingku::catalogue::import::path::ADDRESS_MOST;
use yingku::catalogue::import::record::{
    DURATION_MOST, IMAGES_MOST, NUMBER_MOST, Refusal, TITLE_MOST, TermKind, WorkRecord, parse_line,
};
use yingku::catalogue::import::term::{ALIASES_MOST, GROUP_MOST, NAME_MOST};

fuzz_target!(|line: &[u8]| match parse_line(line) {
    Ok(work) => {
        check_bounds(&work);
        let written = line_of(&work);
        let again = parse_line(written.as_bytes());
        assert_eq!(again.as_ref(), Ok(&work), "{written}");
    }
    Err(refusal) => check_refusal(&refusal),
});

/// A refusal is shown in a list and in a terminal: short, and on one line.
fn check_refusal(refusal: &Refusal) {
    let text = refusal.to_string();
    assert!(text.chars().count() < 400, "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

fn check_bounds(work: &WorkRecord) {
    check_text(&work.number, 1, NUMBER_MOST);
    check_text(&work.title, 1, TITLE_MOST);
    assert!((0..=DURATION_MOST).contains(&work.duration));
    assert!((0.0..=5.0).contains(&work.average));
    assert!(work.evaluates >= 0 && (0..=2).contains(&work.is_online));
    assert!(work.image_big.len() <= IMAGES_MOST && work.image_small.len() <= IMAGES_MOST);
    for address in [&work.pic_big, &work.pic_small, &work.mp4, &work.m3u8] {
        check_text(address, 0, ADDRESS_MOST);
    }
    for address in work.image_big.iter().chain(&work.image_small) {
        check_text(address, 1, ADDRESS_MOST);
        assert!(!address.contains(','));
    }
    for kind in TermKind::ALL {
        let terms = work.terms.iter().filter(|term| term.kind == kind);
        assert!(terms.count() <= kind.most());
    }
    for term in &work.terms {
        check_text(&term.name, 1, NAME_MOST);
        check_text(&term.name_cn, 0, NAME_MOST);
        check_text(&term.group, 0, GROUP_MOST);
        assert!(term.aliases.len() <= ALIASES_MOST);
        term.aliases
            .iter()
            .for_each(|alias| check_text(alias, 1, NAME_MOST));
    }
    assert!(work.magnets.len() <= MAGNETS_MOST);
    for magnet in &work.magnets {
        check_text(&magnet.name, 1, MAGNET_NAME_MOST);
        assert!((0..=LENGTH_MOST).contains(&magnet.length));
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        assert!(magnet.info_hash.len() == 40 && magnet.info_hash.bytes().all(is_digit));
    }
}

fn check_text(text: &str, least: usize, most: usize) {
    assert!((least..=most).contains(&text.chars().count()), "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
    assert_eq!(text.trim(), text);
}
