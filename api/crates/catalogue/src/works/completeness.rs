//! What works lack: a cover, magnet links, a length, a day, a cast, a stream.

use std::collections::HashSet;

use diesel::prelude::*;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms, works};

use crate::kinds::TermKind;
use crate::media::drawings::Picture;
use crate::playback::demo;
use crate::precision::Precision;

/// Works per query.
const BATCH: i64 = 500;

string_enum! {
    /// What a work may lack.
    pub enum Lack {
        /// A big and a small cover of its own.
        Cover = "cover",
        /// Magnet links.
        Links = "links",
        /// How long it is.
        Length = "length",
        /// The day of its release.
        Date = "date",
        /// Performers.
        Cast = "cast",
        /// A stream to watch online.
        Stream = "stream",
        /// Pictures or a stream that it names and that do not exist.
        Files = "files",
    }
}

/// The lacks of a work itself, which make its score. Files are another matter.
const SCORED: [Lack; 6] = [
    Lack::Cover,
    Lack::Links,
    Lack::Length,
    Lack::Date,
    Lack::Cast,
    Lack::Stream,
];

/// What is looked at of a work.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = works)]
struct Row {
    id: i64,
    number: String,
    pub_precision: Precision,
    pic_small: String,
    pic_big: String,
    image_small: String,
    image_big: String,
    mp4: String,
    m3u8: String,
    duration: i32,
    is_online: i16,
    is_dht: bool,
}

/// A work, and what it lacks.
#[derive(Debug, Clone)]
pub struct CheckedWork {
    /// The id.
    pub id: i64,
    /// Catalogue number.
    pub number: String,
    /// What it lacks, except files, which are not looked for here.
    pub lacks: Vec<Lack>,
    /// Relative paths of its pictures and clips that are not drawn or built in.
    pub files: Vec<String>,
    /// Whether it has a stream of its own, whose folder is named by its id.
    pub has_stream: bool,
}

impl CheckedWork {
    /// How complete it is, from 0 to 100.
    pub fn score(&self) -> usize {
        let lacking = SCORED.iter().filter(|lack| self.lacks.contains(lack));
        (SCORED.len() - lacking.count()) * 100 / SCORED.len()
    }

    fn of(row: &Row, has_cast: bool) -> Self {
        let lacking = [
            (
                Lack::Cover,
                row.pic_small.is_empty() || row.pic_big.is_empty(),
            ),
            (Lack::Links, !row.is_dht),
            (Lack::Length, row.duration == 0),
            (Lack::Date, !row.pub_precision.is_day()),
            (Lack::Cast, !has_cast),
            (Lack::Stream, row.is_online != 1),
        ];
        let lists = [&row.image_small, &row.image_big];
        let singles = [&row.pic_small, &row.pic_big, &row.mp4];
        let paths = lists.into_iter().flat_map(|list| list.split(','));
        let paths = paths.chain(singles.into_iter().map(String::as_str));
        Self {
            id: row.id,
            number: row.number.clone(),
            lacks: lacking
                .into_iter()
                .filter_map(|(lack, is_so)| is_so.then_some(lack))
                .collect(),
            files: paths.filter_map(own_file).collect(),
            has_stream: row.is_online == 1 && row.m3u8 != demo::STREAM,
        }
    }
}

/// The path of a file that operators have stored.
fn own_file(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let is_elsewhere = address.contains("://") || path.is_empty();
    let is_made = Picture::from_path(path).is_some() || path == crate::media::routes::CLIP_PATH;
    (!is_elsewhere && !is_made).then(|| path.to_owned())
}

/// The next visible works after an id; empty at the end.
pub fn check_after(conn: &mut Conn, after: i64) -> QueryResult<Vec<CheckedWork>> {
    let rows: Vec<Row> = works::table
        .select(Row::as_select())
        .filter(works::id.gt(after))
        .filter(works::hidden.eq(false))
        .order(works::id)
        .limit(BATCH)
        .load(conn)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let with_cast: Vec<i64> = work_terms::table
        .inner_join(terms::table)
        .filter(work_terms::work_id.eq_any(ids))
        .filter(terms::kind.eq(TermKind::Performer.code()))
        .select(work_terms::work_id)
        .load(conn)?;
    let with_cast: HashSet<i64> = with_cast.into_iter().collect();
    let checked = rows
        .iter()
        .map(|row| CheckedWork::of(row, with_cast.contains(&row.id)));
    Ok(checked.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_scored_by_what_it_has() {
        let row = Row {
            id: 1,
            number: "A-1".to_owned(),
            pub_precision: Precision::Month,
            pic_small: "uploads/a.jpg".to_owned(),
            pic_big: "https://img.example/a.jpg".to_owned(),
            image_small: "stills/1-1-small.svg,stills/a.jpg?v=1".to_owned(),
            image_big: String::new(),
            mp4: String::new(),
            m3u8: String::new(),
            duration: 95,
            is_online: 1,
            is_dht: false,
        };
        let checked = CheckedWork::of(&row, false);
        assert_eq!(checked.lacks, [Lack::Links, Lack::Date, Lack::Cast]);
        assert_eq!(checked.score(), 50);
        assert_eq!(checked.files, ["stills/a.jpg", "uploads/a.jpg"]);
        assert!(checked.has_stream);
        let demo = Row {
            m3u8: demo::STREAM.to_owned(),
            ..row
        };
        assert!(!CheckedWork::of(&demo, false).has_stream);
    }
}
