//! Qualities in the names of magnets, for arbitrary names.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yingku_catalogue::magnets::marks::{Mark, Siblings, marks, marks_of};

fuzz_target!(|names: &str| {
    let (one, other) = names.split_once('\n').unwrap_or((names, names));
    let siblings = Siblings::of([one, other]);
    for name in [one, other] {
        let marks = |name: &str| marks(name, siblings);
        let said = marks(name);
        // Each mark once, in the order of the declaration.
        let ordered = Mark::ALL.into_iter().filter(|mark| said.contains(mark));
        assert_eq!(ordered.collect::<Vec<Mark>>(), said);
        // A search sets its words apart by tags, which are small.
        if !name.contains('<') {
            assert_eq!(marks(&name.to_ascii_uppercase()), said);
            assert_eq!(marks(&format!("<em>{name}</em>")), said);
        }
        // What stands before a full stop denies nothing after it.
        assert!(marks(&format!("{name}。中字")).contains(&Mark::Subtitle));
        assert!(marks(&format!("{name} 。 x 4k")).contains(&Mark::FourK));
        assert!(marks(&format!("{name}。无损")).contains(&Mark::Lossless));
    }
    let together = marks_of([one, other]);
    for mark in Mark::ALL {
        let said = [one, other].map(|name| marks(name, siblings).contains(&mark));
        assert_eq!(together.contains(&mark), said.contains(&true));
    }
});
