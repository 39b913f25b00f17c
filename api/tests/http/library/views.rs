//! Views: counted once per visitor, buffered, and written together.

use std::time::Duration;

use diesel::prelude::*;
use futures_util::future::join_all;
use yingku_catalogue::works::views::{VIEWS_PER_NETWORK, WINDOW_MS};
use yingku_db::DbError;
use yingku_db::schema::work_changes;

use super::counters::numbers_of;
use super::{ids, works};
use crate::support::TestApp;
use crate::support::client::Call;

fn changes(t: &TestApp) -> i64 {
    let count = |conn: &mut yingku_db::Conn| Ok(work_changes::table.count().get_result(conn)?);
    t.app.state.db.read_now::<_, DbError, _>(count).unwrap()
}

both! {
    async fn a_reload_counts_once_in_half_an_hour(t: &TestApp) {
        let works = works(t, 2).await;
        let detail = format!("/works/detail/{}", works[0]);
        let stranger = t.another_installation();
        for _ in 0..3 {
            assert_eq!(t.get(&detail).await.status, 200);
            t.send_as(&stranger, Call::get(&format!("/prod-api/v2{detail}"))).await;
        }
        t.app.views.write_now().unwrap();
        assert_eq!((numbers_of(t, &works[0]).2, numbers_of(t, &works[1]).2), (2, 0));
        // Ids are remembered for two windows: after both one is certainly forgotten.
        t.clock.advance(2 * WINDOW_MS);
        t.get(&detail).await;
        t.app.views.write_now().unwrap();
        assert_eq!(numbers_of(t, &works[0]).2, 3);
    }

    async fn concurrent_views_are_counted_exactly_and_written_together(t: &TestApp) {
        let works = works(t, 2).await;
        let before = changes(t);
        let visitors: Vec<_> = (0..24).map(|_| t.another_installation()).collect();
        let paths = works.iter().map(|work| format!("/prod-api/v2/works/detail/{work}")).collect::<Vec<_>>();
        let looks = visitors.iter().flat_map(|visitor| paths.iter().map(move |path| (visitor, path)));
        join_all(looks.map(|(visitor, path)| t.send_as(visitor, Call::get(path)))).await;
        t.app.views.write_now().unwrap();
        assert_eq!((numbers_of(t, &works[0]).2, numbers_of(t, &works[1]).2), (24, 24));
        // At least one write per work; far fewer writes than views.
        let written = changes(t) - before;
        assert!((2..=20).contains(&written), "{written} changes for 48 views");
    }

    async fn one_network_adds_at_most_fifty_views(t: &TestApp) {
        let works = works(t, 2).await;
        let strangers: Vec<_> = (0..VIEWS_PER_NETWORK + 10).map(|_| t.another_installation()).collect();
        let path = format!("/prod-api/v2/works/detail/{}", works[0]);
        join_all(strangers.iter().map(|stranger| t.send_as(stranger, Call::get(&path)))).await;
        // Other works are counted separately.
        t.get(&format!("/works/detail/{}", works[1])).await;
        t.app.views.write_now().unwrap();
        let views = |work| numbers_of(t, work).2;
        assert_eq!((views(&works[0]), views(&works[1])), (i64::from(VIEWS_PER_NETWORK), 1));
    }

    async fn views_move_a_work_up_in_the_hot_order(t: &TestApp) {
        let works = works(t, 2).await;
        assert_eq!(ids(&t.rows("/works/detail/list?sort=hot").await)[0], works[1]);
        t.get(&format!("/works/detail/{}", works[0])).await;
        t.app.views.write_now().unwrap();
        t.app.indexer.catch_up_now();
        assert_eq!(ids(&t.rows("/works/detail/list?sort=hot").await)[0], works[0]);
    }

    async fn views_reach_the_lists_automatically(t: &TestApp) {
        let works = works(t, 2).await;
        let generation = t.app.index.generation();
        t.get(&format!("/works/detail/{}", works[0])).await;
        assert!(t.app.index.wait_for_change(generation, Duration::from_secs(30)), "it never came");
        assert_eq!(ids(&t.rows("/works/detail/list?sort=hot").await)[0], works[0]);
    }

    async fn missing_works_are_not_counted(t: &TestApp) {
        works(t, 1).await;
        let before = changes(t);
        t.get("/works/detail/910000000000000001").await.assert_fails(404, "not_found");
        t.app.views.write_now().unwrap();
        assert_eq!(changes(t), before);
    }
}

#[actix_web::test]
async fn buffered_views_are_flushed_at_shutdown() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        let works = works(&t, 1).await;
        t.get(&format!("/works/detail/{}", works[0])).await;
        let t = t.restart(|_, _| ()).await;
        assert_eq!(numbers_of(&t, &works[0]).2, 1);
    }
}
