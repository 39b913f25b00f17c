//! The lines of the catalogue, and keywords taken from them: the same for the same catalogue.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::time::Instant;

use serde_json::Value;

use crate::program::Program;

/// The works that keywords are taken from.
const SAMPLE: usize = 600;
/// Keywords, and others to warm the caches.
const KEYWORDS: usize = 52;
const WARM: usize = 20;
/// Prefixes of keywords.
const PREFIXES: usize = 60;
/// Numbers together with a part of their title.
const NUMBERS_WITH_TITLES: usize = 40;
/// Words with a wrong character or letter.
const MISSPELT: usize = 60;
/// Frequent characters, each with a homophone.
const HOMOPHONES: [(char, char); 12] = [
    ('灯', '登'),
    ('夜', '业'),
    ('海', '害'),
    ('风', '封'),
    ('城', '诚'),
    ('山', '删'),
    ('月', '越'),
    ('手', '守'),
    ('天', '添'),
    ('影', '映'),
    ('声', '升'),
    ('书', '输'),
];
/// Keywords of many words that find nothing, how many words each has, and letters of each word.
const NO_RESULT_WORDS: usize = 12;
const WORDS: usize = 6;
const LETTERS: usize = 4;
/// The maximum characters of a keyword (R6.1).
const MAX_KEYWORD_CHARS: usize = 32;
/// A word without matches.
const UNKNOWN_WORDS: [&str; 4] = ["龘靐齉", "qxzvwj", "XQZJ-90417", "饕餮鬯"];

/// Distinct keywords of visitors.
pub struct Typed {
    pub keywords: Vec<String>,
    pub warm: Vec<String>,
    pub prefixes: Vec<String>,
    pub numbers_with_titles: Vec<String>,
    pub misspelt: Vec<String>,
    pub without_results: Vec<String>,
}

/// The parts of a work that people type.
struct Sampled {
    number: String,
    /// At least three adjacent Chinese characters of the title.
    title: Vec<Vec<char>>,
    name: Option<String>,
    name_cn: Option<String>,
}

/// Takes a keyword from a work.
type Kind = fn(&Sampled) -> Option<String>;

/// Numbers, parts of titles, people, several words.
const KINDS: [Kind; 11] = [
    |work| Some(work.number.clone()),
    |work| Some(work.number.replace('-', "").to_lowercase()),
    |work| work.number.split('-').next().map(str::to_owned),
    |work| work.number.split('-').next_back().map(str::to_owned),
    |work| work.part(2),
    |work| work.part(3),
    |work| work.part(4),
    |work| work.name.clone(),
    |work| work.name_cn.clone(),
    |work| Some(format!("{} {}", work.part(4)?, work.beginning(2)?)),
    |work| Some(format!("{} {}", work.name_cn.as_ref()?, work.part(2)?)),
];

impl Sampled {
    fn new(line: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let person = line["performers"].get(0);
        let is_other = |c: char| !('\u{4e00}'..='\u{9fff}').contains(&c);
        Self {
            number: text(&line["number"]),
            title: text(&line["title"])
                .split(is_other)
                .map(|run| run.chars().collect())
                .filter(|run: &Vec<char>| run.len() > 2)
                .collect(),
            name: person.map(|person| text(&person["name"])),
            name_cn: person.map(|person| text(&person["nameCn"])),
        }
    }

    /// That many characters from the middle of the title's longest part.
    fn part(&self, length: usize) -> Option<String> {
        let run = self.title.iter().max_by_key(|run| run.len())?;
        let start = run.len().checked_sub(length)? / 2;
        Some(run[start..start + length].iter().collect())
    }

    fn beginning(&self, length: usize) -> Option<String> {
        Some(self.title.first()?.get(..length)?.iter().collect())
    }

    /// A prefix of a keyword: a title, a number, a name in either script.
    fn prefix(&self, at: usize) -> Option<String> {
        let length = 1 + at / 4 % 4;
        let first = |text: &str| text.chars().take(length).collect();
        match at % 4 {
            0 => self.beginning(length.min(3)),
            1 => Some(first(&self.number)),
            2 => Some(first(self.name_cn.as_ref()?)),
            _ => Some(first(self.name.as_ref()?)),
        }
    }

    /// A part of the title with a homophone, or the name with a letter missing.
    fn misspelt(&self, at: usize) -> Option<String> {
        if at.is_multiple_of(4) {
            let mut name = self.name.clone()?;
            let second = name.char_indices().nth(1)?.0;
            name.remove(second);
            return Some(name);
        }
        let (run, place, wrong) = self.title.iter().find_map(|run| {
            run.iter().enumerate().find_map(|(place, c)| {
                let (_, wrong) = HOMOPHONES.iter().find(|(right, _)| right == c)?;
                Some((run, place, *wrong))
            })
        })?;
        let mut part = run.clone();
        part[place] = wrong;
        let start = place.saturating_sub(1);
        Some(part.iter().skip(start).take(2 + at % 3).collect())
    }
}

impl Typed {
    /// Reads the catalogue, and prints how fast its lines parse as JSON, an upper bound of the import.
    pub fn read(program: &Program, works: u64, imported: f64) -> Self {
        let file = std::fs::File::open(program.path().join("works.ndjson")).unwrap();
        let step = usize::try_from(works).unwrap().div_ceil(SAMPLE);
        let started = Instant::now();
        let lines = BufReader::new(file)
            .lines()
            .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        let sample: Vec<Sampled> = lines
            .enumerate()
            .filter(|(at, _)| at % step == 0)
            .map(|(_, line)| Sampled::new(&line))
            .collect();
        let floor = works as f64 / started.elapsed().as_secs_f64();
        let percent = 100.0 * imported / floor;
        println!(
            "floor: its lines read as JSON      {floor:>10.0} works/s, imported at {percent:.0} %"
        );
        Self::of(&sample)
    }

    fn of(sample: &[Sampled]) -> Self {
        let mut seen = HashSet::new();
        let mut is_new = |text: &String| {
            let length = text.chars().count();
            let spelled = text.replace('-', "").to_lowercase();
            (1..=MAX_KEYWORD_CHARS).contains(&length) && seen.insert(spelled)
        };
        let drawn = sample.iter().enumerate();
        let mut drawn = drawn.filter_map(|(at, work)| KINDS[at % KINDS.len()](work));
        let mut characters = frequent_characters(sample).into_iter();
        let mut unknown_words = UNKNOWN_WORDS.into_iter().map(str::to_owned);
        // Most are random; some match most works, some none.
        let mut draw = |count: usize, frequent: usize, unheard: usize| -> Vec<String> {
            let special = characters.by_ref().take(frequent);
            special
                .chain(unknown_words.by_ref().take(unheard))
                .chain(drawn.by_ref())
                .filter(&mut is_new)
                .take(count)
                .collect()
        };
        let (keywords, warm) = (draw(KEYWORDS, 4, 3), draw(WARM, 3, 1));
        let prefixes = sample.iter().enumerate();
        let prefixes: Vec<String> = prefixes
            .filter_map(|(at, work)| work.prefix(at))
            .filter(&mut is_new)
            .take(PREFIXES)
            .collect();
        let misspelt = sample.iter().enumerate();
        let misspelt: Vec<String> = misspelt
            .filter_map(|(at, work)| work.misspelt(at))
            .filter(&mut is_new)
            .take(MISSPELT)
            .collect();
        let is_enough = (keywords.len(), warm.len(), prefixes.len()) == (KEYWORDS, WARM, PREFIXES)
            && misspelt.len() == MISSPELT;
        assert!(is_enough, "the catalogue is too small");
        let numbers_with_titles = sample.iter().filter_map(|work| {
            let part = work.part(4)?;
            Some(format!("{} {part}", work.number))
        });
        Self {
            keywords,
            warm,
            prefixes,
            numbers_with_titles: numbers_with_titles.take(NUMBERS_WITH_TITLES).collect(),
            misspelt,
            without_results: without_results(sample),
        }
    }
}

/// Prefixes of names that no work has together: nothing is found, and each word is corrected with every other
/// letter.
fn without_results(sample: &[Sampled]) -> Vec<String> {
    let names = sample.iter().filter_map(|work| work.name.as_ref());
    let words = names.flat_map(|name| name.split_whitespace());
    let begins = words.filter_map(|word| word.get(..LETTERS));
    let mut words: Vec<&str> = begins
        .filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic()))
        .collect();
    words.sort_unstable();
    words.dedup();
    let step = words.len() / WORDS;
    assert!(step > 0, "the catalogue is too small");
    let keyword = |first: usize| -> Vec<&str> {
        let places = (0..WORDS).map(|at| (first + at * step) % words.len());
        places.map(|place| words[place]).collect()
    };
    (0..NO_RESULT_WORDS)
        .map(|first| keyword(first).join(" "))
        .collect()
}

/// The characters of the titles, most frequent first.
fn frequent_characters(sample: &[Sampled]) -> Vec<String> {
    let mut counts: HashMap<char, usize> = HashMap::new();
    for character in sample.iter().flat_map(|work| work.title.iter().flatten()) {
        *counts.entry(*character).or_default() += 1;
    }
    let mut characters: Vec<(char, usize)> = counts.into_iter().collect();
    characters.sort_unstable_by_key(|(character, count)| (std::cmp::Reverse(*count), *character));
    let characters = characters.into_iter();
    characters
        .map(|(character, _)| character.to_string())
        .collect()
}
