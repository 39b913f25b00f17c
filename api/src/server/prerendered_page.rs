//! The first sight of a page: on a phone its covers stand where they will be while the site's code is still on its way, and
//! the site draws itself in their place. `theme.js` shows it, unless the device has chosen another look or hides something;
//! `first-sight.css` says where it stands. Programs that read pages aloud and taps pass it by.

use super::page_pictures::{Copies, Picture};
use super::preloaded_response::{PreloadedResponse, PreloadedWork};
use super::prerendered_results::prerendered_results;
use crate::http::xml::escaped;

/// Covers that come before the scripts: those that are seen at once.
const AT_ONCE: usize = 2;

/// The first row of cards on a phone; a line that says why a work was found moves those below it.
const FIRST_ROW: usize = 2;
/// Longest keyword that is sure to stand in one line on any phone.
const LONGEST_HEADING: usize = 8;

/// The first sight of the screen with this source, which is shown the answers to its first calls. Empty if it has none, or
/// something may stand above the covers that is not known here.
pub(super) fn prerendered_page(
    source: &str,
    answers: &[Option<PreloadedResponse>],
    base: &str,
) -> String {
    let [Some(answer), others @ ..] = answers else {
        return String::new();
    };
    let drawn = match source {
        "src/features/home/home-page.tsx" => home(answer, base),
        "src/features/latest/latest-page.tsx" => {
            cards(&answer.works, base).map(|cards| ("list", cards))
        }
        "src/features/search/search-page.tsx" => search(answer, others, base),
        "src/features/work-detail/work-page.tsx" => work(answer, base),
        _ => None,
    };
    drawn.map_or_else(String::new, |(screen, drawn)| {
        format!(
            "<div class=\"first-sight first-sight-{screen}\" aria-hidden=\"true\" inert>{drawn}</div>"
        )
    })
}

fn home(answer: &PreloadedResponse, base: &str) -> Option<(&'static str, String)> {
    let work = answer.works.first()?;
    let (cover, title) = (cover(work, true, true, base), escaped(&work.title));
    // The line below the title has the height that its text will have.
    let hero = format!(
        "<div class=\"hero\">{cover}<span class=\"hero-text\"><span class=\"hero-title\">{title}</span>\
         <span class=\"hero-meta\">&nbsp;</span></span></div>"
    );
    Some(("home", hero))
}

fn work(answer: &PreloadedResponse, base: &str) -> Option<(&'static str, String)> {
    let work = answer.works.first()?;
    Some(("work", cover(work, true, true, base)))
}

fn search(
    answer: &PreloadedResponse,
    others: &[Option<PreloadedResponse>],
    base: &str,
) -> Option<(&'static str, String)> {
    let [Some(suggestions)] = others else {
        return None;
    };
    let (_, query) = answer.call.split_once('?')?;
    let mut asked = form_urlencoded::parse(query.as_bytes());
    let (_, keyword) = asked.find(|(name, _)| name == "keyword")?;
    if answer.corrected || keyword.chars().count() > LONGEST_HEADING {
        return None;
    }
    let hits = prerendered_results(&suggestions.body, base)?;
    let row = answer.works.get(..FIRST_ROW).unwrap_or(&answer.works);
    let cards = cards(row, base)?;
    Some((
        "search",
        format!("{hits}<div class=\"first-sight-heading\"></div>{cards}"),
    ))
}

fn cards(works: &[PreloadedWork], base: &str) -> Option<String> {
    let card = |(place, work)| format!("<li>{}</li>", card(work, place < AT_ONCE, base));
    let cards: String = works.iter().enumerate().map(card).collect();
    let list = format!("<ul class=\"work-grid work-grid-loose\">{cards}</ul>");
    (!works.is_empty()).then_some(list)
}

fn card(work: &PreloadedWork, at_once: bool, base: &str) -> String {
    let (number, title) = (escaped(&work.number), escaped(&work.title));
    let known = work.pub_precision.unwrap_or_default();
    let date = escaped(known.of_text(&work.pub_time));
    let cover = cover(work, false, at_once, base);
    format!(
        "<div class=\"work-card\"><div class=\"work-card-link\">\
         <p class=\"work-card-meta numeric\"><span class=\"work-card-number\">{number}</span><span>{date}</span></p>\
         <p class=\"work-card-title\">{title}</p>\
         <span class=\"work-card-cover\">{cover}</span></div></div>"
    )
}

/// A cover with its colour, as shared/ui/cover.tsx draws it. An uploaded one has none.
fn cover(work: &PreloadedWork, big: bool, at_once: bool, base: &str) -> String {
    let (path, (width, height)) = match big {
        true => (&work.pic_big, (1200, 800)),
        false => (&work.pic_small, (480, 320)),
    };
    let generated = work.pic_small.starts_with(&format!("covers/{}-", work.id));
    let tint = work.tint.as_deref().filter(|_| generated);
    let style = tint.map_or_else(String::new, |tint| {
        format!(" style=\"--tint: {}\"", escaped(tint))
    });
    if path.is_empty() {
        return format!("<span class=\"cover\"{style}></span>");
    }
    let Picture { url, copies } = Picture::of(path, big, base);
    let copies = copies.map_or_else(String::new, |Copies { set, sizes }| {
        format!(" srcset=\"{set}\" sizes=\"{sizes}\"")
    });
    let priority = if at_once {
        " fetchpriority=\"high\""
    } else {
        ""
    };
    format!(
        "<span class=\"cover\"{style}><img src=\"{url}\"{copies} alt=\"\" width=\"{width}\" height=\"{height}\"{priority}></span>"
    )
}
