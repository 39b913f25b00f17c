//! The terms that match a keyword, above the prerendered covers of a search, as the site shows them
//! (features/search/hits.ts, search-hits.tsx). They determine the position of the covers.

use serde::Deserialize;
use yingku_catalogue::kinds::{Channel, TermKind};
use yingku_catalogue::suggest::names::NameMatch;
use yingku_http_kit::xml::escaped;

use super::pictures::Picture;

/// How many are shown.
const MAX: usize = 3;

/// The parts of the suggestions that are used.
#[derive(Deserialize)]
struct Suggested {
    terms: Vec<Term>,
    corrected: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Term {
    kind: TermKind,
    mod_id: i16,
    name: String,
    name_cn: String,
    alias: Option<String>,
    #[serde(rename = "match")]
    named: NameMatch,
    count: u64,
    avatar: Option<String>,
}

/// The cards of the terms in a suggestions response. `None` if the site will make a second request for a correction.
pub(super) fn prerendered_results(answer: &str, base: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Answer {
        data: Suggested,
    }
    let Answer { data } = serde_json::from_str(answer).ok()?;
    if data.corrected.is_some() {
        return None;
    }
    let hits = hits(&data.terms);
    let cards: String = hits.iter().take(MAX).map(|hit| card(hit, base)).collect();
    Some(match cards.is_empty() {
        true => cards,
        false => format!("<ul class=\"search-hits\">{cards}</ul>"),
    })
}

/// The terms of exactly that name, else those whose name begins with it; terms of the same name in several channels are
/// grouped.
fn hits(terms: &[Term]) -> Vec<Vec<&Term>> {
    let named = |wanted| terms.iter().filter(move |term| term.named == wanted);
    let wanted = match named(NameMatch::Whole).next() {
        Some(_) => NameMatch::Whole,
        None => NameMatch::Begin,
    };
    let mut hits: Vec<Vec<&Term>> = Vec::new();
    for term in named(wanted) {
        let known = hits.iter_mut().find(|hit| {
            let first = hit.first();
            first.is_some_and(|first| (first.kind, first.label()) == (term.kind, term.label()))
        });
        match known {
            Some(hit) => hit.push(term),
            None => hits.push(vec![term]),
        }
    }
    hits
}

impl Term {
    fn label(&self) -> &str {
        match self.name_cn.is_empty() {
            true => &self.name,
            false => &self.name_cn,
        }
    }

    /// The name it was found by, or its original one.
    fn other(&self) -> Option<&str> {
        let other = self.alias.as_deref().unwrap_or(&self.name);
        (!other.is_empty() && other != self.label()).then_some(other)
    }

    fn counted(&self, with_channel: bool) -> String {
        match Channel::from_code(self.mod_id).filter(|_| with_channel) {
            Some(channel) => format!("{} {} 部", channel.label(), self.count),
            None => format!("{} 部", self.count),
        }
    }
}

fn card(hit: &[&Term], base: &str) -> String {
    let Some(term) = hit.first() else {
        return String::new();
    };
    let face = match &term.avatar {
        Some(avatar) => {
            let Picture { url, .. } = Picture::of(avatar, false, base);
            format!("<img src=\"{url}\" alt=\"\" width=\"56\" height=\"56\">")
        }
        None => {
            let letter = term.label().chars().next().map(String::from);
            let letter = escaped(&letter.unwrap_or_default());
            format!("<span class=\"search-hit-letter\">{letter}</span>")
        }
    };
    let name = escaped(term.label());
    let other = term.other().map(escaped);
    let other = other.map_or_else(String::new, |other| format!("<span>{other}</span>"));
    let kind = term.kind.label().to_owned();
    let counts = hit.iter().map(|term| term.counted(hit.len() > 1));
    let facts: Vec<String> = std::iter::once(kind).chain(counts).collect();
    // A dot stays with the preceding fact at a line break.
    let facts = facts.join(" ·</span> <span>");
    format!(
        "<li><div class=\"search-hit\">{face}<span class=\"search-hit-text\"><strong>{name}</strong>{other}\
         <small class=\"numeric\"><span>{facts}</span></small></span>\
         <svg width=\"18\" height=\"18\"></svg></div></li>"
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn term(kind: &str, channel: i16, name: &str, named: &str) -> Value {
        json!({"kind": kind, "id": "1", "modId": channel, "name": name, "nameCn": "", "match": named, "count": 7})
    }

    fn drawn(terms: &[Value]) -> Option<String> {
        prerendered_results(
            &json!({"data": {"works": [], "terms": terms}}).to_string(),
            "/media",
        )
    }

    #[test]
    fn whole_names_come_before_prefixes_and_several_channels_are_grouped() {
        let cards = drawn(&[
            term("maker", 1, "石桥", "whole"),
            term("maker", 3, "石桥", "whole"),
            term("series", 1, "石桥旧事", "begin"),
        ])
        .unwrap();
        assert_eq!(cards.matches("<li>").count(), 1);
        assert!(
            cards.contains(
                "<span>片商 ·</span> <span>有码 7 部 ·</span> <span>欧美 7 部</span></small>"
            ),
            "{cards}"
        );
        let cards = drawn(&[
            term("series", 1, "<b>", "begin"),
            term("tag", 1, "雾", "part"),
        ])
        .unwrap();
        assert!(
            cards.contains(
                "<strong>&lt;b&gt;</strong><small class=\"numeric\"><span>系列 ·</span> <span>7 部<"
            ),
            "{cards}"
        );
        assert!(!cards.contains('雾'));
    }

    #[test]
    fn without_names_the_markup_is_empty_and_a_corrected_search_has_none() {
        assert_eq!(drawn(&[]), Some(String::new()));
        let corrected = json!({"data": {"works": [], "terms": [], "corrected": "灯塔"}});
        assert_eq!(prerendered_results(&corrected.to_string(), "/media"), None);
    }
}
