//! Parameters and errors of the Torznab search.

use std::collections::HashMap;

use yingku_search::Keyword;

use crate::kinds::Channel;
use crate::works::params::{KEYWORD_CHARS, TypedKeyword};

/// Maximum and default number of items in a response.
pub const MAX_ITEMS: usize = 100;
const ITEMS: usize = 50;
/// Highest offset.
const MAX_OFFSET: usize = 100_000;
/// The category of all films. Channel categories are numbered from the next one.
pub const FILMS: u32 = 2_000;
const OWN: u32 = 100_000;

/// The number of a channel's category.
pub fn category(channel: Channel) -> u32 {
    OWN + u32::try_from(channel.code()).unwrap_or_default()
}

/// A request.
#[derive(Debug)]
pub enum Question {
    /// The capabilities.
    Caps,
    /// A search.
    Search(Box<Search>),
}

/// A search.
#[derive(Debug)]
pub struct Search {
    /// The key of the caller.
    pub key: String,
    /// The keyword; none for the newest works.
    pub keyword: Option<Keyword>,
    /// Only these channels.
    pub channels: Vec<Channel>,
    /// Items before the first.
    pub offset: usize,
    /// Items at most.
    pub limit: usize,
}

/// An error: Torznab's code, an HTTP status and a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TorznabError {
    /// The code of the `error` element.
    pub code: u16,
    /// The HTTP status.
    pub status: u16,
    /// Its description.
    pub text: &'static str,
}

/// Missing or unknown key.
pub const BAD_KEY: TorznabError = TorznabError {
    code: 100,
    status: 401,
    text: "Incorrect user credentials",
};
/// The member's daily quota is used up. Programs back off on this, while an empty response would mean that there is
/// nothing new.
pub const QUOTA_USED_UP: TorznabError = TorznabError {
    code: 500,
    status: 429,
    text: "Request limit reached",
};
const NO_FUNCTION: TorznabError = TorznabError {
    code: 200,
    status: 400,
    text: "Missing parameter (t)",
};
const BAD_PARAMETER: TorznabError = TorznabError {
    code: 201,
    status: 400,
    text: "Incorrect parameter",
};
const UNKNOWN_FUNCTION: TorznabError = TorznabError {
    code: 202,
    status: 400,
    text: "No such function",
};

/// Parses a query. Unknown parameters are ignored, because programs send more than needed.
pub fn parse(query: &str) -> Result<Question, TorznabError> {
    let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
    let params: HashMap<String, String> = pairs
        .map(|(name, value)| (name.to_ascii_lowercase(), value))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    let given = |name: &str| params.get(name).map(String::as_str);
    match given("t").ok_or(NO_FUNCTION)? {
        "caps" => Ok(Question::Caps),
        "search" => Ok(Question::Search(Box::new(Search {
            key: given("apikey").ok_or(BAD_KEY)?.to_owned(),
            keyword: given("q").map(keyword).transpose()?,
            channels: given("cat").map_or_else(|| Ok(Channel::ALL.to_vec()), channels)?,
            offset: number(given("offset"), 0)?.min(MAX_OFFSET),
            limit: number(given("limit"), ITEMS)?.clamp(1, MAX_ITEMS),
        }))),
        _ => Err(UNKNOWN_FUNCTION),
    }
}

/// The keyword. Programs send whole titles: a long one is truncated, without splitting a Latin word.
fn keyword(text: &str) -> Result<Keyword, TorznabError> {
    let parse = |text: &str| TypedKeyword::try_from(text.to_owned()).map(|typed| typed.parse());
    let begin: String = text.trim().chars().take(KEYWORD_CHARS + 1).collect();
    let Some((end, next)) = begin.char_indices().nth(KEYWORD_CHARS) else {
        return parse(&begin).map_err(|_| BAD_PARAMETER);
    };
    let cut = begin.split_at(end).0;
    let last_word = cut.len()
        - cut
            .trim_end_matches(|c: char| c.is_ascii_alphanumeric())
            .len();
    let is_in_two = next.is_ascii_alphanumeric() && last_word > 0 && last_word < cut.len();
    let wanted = if is_in_two {
        cut.split_at(cut.len() - last_word).0
    } else {
        cut
    };
    parse(wanted).map_err(|_| BAD_PARAMETER)
}

fn number(text: Option<&str>, otherwise: usize) -> Result<usize, TorznabError> {
    match text {
        None => Ok(otherwise),
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().map_err(|_| BAD_PARAMETER)
        }
        Some(_) => Err(BAD_PARAMETER),
    }
}

/// The channels of these categories. Unknown ones are ignored, so the list may be empty.
fn channels(text: &str) -> Result<Vec<Channel>, TorznabError> {
    let mut wanted = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let number: u32 = part.trim().parse().map_err(|_| BAD_PARAMETER)?;
        wanted.push(number);
    }
    let is_wanted =
        |channel: &Channel| wanted.contains(&category(*channel)) || wanted.contains(&FILMS);
    Ok(Channel::ALL.into_iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(query: &str) -> Search {
        match parse(query) {
            Ok(Question::Search(search)) => *search,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_search_is_bounded() {
        let plain = search("t=search&apikey=x&extended=1&q=");
        assert_eq!((plain.offset, plain.limit), (0, ITEMS));
        assert!(plain.keyword.is_none() && plain.channels.len() == 3);
        let bound = search("T=search&apikey=x&limit=100000&offset=99999999&cat=100002,5000");
        assert_eq!((bound.offset, bound.limit), (MAX_OFFSET, MAX_ITEMS));
        assert_eq!(bound.channels, [Channel::Uncensored]);
        assert_eq!(search("t=search&apikey=x&cat=2000").channels.len(), 3);
        assert!(search("t=search&apikey=x&cat=5000").channels.is_empty());
    }

    #[test]
    fn errors_have_codes() {
        for (query, code) in [
            ("", 200),
            ("t=", 200),
            ("t=book", 202),
            ("t=search", 100),
            ("t=search&apikey=x&limit=-1", 201),
            ("t=search&apikey=x&cat=a", 201),
            ("t=search&apikey=x&q=%20", 201),
        ] {
            assert_eq!(parse(query).unwrap_err().code, code, "{query}");
        }
        assert!(matches!(parse("t=caps"), Ok(Question::Caps)));
    }
}
