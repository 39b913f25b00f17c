//! Prerendered markup: on a phone it shows the covers at their final positions while the site's code is loading, until
//! the site renders in their place. `theme.js` shows it, unless the device uses another layout or hides something;
//! `prerendered.css` places it. It is hidden from screen readers and taps.

use yingku_http_kit::xml::escaped;

use super::pictures::{Copies, Picture};
use super::preloaded_response::{PreloadedResponse, PreloadedWork};
use super::prerendered_results::prerendered_results;

/// Covers loaded before the scripts: those visible at once.
const AT_ONCE: usize = 2;

/// Cards in the first row on a phone; a line that says why a work was found moves the rows below it.
const FIRST_ROW: usize = 2;
/// Longest keyword that fits on one line on any phone.
const MAX_HEADING_CHARS: usize = 8;

/// The markup of the screen with this source, given the responses to its first requests. Empty if it has none, or if
/// something unknown here may be above the covers.
pub(super) fn prerendered_page(
    source: &str,
    responses: &[Option<PreloadedResponse>],
    base: &str,
) -> String {
    let [Some(answer), others @ ..] = responses else {
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
            "<div class=\"prerendered prerendered-{screen}\" aria-hidden=\"true\" inert>{drawn}</div>"
        )
    })
}

fn home(answer: &PreloadedResponse, base: &str) -> Option<(&'static str, String)> {
    let work = answer.works.first()?;
    let (cover, title) = (cover(work, true, true, base), escaped(&work.title));
    // The line below the title has its final height.
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
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let (_, keyword) = pairs.find(|(name, _)| name == "keyword")?;
    if answer.corrected || keyword.chars().count() > MAX_HEADING_CHARS {
        return None;
    }
    let hits = prerendered_results(&suggestions.body, base)?;
    let row = answer.works.get(..FIRST_ROW).unwrap_or(&answer.works);
    let cards = cards(row, base)?;
    Some((
        "search",
        format!("{hits}<div class=\"prerendered-heading\"></div>{cards}"),
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

/// A cover with its colour, as rendered by shared/ui/cover.tsx. An uploaded one has no colour.
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
