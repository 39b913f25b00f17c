//! Pinyin: of names in full and as initials, and of titles as pairs of syllables, so that any part of a title is found.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::edits::is_one_edit;
use super::normalise::spoken;
use super::polyphones::syllables;
use super::romanised::romanised;
use super::surnames;
use super::tokenizer::is_bracket;

/// Maximum number of readings of a keyword.
const MAX_READINGS: usize = 6;
/// Maximum length of a syllable, letters: zhuang.
const MAX_SYLLABLE_LETTERS: usize = 6;

/// Maximum number of readings of a name with polyphones.
const MAX_WAYS: usize = 8;

/// Every syllable, except interjections like `ng`.
static SYLLABLES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let syllables = ('\u{4e00}'..='\u{9fff}').flat_map(syllables);
    syllables
        .filter(|text| text.contains(['a', 'e', 'i', 'o', 'u', 'v']))
        .collect()
});

/// A name as people type it in Latin letters: the pinyin of its Chinese characters, `linxiaoyue` and `lxy` for 林晓月, in all
/// readings, and what is in brackets alone; the words in kana or another alphabet ([`romanised`]).
pub fn readings(name: &str) -> Vec<String> {
    let mut readings = Vec::new();
    for part in spoken(name).split(is_bracket) {
        for reading in in_pinyin(part) {
            if !reading.is_empty() && !readings.contains(&reading) {
                readings.push(reading);
            }
        }
    }
    readings.extend(romanised(name));
    readings
}

/// The pinyin of a name without its Latin letters, digits and signs; none if it has kana or the like.
fn in_pinyin(name: &str) -> impl Iterator<Item = String> {
    let kept = name.chars();
    let kept: Vec<char> = kept
        .filter(|c| c.is_alphanumeric() && !c.is_ascii())
        .collect();
    let mut ways = ways(&kept, (String::new(), String::new()));
    if let Some((length, read)) = surnames::read(&kept) {
        let initials = read.iter().filter_map(|syllable| syllable.chars().next());
        let begin = (read.concat(), initials.collect());
        let mut as_surname = self::ways(kept.get(length..).unwrap_or_default(), begin);
        as_surname.truncate(MAX_WAYS / 2);
        ways.retain(|way| !as_surname.contains(way));
        ways.truncate(MAX_WAYS - as_surname.len());
        ways.append(&mut as_surname);
    }
    ways.into_iter()
        .flat_map(|(full, initials)| [full, initials])
}

/// The readings of characters after a prefix, in full and by initials.
fn ways(chars: &[char], begin: (String, String)) -> Vec<(String, String)> {
    let mut ways = vec![begin];
    for c in chars {
        let several = ways.len() * syllables(*c).count() <= MAX_WAYS;
        let read = syllables(*c).take(if several { MAX_WAYS } else { 1 });
        let longer = |(full, initials): &(String, String)| {
            let (full, initials) = (full.clone(), initials.clone());
            read.clone().map(move |syllable| {
                let initial = syllable.get(..1).unwrap_or_default();
                (format!("{full}{syllable}"), format!("{initials}{initial}"))
            })
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways
}

/// The pairs of syllables of a title: `dengta` for 灯塔.
pub(crate) fn pairs(title: &str) -> Vec<String> {
    let spoken = spoken(title);
    let pairs = pairs_at(spoken.chars());
    let mut pairs: Vec<String> = pairs.into_iter().map(|(_, pair)| pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The pairs of syllables of a [`spoken`] text, each with the position of its first character.
pub(crate) fn pairs_at(spoken: impl Iterator<Item = char> + Clone) -> Vec<(usize, String)> {
    let following = spoken.clone().skip(1);
    let pair = |(at, (one, other)): (usize, (char, char))| {
        syllables(one)
            .flat_map(move |one| syllables(other).map(move |other| (at, format!("{one}{other}"))))
    };
    spoken.zip(following).enumerate().flat_map(pair).collect()
}

/// The pairs of syllables in each reading of a keyword of letters. The last syllable may be incomplete, and its pair is
/// then a prefix.
pub(crate) fn read(letters: &str) -> Vec<Reading> {
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

/// A reading of a keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    /// At least one.
    pub(crate) pairs: Vec<String>,
    /// Whether the last pair is a prefix.
    pub(crate) open: bool,
}

impl Reading {
    /// Positions of its pairs among the pairs of a text; `None` unless it has all of them.
    pub(crate) fn places(&self, of_text: &[(usize, String)]) -> Option<Vec<usize>> {
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

/// The ways to read letters as two syllables.
pub(crate) fn two_syllables(letters: &str) -> Vec<(&str, &str)> {
    let ways = (1..letters.len()).filter_map(|length| letters.split_at_checked(length));
    ways.filter(|(one, other)| SYLLABLES.contains(*one) && SYLLABLES.contains(*other))
        .collect()
}

/// Adds the readings of `letters` after `before` to `ways`. `unreadable` memoises the lengths of suffixes without a
/// reading: without it, the paths to an unreadable suffix would double with every `ao`.
fn split<'a>(
    letters: &'a str,
    before: &mut Vec<&'a str>,
    ways: &mut Vec<Vec<&'a str>>,
    unreadable: &mut HashSet<usize>,
) {
    if ways.len() >= MAX_READINGS || unreadable.contains(&letters.len()) {
        return;
    }
    if letters.is_empty() {
        if before.len() > 1 {
            ways.push(before.clone());
        }
        return;
    }
    let found = ways.len();
    for length in (1..=MAX_SYLLABLE_LETTERS.min(letters.len())).rev() {
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

/// Phonetic distance of two characters: 0 homophones, 1 one letter apart; `None` if further.
pub(crate) fn distance(one: char, other: char) -> Option<usize> {
    let both = syllables(one).flat_map(|one| syllables(other).map(move |other| (one, other)));
    let apart = both.filter_map(|(one, other)| match one == other {
        true => Some(0),
        false => is_one_edit(one, other).then_some(1),
    });
    apart.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_names_are_read_in_full_and_by_initials() {
        assert_eq!(readings("林晓月"), ["linxiaoyue", "lxy"]);
        assert_eq!(readings("林曉月"), ["linxiaoyue", "lxy"]);
        assert_eq!(readings("林.晓⋅月"), ["linxiaoyue", "lxy"]);
        assert_eq!(readings("佐々木塔白"), ["zuozuomutabai", "zzmtb"]);
        assert!(readings("万俟月").contains(&"moqiyue".to_owned()));
        assert!(readings("单于月").contains(&"chanyuyue".to_owned()));
        assert!(readings("繆月").contains(&"miaoyue".to_owned()));
        for name in [
            "林Anna晓月",
            "【林晓月】",
            "「林　晓月」",
            "林・晓・月",
            "林晓月 2",
        ] {
            assert_eq!(readings(name), ["linxiaoyue", "lxy"], "{name}");
        }
        assert_eq!(readings("林月（雪山）"), ["linyue", "ly", "xueshan", "xs"]);
        assert!(readings("Nolan").is_empty());
        assert!(readings("林の月").is_empty());
        assert!(readings("").is_empty());
        assert_eq!(readings("乐山"), ["leshan", "ls", "yueshan", "ys"]);
        assert_eq!(readings(&"乐".repeat(40)).len(), 2 * MAX_WAYS);
    }

    #[test]
    fn titles_are_indexed_by_pairs_of_syllables() {
        assert_eq!(pairs("灯塔 雪山"), ["dengta", "xueshan"]);
        assert_eq!(pairs("灯塔下"), ["dengta", "taxia"]);
        assert!(pairs("abc灯").is_empty());
        assert_eq!(pairs("彷徨"), ["panghuang"]);
        assert!(pairs("呱呱").contains(&"guagua".to_owned()));
        assert_eq!(pairs("瀋陽"), pairs("沈阳"));
        assert_eq!(pairs("长江"), ["changjiang", "zhangjiang"]);
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
    fn the_longest_keyword_without_a_reading_is_handled_quickly() {
        assert!(read(&format!("{}uu", "ao".repeat(49))).is_empty());
        assert_eq!(read(&"ao".repeat(50)).len(), MAX_READINGS);
    }
}
