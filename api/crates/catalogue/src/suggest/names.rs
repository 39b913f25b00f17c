//! Names in memory, found by whole name, by prefix and by part. The names of each kind are concatenated in one text, most
//! used first, so that a scan stops as soon as it has found enough.

use std::collections::HashSet;

use memchr::memmem;
use yingku_base::string_enum;
use yingku_search::{IndexedTerm, folded, has_forms, is_bracket, written};

/// Separates names. Folded names have no control characters.
const SEPARATOR: char = '\n';

string_enum! {
    /// How well a keyword matches a name.
    pub enum NameMatch {
        /// A whole name in any script, its two words in either order, all of its pinyin or initials, or all of its
        /// words written as one.
        Whole = "whole",
        /// A prefix of a name.
        Begin = "begin",
        /// A prefix of a word within a name, any characters of it, or a prefix of its pinyin.
        Part = "part",
    }
}

/// A term with a matching name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedTerm {
    /// Its id.
    pub id: i64,
    /// How well the keyword matches.
    pub named: NameMatch,
}

/// The names of each kind.
#[derive(Default)]
pub(super) struct Names(pub Vec<NamesOfKind>);

/// The names of a kind.
#[derive(Default)]
pub(super) struct NamesOfKind {
    names: Lines,
    /// Names with variant characters, as written.
    written: Lines,
    /// Names of several words, written as one; found by prefix only.
    as_one: Lines,
    /// Words of names joined, found by prefix only.
    joined: Lines,
    /// The pinyin of names, found by prefix only.
    pinyin: Lines,
}

impl NamesOfKind {
    /// Adds a term.
    pub(super) fn add(&mut self, term: &IndexedTerm) {
        let mut as_one = HashSet::new();
        for Key {
            folded: name,
            written,
        } in term.names().map(Key::of)
        {
            self.names.add(term.id, &name);
            if let Some(written) = written {
                self.written.add(term.id, &written);
            }
            if name.contains(' ') {
                as_one.insert(name.replace(' ', ""));
            }
        }
        for joined in term
            .joined
            .iter()
            .filter(|joined| !as_one.contains(*joined))
        {
            self.joined.add(term.id, joined);
        }
        for name in as_one {
            self.as_one.add(term.id, &name);
        }
        for pinyin in &term.pinyin {
            self.pinyin.add(term.id, pinyin);
        }
    }

    /// Up to `limit` matching terms, best match first, without those in `hidden`.
    pub(super) fn find(&self, key: &Key, limit: usize, hidden: &HashSet<i64>) -> Vec<NamedTerm> {
        let mut found: Vec<NamedTerm> = Vec::new();
        for (lines, wanted, named) in self.scans(key) {
            for id in lines.find(&wanted) {
                if found.len() >= limit {
                    return found;
                }
                if !hidden.contains(&id) && found.iter().all(|term| term.id != id) {
                    found.push(NamedTerm { id, named });
                }
            }
        }
        found
    }

    /// Which lines to search for which text, best first.
    fn scans(
        &self,
        Key {
            folded: key,
            written,
        }: &Key,
    ) -> Vec<(&Lines, String, NameMatch)> {
        use NameMatch::{Begin, Part, Whole};
        let begin = |text: &str| format!("{SEPARATOR}{text}");
        let whole = |text: &str| format!("{SEPARATOR}{text}{SEPARATOR}");
        let letters = key.replace(' ', "");
        // Without spaces, `letters` is the key itself.
        let has_words = letters != *key;
        let mut scans = Vec::new();
        let as_typed = written.iter();
        scans.extend(as_typed.map(|written| (&self.written, whole(written), Whole)));
        scans.push((&self.names, whole(key), Whole));
        if has_words {
            scans.push((&self.names, whole(&letters), Whole));
        }
        scans.push((&self.as_one, whole(&letters), Whole));
        scans.push((&self.pinyin, whole(&letters), Whole));
        if let Some((first, last)) = two_words(key) {
            scans.push((&self.names, whole(&format!("{last} {first}")), Whole));
            scans.push((&self.names, whole(&format!("{last}{first}")), Whole));
        }
        let as_typed = written.iter();
        scans.extend(as_typed.map(|written| (&self.written, begin(written), Begin)));
        scans.push((&self.names, begin(key), Begin));
        if has_words {
            scans.push((&self.names, begin(&letters), Begin));
        }
        scans.push((&self.as_one, begin(&letters), Begin));
        scans.push((&self.joined, begin(&letters), Part));
        scans.push((&self.pinyin, begin(&letters), Part));
        let inside = match key.is_ascii() {
            true => format!(" {key}"),
            false => key.to_owned(),
        };
        scans.push((&self.names, inside, Part));
        scans
    }
}

/// The two words of a key: a name is also found last name first.
fn two_words(key: &str) -> Option<(&str, &str)> {
    key.split_once(' ').filter(|(_, last)| !last.contains(' '))
}

/// Concatenated texts, each with an id.
struct Lines {
    /// Each text follows a separator, and the last is followed by one.
    text: String,
    /// The offset of each, and its id.
    begins: Vec<(usize, i64)>,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            text: SEPARATOR.into(),
            begins: Vec::new(),
        }
    }
}

impl Lines {
    fn add(&mut self, id: i64, line: &str) {
        self.begins.push((self.text.len() - 1, id));
        self.text.push_str(line);
        self.text.push(SEPARATOR);
    }

    /// The ids of the lines in which `wanted` starts, in order; an id may repeat.
    fn find(&self, wanted: &str) -> impl Iterator<Item = i64> {
        let finder = memmem::Finder::new(wanted).into_owned();
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = self.text.as_bytes().get(at..)?;
            let found = at + finder.find(rest)?;
            // A whole line shares its separator with the next.
            at = found + 1;
            let line = self.begins.partition_point(|(begin, _)| *begin <= found);
            self.begins.get(line.checked_sub(1)?).map(|(_, id)| *id)
        })
    }
}

/// A name or a keyword.
pub(super) struct Key {
    /// The comparison form: folded, with single spaces, also for hyphens and brackets.
    pub folded: String,
    /// The same as written, if it has variant characters.
    written: Option<String>,
}

impl Key {
    /// The key of a name.
    pub(super) fn of(name: &str) -> Self {
        let spaced = |text: String| {
            let is_between = |c: char| c.is_whitespace() || c == '-' || is_bracket(c);
            let words = text.split(is_between);
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            words.join(" ")
        };
        let written = spaced(written(name));
        Self {
            folded: spaced(folded(name)),
            written: written.contains(has_forms).then_some(written),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::TermKind;

    fn names(kind: TermKind, names: &[(i64, &str, &[&str])]) -> NamesOfKind {
        let mut of_kind = NamesOfKind::default();
        for (id, name, aliases) in names {
            let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
            of_kind.add(&IndexedTerm::new(
                kind,
                *id,
                (*name).to_owned(),
                String::new(),
                aliases,
            ));
        }
        of_kind
    }

    fn named(of_kind: &NamesOfKind, keyword: &str) -> Vec<(i64, NameMatch)> {
        let found = of_kind.find(&Key::of(keyword), 10, &HashSet::from([9]));
        found.iter().map(|term| (term.id, term.named)).collect()
    }

    fn found(of_kind: &NamesOfKind, keyword: &str) -> Vec<i64> {
        named(of_kind, keyword).iter().map(|(id, _)| *id).collect()
    }

    #[test]
    fn whole_names_come_before_prefixes_and_substrings() {
        let people = names(
            TermKind::Performer,
            &[
                (1, "大林晓", &[]),
                (2, "林晓月", &["Luna Lin"]),
                (9, "林晓月月", &[]),
                (3, "林晓", &[]),
                (4, "Lunatic", &[]),
            ],
        );
        assert_eq!(found(&people, "林晓"), [3, 2, 1]);
        assert_eq!(found(&people, "林曉"), [3, 2, 1]);
        assert_eq!(found(&people, "晓"), [1, 2, 3]);
        assert_eq!(found(&people, "luna"), [2, 4]);
        assert_eq!(found(&people, "lin"), [2, 3], "a word, and pinyin");
        assert_eq!(found(&people, "lunalin"), [2]);
        assert_eq!(found(&people, "lxy"), [2]);
        assert!(found(&people, "una").is_empty());
        assert!(
            Key::of("\n").folded.is_empty(),
            "a line has no end within it"
        );
        let two = people.find(&Key::of("林"), 2, &HashSet::new());
        assert_eq!(two.iter().map(|term| term.id).collect::<Vec<_>>(), [2, 9]);
    }

    #[test]
    fn exact_spellings_come_first() {
        let people = names(
            TermKind::Performer,
            &[
                (1, "滝沢月子", &[]),
                (2, "泷泽月子", &[]),
                (3, "佐々木塔白", &[]),
            ],
        );
        assert_eq!(found(&people, "泷泽月子"), [2, 1]);
        assert_eq!(found(&people, "滝沢"), [1, 2]);
        assert_eq!(found(&people, "泷泽"), [2, 1]);
        for keyword in ["佐佐木", "zuozuomu", "zzmtb"] {
            assert_eq!(found(&people, keyword), [3], "{keyword}");
        }
    }

    #[test]
    fn the_matched_part_of_a_name_is_reported() {
        let people = names(
            TermKind::Performer,
            &[
                (1, "林晓月", &["Luna Lin"]),
                (2, "Señor Núñez", &[]),
                (3, "Maria Anna Berg", &[]),
                (4, "PaperKite", &[]),
                (6, "Anne-Sophie", &[]),
                (7, "埃洛温·维尔特", &[]),
                (8, "沈Kate小雨", &[]),
                (10, "「顾清」（旧名：程安）", &[]),
            ],
        );
        for (keyword, id, how_much) in [
            ("paper kite", 4, NameMatch::Whole),
            ("Paper-Kite", 4, NameMatch::Whole),
            ("paper ki", 4, NameMatch::Begin),
            ("anne sophie", 6, NameMatch::Whole),
            ("annesophie", 6, NameMatch::Whole),
            ("sophie", 6, NameMatch::Part),
            ("sophie anne", 6, NameMatch::Whole),
            ("nunez senor", 2, NameMatch::Whole),
            ("埃洛温.维尔特", 7, NameMatch::Whole),
            ("维尔特 埃洛温", 7, NameMatch::Whole),
            ("林曉月", 1, NameMatch::Whole),
            ("linxiaoyue", 1, NameMatch::Whole),
            ("lin xiao yue", 1, NameMatch::Whole),
            ("lxy", 1, NameMatch::Whole),
            ("luna  LIN", 1, NameMatch::Whole),
            ("lunalin", 1, NameMatch::Whole),
            ("senor nunez", 2, NameMatch::Whole),
            ("林", 1, NameMatch::Begin),
            ("luna", 1, NameMatch::Begin),
            ("lunal", 1, NameMatch::Begin),
            ("晓月", 1, NameMatch::Part),
            ("linxiao", 1, NameMatch::Part),
            ("nunez", 2, NameMatch::Part),
            ("mariaannaberg", 3, NameMatch::Whole),
            ("mariaan", 3, NameMatch::Begin),
            ("annaberg", 3, NameMatch::Part),
            ("沈小雨", 8, NameMatch::Part),
            ("shenxiaoyu", 8, NameMatch::Whole),
            ("【沈Kate小雨】", 8, NameMatch::Whole),
            ("顾清", 10, NameMatch::Begin),
            ("（程安）", 10, NameMatch::Part),
            ("guqing", 10, NameMatch::Whole),
            ("anna berg", 3, NameMatch::Part),
        ] {
            assert_eq!(named(&people, keyword), [(id, how_much)], "{keyword}");
        }
    }
}
