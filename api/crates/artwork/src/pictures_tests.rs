//! Pictures are the same everywhere, differ from each other, and are proper small files.

use std::collections::HashSet;

use super::*;

/// Ids as they come: one after the other.
fn seeds(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(|step| 910_000_000_000_000_001 + step)
}

/// Every element is closed in order, and every name that is used is defined.
fn assert_proper(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert_eq!(text, "", "no text between elements");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let names = |start: &'static str| {
        svg.split(start)
            .skip(1)
            .filter_map(|rest| rest.split([')', '"']).next())
    };
    let defined: HashSet<_> = names("id=\"").collect();
    for used in names("url(#").chain(names("href=\"#")) {
        assert!(defined.contains(used), "{used}");
    }
    for bad in ["NaN", "inf", "script", "filter", "<text", "style"] {
        assert!(!svg.contains(bad), "{bad}");
    }
    assert_eq!(svg.matches("http").count(), 1, "only the namespace");
}

#[test]
fn the_same_id_is_the_same_picture() {
    for seed in seeds(40) {
        assert_eq!(cover(seed, Size::Small), cover(seed, Size::Small));
        assert_eq!(still(seed, 3, Size::Big), still(seed, 3, Size::Big));
        assert_eq!(avatar(seed), avatar(seed));
        assert_eq!(tint(seed), tint(seed));
    }
}

#[test]
fn neighbours_and_shots_all_differ() {
    let covers: HashSet<_> = seeds(300).map(|seed| cover(seed, Size::Small)).collect();
    assert_eq!(covers.len(), 300);
    let avatars: HashSet<_> = seeds(300).map(avatar).collect();
    assert_eq!(avatars.len(), 300);
    let tints: HashSet<_> = seeds(300).map(tint).collect();
    assert!(tints.len() > 20, "{} tints", tints.len());
    for seed in seeds(8) {
        let shots: HashSet<_> = (0..=100).map(|n| still(seed, n, Size::Small)).collect();
        assert_eq!(shots.len(), 101);
    }
}

#[test]
fn every_file_is_valid_and_small() {
    for seed in seeds(2_000).chain([0, 1, u64::MAX]) {
        let small = cover(seed, Size::Small);
        if seed % 8 == 0 {
            assert_proper(&small);
        }
        assert!(small.len() < 9 * 1024, "{seed}: {} bytes", small.len());
    }
    for seed in seeds(80) {
        for svg in [
            cover(seed, Size::Big),
            still(seed, 7, Size::Small),
            still(seed, 9, Size::Big),
            avatar(seed),
        ] {
            assert_proper(&svg);
            assert!(svg.len() < 12 * 1024, "{seed}: {} bytes", svg.len());
        }
    }
}

#[test]
fn sizes_share_their_drawing() {
    let has = |svg: String, size: &str, view: &str| {
        assert!(svg.contains(size), "{size}");
        assert!(svg.contains(&format!("viewBox=\"0 0 {view}\"")), "{view}");
    };
    has(
        cover(7, Size::Small),
        r#"width="480" height="320""#,
        "480 320",
    );
    has(
        cover(7, Size::Big),
        r#"width="1200" height="800""#,
        "480 320",
    );
    has(
        still(7, 1, Size::Small),
        r#"width="480" height="270""#,
        "480 270",
    );
    has(
        still(7, 1, Size::Big),
        r#"width="1280" height="720""#,
        "480 270",
    );
    has(avatar(7), r#"width="240" height="240""#, "120 120");
}

#[test]
fn a_tint_is_a_dark_colour() {
    for seed in seeds(2_000) {
        let tint = tint(seed);
        let digits = tint.strip_prefix('#').expect("a hash");
        assert_eq!(digits.len(), 6);
        let code = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
        let light = crate::palette::Rgb::hex(code).lightness();
        assert!((0.1..0.45).contains(&light), "{tint}: {light}");
    }
}
