//! Pinyin: of names in full and as initials, and of titles in pairs of syllables, so that any part of a title is found.

use std::collections::HashSet;
use std::sync::LazyLock;

use pinyin::ToPinyin as _;

use super::edits::is_one_edit;
use super::normalise::normalise;

/// Most ways in which a keyword is read.
const MOST_READINGS: usize = 6;
/// Longest syllable, letters: zhuang.
const LONGEST: usize = 6;

/// Every syllable there is, but for interjections like `ng`.
static SYLLABLES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let syllables = ('\u{4e00}'..='\u{9fff}').filter_map(syllable);
    syllables
        .filter(|text| text.contains(['a', 'e', 'i', 'o', 'u', 'v']))
        .collect()
});

/// The pinyin of a character without its tone.
pub(super) fn syllable(c: char) -> Option<String> {
    c.to_pinyin()
        .map(|reading| reading.plain().replace('ü', "v"))
}

/// The pinyin of a Chinese name: `linxiaoyue` and `lxy` for 林晓月. Empty if the name has other characters than Chinese
/// ones, spaces and dots.
pub fn readings(name: &str) -> Vec<String> {
    let (mut full, mut initials) = (String::new(), String::new());
    for c in normalise(name)
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '·' | '・' | '-'))
    {
        let Some(reading) = c.to_pinyin() else {
            return Vec::new();
        };
        full.push_str(&reading.plain().replace('ü', "v"));
        initials.push_str(reading.first_letter());
    }
    if full.is_empty() {
        Vec::new()
    } else {
        vec![full, initials]
    }
}

/// The pairs of syllables of a normalised title: `dengta` for 灯塔.
pub(super) fn pairs(normalised: &str) -> Vec<String> {
    let mut pairs = Vec::new();
    let mut before: Option<&'static str> = None;
    for c in normalised.chars() {
        let reading = c.to_pinyin().map(|reading| reading.plain());
        if let (Some(before), Some(reading)) = (before, reading) {
            pairs.push(format!("{before}{reading}").replace('ü', "v"));
        }
        before = reading;
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The pairs of syllables that a keyword of letters may mean, for each way to read it. The last syllable may be incomplete, and
/// its pair is then a beginning.
pub(super) fn read(letters: &str) -> Vec<Reading> {
    let mut ways = Vec::new();
    split(letters, &mut Vec::new(), &mut ways, &mut HashSet::new());
    let reading = |syllables: &Vec<&str>| Reading {
        pairs: syllables.windows(2).map(<[&str]>::concat).collect(),
        open: syllables
            .last()
            .is_some_and(|last| !SYLLABLES.contains(*last)),
    };
    // Complete readings before incomplete ones.
    let mut readings: Vec<Reading> = ways.iter().map(reading).collect();
    let is_one = SYLLABLES.contains(letters);
    if is_one || readings.iter().any(|reading| !reading.open) {
        readings.retain(|reading| !reading.open);
    }
    readings
}

/// A way to read a keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    /// At least one.
    pub(super) pairs: Vec<String>,
    /// Whether the last pair may go on.
    pub(super) open: bool,
}

impl Reading {
    /// Where a text has its pairs, out of the pairs of that text; none unless it has all of them.
    pub(super) fn places(&self, of_text: &[(usize, String)]) -> Option<Vec<usize>> {
        let mut places = Vec::new();
        for (number, wanted) in self.pairs.iter().enumerate() {
            let may_go_on = self.open && number + 1 == self.pairs.len();
            let is_it = |pair: &str| pair == wanted || (may_go_on && pair.starts_with(wanted));
            let before = places.len();
            places.extend(
                of_text
                    .iter()
                    .filter(|(_, pair)| is_it(pair))
                    .map(|at| at.0),
            );
            if places.len() == before {
                return None;
            }
        }
        Some(places)
    }
}

/// Adds the ways to read `letters` after `before` to `ways`. `unreadable` has the lengths of the ends that nothing is: without
/// it, the ways to come to an unreadable end would double with every `ao`.
fn split<'a>(
    letters: &'a str,
    before: &mut Vec<&'a str>,
    ways: &mut Vec<Vec<&'a str>>,
    unreadable: &mut HashSet<usize>,
) {
    if ways.len() >= MOST_READINGS || unreadable.contains(&letters.len()) {
        return;
    }
    if letters.is_empty() {
        if before.len() > 1 {
            ways.push(before.clone());
        }
        return;
    }
    let found = ways.len();
    for length in (1..=LONGEST.min(letters.len())).rev() {
        let Some((syllable, rest)) = letters.split_at_checked(length) else {
            continue;
        };
        let begins = || SYLLABLES.iter().any(|known| known.starts_with(syllable));
        if SYLLABLES.contains(syllable) || (rest.is_empty() && !before.is_empty() && begins()) {
            before.push(syllable);
            split(rest, before, ways, unreadable);
            before.pop();
        }
    }
    if ways.len() == found {
        unreadable.insert(letters.len());
    }
}

/// How differently two characters sound: 0 the same, 1 one letter apart; none if they do not sound alike.
pub(super) fn distance(one: char, other: char) -> Option<usize> {
    let (one, other) = (syllable(one)?, syllable(other)?);
    if one == other {
        return Some(0);
    }
    is_one_edit(&one, &other).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_names_are_read_in_full_and_by_initials() {
        assert_eq!(readings("林晓月"), ["linxiaoyue", "lxy"]);
        assert_eq!(readings("林曉月"), ["linxiaoyue", "lxy"]);
        assert!(readings("Nolan").is_empty());
        assert!(readings("").is_empty());
    }

    #[test]
    fn titles_are_read_in_pairs() {
        assert_eq!(pairs("灯塔 雪山"), ["dengta", "xueshan"]);
        assert_eq!(pairs("灯塔下"), ["dengta", "taxia"]);
        assert!(pairs("abc灯").is_empty());
    }

    #[test]
    fn letters_are_read_as_syllables() {
        let all = |letters: &str| -> Vec<Vec<String>> {
            read(letters)
                .into_iter()
                .map(|reading| reading.pairs)
                .collect()
        };
        assert_eq!(all("dengta"), [["dengta"]]);
        assert!(all("fangan").contains(&vec!["fangan".to_owned()]));
        assert_eq!(all("dengtaxia")[0], ["dengta", "taxia"]);
        assert!(all("deng").is_empty(), "one syllable is too common");
        assert_eq!(all("xian"), [["xian"]], "西安");
        assert!(all("xyz").is_empty());
        let open = read("dengt");
        assert!(open[0].open && open[0].pairs == ["dengt"]);
    }

    #[test]
    fn the_longest_keyword_without_a_reading_takes_no_time() {
        assert!(read(&format!("{}uu", "ao".repeat(49))).is_empty());
        assert_eq!(read(&"ao".repeat(50)).len(), MOST_READINGS);
    }
}
