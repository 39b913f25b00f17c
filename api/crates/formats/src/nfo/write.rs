//! Writes a line of the import format as an NFO file that Kodi and Jellyfin read, and that comes back as the same line.

use serde_json::{Map, Value};

use super::file::is_other;
use super::film::film;
use super::identity::Names;
use super::own::{DETAILS, ELEMENT};
use crate::work::Work;
use crate::xml::parse;

/// Lists of terms, and the element of each name.
const NAMES: [(&str, &str); 4] = [
    ("directors", "director"),
    ("makers", "studio"),
    ("labels", "label"),
    ("tags", "genre"),
];
/// Longest name of a file without its ending, in bytes: names of pictures are longer by a few letters.
const MAX_NAME_BYTES: usize = 180;

/// The file for a line. `stem` is its name without the ending, which is that of its folder, too.
pub fn film_file(line: &Map<String, Value>, stem: &str) -> String {
    let elements = elements(line);
    let own = own(line, &read(&elements, stem));
    let mut file = Xml::default();
    if !own.is_empty() {
        file.element(ELEMENT, &Value::Object(own).to_string());
    }
    wrap(&format!("{elements}{}", file.0))
}

fn wrap(elements: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<movie>\n{elements}</movie>\n"
    )
}

/// What the elements alone are read as.
fn read(elements: &str, stem: &str) -> Work {
    let document = parse(&wrap(elements));
    let names = Names { stem, folder: stem };
    let root = document.roots.first();
    root.map(|root| film(root, names).work).unwrap_or_default()
}

/// What the elements do not say.
fn own(line: &Map<String, Value>, read: &Work) -> Map<String, Value> {
    let (mut own, mut details) = (Map::new(), Map::new());
    for (field, value) in line {
        let known = read.field(field);
        if known == Some(value) || (field == "pubTime" && is_same_time(known, value)) {
            continue;
        }
        match names_of(known) {
            Some(names) if Some(&names) == names_of(Some(value)).as_ref() => {
                let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
                let told = list
                    .iter()
                    .zip(known.and_then(Value::as_array).into_iter().flatten());
                let told = told.filter(|(entry, known)| entry != known);
                details.insert(
                    field.clone(),
                    told.map(|(entry, _)| entry.clone()).collect(),
                );
            }
            _ => {
                own.insert(field.clone(), value.clone());
            }
        }
    }
    for field in read.fields().filter(|field| !line.contains_key(*field)) {
        own.insert(field.to_owned(), Value::Null);
    }
    if !details.is_empty() {
        own.insert(DETAILS.to_owned(), Value::Object(details));
    }
    own
}

/// A day is its midnight.
fn is_same_time(known: Option<&Value>, value: &Value) -> bool {
    let midnight = value
        .as_str()
        .and_then(|time| time.strip_suffix(" 00:00:00"));
    midnight.is_some() && known.and_then(Value::as_str) == midnight
}

/// The names of a list of terms.
fn names_of(list: Option<&Value>) -> Option<Vec<&str>> {
    let list = list?.as_array()?;
    list.iter().map(|term| term.get("name")?.as_str()).collect()
}

fn elements(line: &Map<String, Value>) -> String {
    let mut xml = Xml::default();
    let text = |field: &str| line.get(field).and_then(Value::as_str);
    let amount = |field: &str| line.get(field).filter(|value| value.is_number());
    let number = text("number").unwrap_or_default();
    xml.element("title", text("title").unwrap_or_default());
    xml.element("num", number);
    xml.with("uniqueid", "type=\"num\" default=\"true\"", number);
    dates(&mut xml, text("pubTime").unwrap_or_default());
    if let Some(minutes) = amount("duration") {
        xml.element("runtime", &minutes.to_string());
    }
    if let Some(average) = amount("average").and_then(Value::as_f64) {
        let votes = amount("evaluates").map(|votes| format!("<votes>{votes}</votes>"));
        xml.0.push_str(&format!(
            "  <ratings>\n    <rating name=\"yingku\" max=\"5\" default=\"true\"><value>{average}</value>{}</rating>\n  </ratings>\n",
            votes.unwrap_or_default()
        ));
    }
    for (field, element) in NAMES {
        xml.names(line, field, element);
    }
    if let Some(channel) = text("channel") {
        xml.element("tag", shown_channel(channel));
    }
    series(&mut xml, line);
    cast(&mut xml, line);
    pictures(&mut xml, line);
    xml.0
}

/// The word of a channel that people read, which the import takes as the channel.
fn shown_channel(channel: &str) -> &str {
    match channel {
        "censored" => "有码",
        "uncensored" => "无码",
        "western" => "欧美",
        other => other,
    }
}

fn dates(xml: &mut Xml, time: &str) {
    if let Some(day) = time.get(..10) {
        xml.element("premiered", day);
    }
    xml.element("year", time.get(..4).unwrap_or_default());
}

/// Kodi knows one set.
fn series(xml: &mut Xml, line: &Map<String, Value>) {
    let names = names_of(line.get("series")).unwrap_or_default();
    if let Some(first) = names.first() {
        xml.0.push_str(&format!(
            "  <set>\n    <name>{}</name>\n  </set>\n",
            escaped(first)
        ));
    }
    if names.len() > 1 {
        xml.names(line, "series", "series");
    }
}

fn cast(xml: &mut Xml, line: &Map<String, Value>) {
    let performers = line.get("performers").and_then(Value::as_array);
    for (order, performer) in performers.into_iter().flatten().enumerate() {
        let text = |value: &Value| value.as_str().map(escaped).unwrap_or_default();
        let name = performer.get("name").map(text).unwrap_or_default();
        let aliases = performer.get("aliases").and_then(Value::as_array);
        let aliases = aliases.into_iter().flatten().map(text);
        let aliases: String = aliases
            .map(|alias| format!("    <altname>{alias}</altname>\n"))
            .collect();
        xml.0.push_str(&format!(
            "  <actor>\n    <name>{name}</name>\n{aliases}    <order>{order}</order>\n  </actor>\n"
        ));
    }
}

/// Addresses on the web. Pictures of the site itself are files beside.
fn pictures(xml: &mut Xml, line: &Map<String, Value>) {
    let on_web = |value: &Value| {
        let text = value.as_str().filter(|text| text.starts_with("https://"))?;
        Some(text.to_owned())
    };
    let address = |field: &str| line.get(field).and_then(on_web);
    if let Some(poster) = address("picSmall") {
        xml.with("thumb", "aspect=\"poster\"", &poster);
    }
    if let Some(cover) = address("picBig") {
        let stills = line.get("imageBig").and_then(Value::as_array);
        let stills = stills.into_iter().flatten().filter_map(on_web);
        let thumbs = std::iter::once(cover).chain(stills);
        let thumbs: String = thumbs
            .map(|address| format!("    <thumb>{}</thumb>\n", escaped(&address)))
            .collect();
        xml.0
            .push_str(&format!("  <fanart>\n{thumbs}  </fanart>\n"));
    }
    if let Some(clip) = address("mp4") {
        xml.element("trailer", &clip);
    }
}

/// Elements of the film.
#[derive(Default)]
struct Xml(String);

impl Xml {
    fn element(&mut self, name: &str, text: &str) {
        self.0
            .push_str(&format!("  <{name}>{}</{name}>\n", escaped(text)));
    }

    fn with(&mut self, name: &str, attributes: &str, text: &str) {
        self.0.push_str(&format!(
            "  <{name} {attributes}>{}</{name}>\n",
            escaped(text)
        ));
    }

    fn names(&mut self, line: &Map<String, Value>, field: &str, element: &str) {
        for name in names_of(line.get(field)).unwrap_or_default() {
            self.element(element, name);
        }
    }
}

fn escaped(text: &str) -> String {
    quick_xml::escape::partial_escape(text).into_owned()
}

/// A name for a folder and a file, on any system: of the number, without what names of files may not have.
pub fn file_name(number: &str) -> String {
    let is_bad = |c: char| {
        c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    let mut name: String = number
        .chars()
        .map(|c| if is_bad(c) { '_' } else { c })
        .collect();
    while name.len() > MAX_NAME_BYTES {
        name.pop();
    }
    // Windows ends names before dots and spaces; a name that begins with a dot is hidden.
    let name = name.trim_end_matches(['.', ' ']).trim_start();
    let folded = name.to_ascii_lowercase();
    let base = folded.split('.').next().unwrap_or_default();
    let is_device = matches!(base, "con" | "prn" | "aux" | "nul")
        || (base.len() == 4
            && (base.starts_with("com") || base.starts_with("lpt"))
            && base.ends_with(|c: char| c.is_ascii_digit()));
    let is_skipped = name.is_empty() || name.starts_with('.') || is_other(&folded);
    match is_skipped || is_device {
        true => format!("_{name}"),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_files_are_fit_for_any_system() {
        for (number, name) in [
            ("MZU-017", "MZU-017"),
            ("a/b:c*d", "a_b_c_d"),
            ("..", "_"),
            (".x", "_.x"),
            ("CON", "_CON"),
            ("com1.x", "_com1.x"),
            ("Set", "_Set"),
            ("a. ", "a"),
        ] {
            assert_eq!(file_name(number), name);
        }
        assert!(file_name(&"映".repeat(64)).len() <= MAX_NAME_BYTES);
    }

    #[test]
    fn only_what_other_elements_cannot_say_is_in_the_own_one() {
        let Value::Object(line) = json!({
            "channel": "western", "number": "MZU-017", "title": "A & B", "pubTime": "2026-01-05 00:00:00",
            "duration": 95, "average": 4.25, "evaluates": 12,
            "performers": [{ "name": "林晓月", "aliases": ["Wavelet", "<小月>"] }, { "name": "江白" }],
            "series": [{ "name": "四季" }], "tags": [{ "name": "剧情" }],
            "picBig": "https://img.example/a.jpg", "imageBig": ["https://img.example/b.jpg"],
        }) else {
            panic!("not an object");
        };
        let file = film_file(&line, "MZU-017");
        assert!(!file.contains("<yingku>"), "{file}");
        assert!(file.contains("<title>A &amp; B</title>"), "{file}");
        let mut grouped = line.clone();
        grouped.insert(
            "tags".to_owned(),
            json!([{ "name": "剧情", "group": "题材" }]),
        );
        let file = film_file(&grouped, "MZU-017");
        let own = r#"<yingku>{"details":{"tags":[{"group":"题材","name":"剧情"}]}}</yingku>"#;
        assert!(file.contains(own), "{file}");
    }
}
