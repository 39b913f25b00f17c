//! What works lack: a cover, magnet links, a length, a day, a cast, a stream. The console's list, the works index and
//! `yingku check` share this definition.

use std::borrow::Cow;
use std::collections::HashSet;

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
pub use yingku_base::kinds::Lack;
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms, works};

use crate::kinds::TermKind;
use crate::media::drawings::Picture;
use crate::playback::demo;
use crate::precision::Precision;

/// Works per query.
const BATCH: i64 = 500;

/// What is known of a work.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The small and the big cover, empty without one of its own.
    pub covers: [&'a str; 2],
    /// Whether it has magnet links.
    pub is_dht: bool,
    /// Minutes; 0 if unknown.
    pub duration: i32,
    /// The precision of its publish time.
    pub precision: Precision,
    /// Whether it has performers.
    pub has_cast: bool,
    /// 1 if it can be watched online.
    pub is_online: i16,
}

impl Known<'_> {
    /// What it lacks, in order.
    pub fn lacks(self) -> Vec<Lack> {
        let lacks = |lack: &Lack| match lack {
            Lack::Cover => self.covers.contains(&""),
            Lack::Links => !self.is_dht,
            Lack::Length => self.duration == 0,
            Lack::Date => !self.precision.is_day(),
            Lack::Cast => !self.has_cast,
            Lack::Stream => self.is_online != 1,
        };
        Lack::ALL.into_iter().filter(lacks).collect()
    }
}

/// [`Known::lacks`] as a condition on `works`.
fn condition(lack: Lack) -> Cow<'static, str> {
    let fixed = match lack {
        Lack::Cover => "(works.pic_small = '' OR works.pic_big = '')",
        Lack::Links => "(NOT works.is_dht)",
        Lack::Length => "(works.duration = 0)",
        Lack::Date => "(works.pub_precision IN ('month', 'year'))",
        Lack::Cast => {
            let performer = TermKind::Performer.code();
            return Cow::Owned(format!(
                "(NOT EXISTS (SELECT 1 FROM work_terms INNER JOIN terms ON terms.id = work_terms.term_id \
                 WHERE work_terms.work_id = works.id AND terms.kind = {performer}))"
            ));
        }
        Lack::Stream => "(works.is_online <> 1)",
    };
    Cow::Borrowed(fixed)
}

/// Whether a work of the database lacks this.
pub fn is_lacking(lack: Lack) -> SqlLiteral<Bool> {
    sql(&condition(lack))
}

/// How much a work of the database lacks.
pub fn lacking() -> SqlLiteral<BigInt> {
    let ones = Lack::ALL.map(|lack| format!("CASE WHEN {} THEN 1 ELSE 0 END", condition(lack)));
    sql(&format!("({})", ones.join(" + ")))
}

/// How complete a work is that lacks so many things, from 0 to 100.
pub const fn score(lacks: usize) -> usize {
    Lack::ALL.len().saturating_sub(lacks) * 100 / Lack::ALL.len()
}

/// How many things a work lacks at least whose score is below this.
pub fn lacks_below(limit: usize) -> i64 {
    let above = (0..=Lack::ALL.len()).filter(|lacks| score(*lacks) >= limit);
    i64::try_from(above.count()).unwrap_or(i64::MAX)
}

/// Those of `ids` that have performers.
pub fn with_cast(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashSet<i64>> {
    let works: Vec<i64> = work_terms::table
        .inner_join(terms::table)
        .filter(work_terms::work_id.eq_any(ids))
        .filter(terms::kind.eq(TermKind::Performer.code()))
        .select(work_terms::work_id)
        .load(conn)?;
    Ok(works.into_iter().collect())
}

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
    /// What it lacks.
    pub lacks: Vec<Lack>,
    /// Relative paths of its pictures and clips that are not drawn or built in.
    pub files: Vec<String>,
    /// Whether it has a stream of its own, whose folder is named by its id.
    pub has_stream: bool,
    /// The address of a stream, which may be played if its host is allowed; empty for none.
    pub address: String,
}

impl CheckedWork {
    /// How complete it is, from 0 to 100.
    pub fn score(&self) -> usize {
        score(self.lacks.len())
    }

    fn of(row: &Row, has_cast: bool) -> Self {
        let known = Known {
            covers: [&row.pic_small, &row.pic_big],
            is_dht: row.is_dht,
            duration: row.duration,
            precision: row.pub_precision,
            has_cast,
            is_online: row.is_online,
        };
        let lists = [&row.image_small, &row.image_big];
        let singles = [&row.pic_small, &row.pic_big, &row.mp4];
        let paths = lists.into_iter().flat_map(|list| list.split(','));
        let paths = paths.chain(singles.into_iter().map(String::as_str));
        Self {
            id: row.id,
            number: row.number.clone(),
            lacks: known.lacks(),
            files: paths.filter_map(own_file).collect(),
            has_stream: row.is_online == 1 && row.m3u8 != demo::STREAM,
            address: row.m3u8.clone(),
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
    let with_cast = with_cast(conn, &ids)?;
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

    #[test]
    fn a_score_below_a_limit_is_a_number_of_lacks() {
        assert_eq!([0, 1, 3, 6].map(score), [100, 83, 50, 0]);
        for limit in 1..=100 {
            let lacks = lacks_below(limit);
            let is_below = |lacks: i64| score(usize::try_from(lacks).unwrap()) < limit;
            assert!(is_below(lacks) && !is_below(lacks - 1), "{limit}");
        }
    }
}
