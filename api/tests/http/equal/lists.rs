//! Both engines respond to lists identically.

use super::queries::query;
use super::shown::Shown;
use super::{as_many_as, assert_answers_equal, moved, site};
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::db::TestDb;
use crate::support::dice::Dice;

/// Queries per run; `LIST_QUERIES=2000` sends more.
const QUERIES: usize = 400;
const SEED: u64 = 20_261_124;

#[actix_web::test]
async fn both_engines_return_the_same_generated_lists() {
    let sqlite = TestApp::on_sqlite().await;
    let member = site::fill(&sqlite).await;
    let token = sqlite.signed_in(member).await.access.clone();
    let postgres = moved(
        &sqlite,
        (TestDb::postgres(), tempfile::tempdir().unwrap()),
        &[],
    )
    .await;
    let shown = Shown::by(&sqlite).await;
    let mut dice = Dice(SEED);
    let mut good = 0;
    let queries = as_many_as("LIST_QUERIES", QUERIES);
    for _ in 0..queries {
        let query = query(&mut dice, &shown);
        let mut call = Call::get(&format!("/prod-api/v2{}", query.target));
        if query.of_member {
            call = call.bearer(&token);
        }
        let status = assert_answers_equal(&sqlite, &postgres, &call).await;
        good += usize::from(status == 200);
    }
    // The others are invalid on both alike.
    assert!(good * 10 > queries * 9, "{good} of {queries}");
}
