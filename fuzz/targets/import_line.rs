//! A line of an import is parsed within the limits of the format, and a parsed line round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yingku_catalogue::import::line::line_of;
use yingku_catalogue::import::magnet::{MAX_LENGTH, MAX_MAGNET_NAME_CHARS, MAX_MAGNETS};
use yingku_catalogue::import::path::MAX_ADDRESS_CHARS;
use yingku_catalogue::import::record::{
    MAX_DURATION, MAX_IMAGES, MAX_NUMBER_CHARS, MAX_TITLE_CHARS, TermKind, ValidationError,
    WorkRecord, parse_line,
};
use yingku_catalogue::import::term::{MAX_ALIASES, MAX_GROUP_CHARS, MAX_NAME_CHARS};

fuzz_target!(|line: &[u8]| match parse_line(line) {
    Ok(work) => {
        check_bounds(&work);
        let written = line_of(&work);
        let again = parse_line(written.as_bytes());
        assert_eq!(again.as_ref(), Ok(&work), "{written}");
    }
    Err(validation_error) => check_rejection(&validation_error),
});

/// An error is shown in a list and in a terminal: short, and on one line.
fn check_rejection(validation_error: &ValidationError) {
    let text = validation_error.to_string();
    assert!(text.chars().count() < 400, "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

fn check_bounds(work: &WorkRecord) {
    check_text(&work.number, 1, MAX_NUMBER_CHARS);
    check_text(&work.title, 1, MAX_TITLE_CHARS);
    assert!((0..=MAX_DURATION).contains(&work.duration));
    assert!((0.0..=5.0).contains(&work.average));
    assert!(work.evaluates >= 0 && (0..=2).contains(&work.is_online));
    assert!(work.image_big.len() <= MAX_IMAGES && work.image_small.len() <= MAX_IMAGES);
    for address in [&work.pic_big, &work.pic_small, &work.mp4, &work.m3u8] {
        check_text(address, 0, MAX_ADDRESS_CHARS);
    }
    for address in work.image_big.iter().chain(&work.image_small) {
        check_text(address, 1, MAX_ADDRESS_CHARS);
        assert!(!address.contains(','));
    }
    for kind in TermKind::ALL {
        let terms = work.terms.iter().filter(|term| term.kind == kind);
        assert!(terms.count() <= kind.max_per_work());
    }
    for term in &work.terms {
        check_text(&term.name, 1, MAX_NAME_CHARS);
        check_text(&term.name_cn, 0, MAX_NAME_CHARS);
        check_text(&term.group, 0, MAX_GROUP_CHARS);
        assert!(term.aliases.len() <= MAX_ALIASES);
        term.aliases
            .iter()
            .for_each(|alias| check_text(alias, 1, MAX_NAME_CHARS));
    }
    assert!(work.magnets.len() <= MAX_MAGNETS);
    for magnet in &work.magnets {
        check_text(&magnet.name, 1, MAX_MAGNET_NAME_CHARS);
        assert!((0..=MAX_LENGTH).contains(&magnet.length));
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        assert!(magnet.info_hash.len() == 40 && magnet.info_hash.bytes().all(is_digit));
    }
}

fn check_text(text: &str, least: usize, most: usize) {
    assert!((least..=most).contains(&text.chars().count()), "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
    assert_eq!(text.trim(), text);
}
