//! What media servers have in ways of their own: Jellyfin, Emby, Kodi and Plex, Radarr and Whisparr, and Stash in its files.

use serde_json::{Map, Value};

/// Puts such values where those of other programs are.
pub(super) fn of_media_server(record: &mut Map<String, Value>) {
    lengths(record);
    people(record);
    pictures(record);
    ratings(record);
    groups(record);
    // Of Kodi, the title again.
    if record.contains_key("label") && record.get("label") == record.get("title") {
        record.remove("label");
    }
}

/// Lengths in ticks, of Jellyfin and Emby.
fn lengths(record: &mut Map<String, Value>) {
    const TICKS_OF_MINUTE: u64 = 600_000_000;
    let ticks = record.get("RunTimeTicks").and_then(Value::as_u64);
    if let Some(ticks) = ticks.filter(|_| !record.contains_key("runtime")) {
        record.insert("runtime".to_owned(), (ticks / TICKS_OF_MINUTE).into());
    }
}

/// People by their jobs, of Jellyfin and Emby; as roles, of Plex; as credits, of Whisparr.
fn people(record: &mut Map<String, Value>) {
    if record.contains_key("ratingkey") || record.contains_key("ratingKey") {
        for name in ["role", "Role"] {
            if let Some(roles) = record.remove(name) {
                record.entry("actors").or_insert(roles);
            }
        }
    }
    let is_performer = |credit: &Value| credit.get("performer").is_some();
    let credits = record.get("credits").and_then(Value::as_array);
    if credits.is_some_and(|credits| credits.iter().any(is_performer)) {
        let credits = record.remove("credits").unwrap_or_default();
        record.entry("actors").or_insert(credits);
    }
    let Some(Value::Array(people)) = record.remove("People") else {
        return;
    };
    for person in people {
        let column = match person.get("Type").and_then(Value::as_str) {
            Some("Actor" | "Actress" | "GuestStar") | None => "actors",
            Some("Director") => "directors",
            Some(_) => continue,
        };
        let list = record
            .entry(column)
            .or_insert_with(|| Value::Array(Vec::new()));
        if let (Value::Array(list), Some(name)) = (list, person.get("Name")) {
            list.push(name.clone());
        }
    }
}

/// Pictures that say what they are, of Radarr: `[{"coverType":"poster","remoteUrl":"https://…"}]`.
fn pictures(record: &mut Map<String, Value>) {
    let pictures = record.get("images").and_then(Value::as_array);
    let is_typed = |picture: &Value| picture.get("coverType").is_some();
    if !pictures.is_some_and(|all| all.iter().all(is_typed)) {
        return;
    }
    let Some(Value::Array(pictures)) = record.remove("images") else {
        return;
    };
    for picture in pictures {
        let kind = picture.get("coverType").and_then(Value::as_str);
        let kind = kind.filter(|kind| ["poster", "fanart"].contains(kind));
        let address = picture.get("remoteUrl").or_else(|| picture.get("url"));
        if let (Some(kind), Some(address)) = (kind, address) {
            record.entry(kind).or_insert_with(|| address.clone());
        }
    }
}

/// Ratings by who gives them, of ten, of Radarr: `{"imdb":{"votes":120,"value":7.5}}`.
fn ratings(record: &mut Map<String, Value>) {
    let all = record.get("ratings").and_then(Value::as_object);
    let of = |name: &str| {
        all?.get(name)
            .filter(|rating| rating.get("value").is_some())
    };
    let Some(rating) = ["imdb", "tmdb"].into_iter().find_map(of).cloned() else {
        return;
    };
    record.remove("ratings");
    let part = |name: &str| rating.get(name).cloned().unwrap_or_default();
    if let Some(value) = part("value").as_f64() {
        record
            .entry("rating")
            .or_insert(format!("{value}/10").into());
    }
    record.entry("votes").or_insert(part("votes"));
}

/// Films of which a scene is, of the files of Stash: `[{"movieName":"四季","scene_index":1}]`.
fn groups(record: &mut Map<String, Value>) {
    let names: Vec<Value> = ["groups", "movies"]
        .iter()
        .filter_map(|name| record.get(*name)?.as_array())
        .flatten()
        .filter_map(|group| group.get("movieName").or_else(|| group.get("groupName")))
        .cloned()
        .collect();
    if !names.is_empty() {
        record.entry("series").or_insert(names.into());
    }
}
