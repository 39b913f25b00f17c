//! The delay of a like in the order of the lists (two seconds are promised).

use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use yingku_base::clock::SystemClock;
use yingku_catalogue::indexer::Indexer;
use yingku_db::schema::works;
use yingku_db::{Db, DbError, outbox};
use yingku_platform::config::Config;

/// Likes, each right after the previous one has arrived: the index is never idle.
const LIKES: i64 = 10;

pub fn time_counters(config: &Config, db: &Db) {
    let indexer = Indexer::start(db, &config.index, Arc::new(SystemClock)).unwrap();
    indexer.catch_up_now();
    let index = indexer.index();
    let mut slowest = Duration::ZERO;
    for at in 0..LIKES {
        let generation = index.generation();
        let started = Instant::now();
        db.write_now::<_, DbError, _>(|conn| {
            let work: i64 = works::table
                .select(works::id)
                .order(works::id)
                .offset(at)
                .first(conn)?;
            diesel::update(works::table.find(work))
                .set(works::likes.eq(works::likes + 1))
                .execute(conn)?;
            Ok(outbox::record_counters(conn, &[work], 0)?)
        })
        .unwrap();
        indexer.wake();
        assert!(index.wait_for_change(generation, Duration::from_secs(60)));
        slowest = slowest.max(started.elapsed());
    }
    println!(
        "a like is in the lists after, slowest of {LIKES} {:>8.0} ms",
        slowest.as_secs_f64() * 1e3
    );
}
