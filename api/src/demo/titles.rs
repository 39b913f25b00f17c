//! Generates titles: templates of a language, filled with its words.

use yingku_catalogue::kinds::Channel;

use super::dice::Dice;
use super::words::{ENGLISH, SIMPLIFIED, TRADITIONAL, Tongue};

/// Minimum and maximum length of a title, in characters.
const MIN: usize = 6;
const MAX: usize = 40;
/// How often a word that the title already has is drawn again.
const REDRAWS: usize = 4;

pub(super) fn title(channel: Channel, dice: &mut Dice) -> String {
    let western = channel == Channel::Western;
    let sort = dice.below(100);
    if western && sort < 22 {
        return filled(&ENGLISH, dice);
    }
    if sort < 29 && (western || sort < 7) {
        return filled(&TRADITIONAL, dice);
    }
    let mut title = filled(&SIMPLIFIED, dice);
    let room = MAX.saturating_sub(title.chars().count());
    if western && sort > 84 {
        let english = fill("%P %N", &ENGLISH, dice);
        if english.len() < room {
            title.push(' ');
            title.push_str(&english);
        }
    }
    title
}

/// A title in the language, within the bounds.
fn filled(tongue: &Tongue, dice: &mut Dice) -> String {
    let title = fill(dice.pick(tongue.templates), tongue, dice);
    match title.chars().count() {
        MIN..=MAX => title,
        _ => fill(tongue.plain, tongue, dice),
    }
}

fn fill(template: &str, tongue: &Tongue, dice: &mut Dice) -> String {
    let mut title = String::with_capacity(96);
    let mut parts = template.split('%');
    title.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mut rest = part.chars();
        match rest.next() {
            Some('d') => title.push_str(&dice.between(2, 99).to_string()),
            Some(letter) => word(&mut title, tongue.list(letter), dice),
            None => {}
        }
        title.push_str(rest.as_str());
    }
    title
}

/// Adds a word, preferably one that the title does not have yet.
fn word(title: &mut String, list: &[&'static str], dice: &mut Dice) {
    let mut word = dice.pick(list);
    for _ in 0..REDRAWS {
        if !title.contains(word) {
            break;
        }
        word = dice.pick(list);
    }
    title.push_str(word);
}
