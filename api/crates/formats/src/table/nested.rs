//! Names of columns with those of a table or of objects before them.

use super::columns::own_or_known;
use super::field::Field;

/// The field of a name with those of a table or of objects before it: `films.title`, `_source.title`, `studio.name`, `actors.0.name`.
pub(super) fn within(name: &str) -> Option<Field> {
    let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = name.split(['.', '/']).collect();
    let named: Vec<&str> = parts
        .iter()
        .filter(|part| !is_digits(part))
        .copied()
        .collect();
    let is_of_list = named.len() < parts.len();
    let field = match named.as_slice() {
        [] | [_] => return None,
        [.., head, "name" | "title" | "label" | "value" | "text"]
            if own_or_known(head).is_some_and(Field::is_of_terms) =>
        {
            own_or_known(head)
        }
        [.., head, "url" | "src"] if own_or_known(head).is_some_and(Field::is_of_address) => {
            own_or_known(head)
        }
        [heads @ .., last] if heads.iter().all(|head| is_record(head)) => own_or_known(last),
        _ => None,
    };
    field.filter(|field| !is_of_list || field.has_several())
}

/// Whether a name is one of a whole table or record.
fn is_record(name: &str) -> bool {
    let records = [
        "film",
        "films",
        "movie",
        "movies",
        "video",
        "videos",
        "work",
        "works",
        "item",
        "items",
        "record",
        "source",
        "fields",
        "attributes",
        "properties",
        "node",
        "doc",
        "data",
        "info",
        "release",
        "rating",
        "images",
        "image",
        "pictures",
        "media",
        "meta",
        "stats",
    ];
    name.chars().count() == 1 || records.contains(&name)
}
