//! Requests per second of the whole service, compared with a fixed body of the same size from the bare framework.
//! Both have one worker; the client has the other core.

use diesel::prelude::*;
use yingku_db::{Db, DbError, schema::works};

use crate::caller::Caller;
use crate::fixed_body::FixedBody;

/// A list.
const LIST: &str = "/prod-api/v2/works/detail/list";
const QUERY: &str = "modName=censored&pageSize=32&pageNum=1";
/// Rounds of each, alternating.
const ROUNDS: usize = 3;
/// Works whose pages are requested once.
const WORKS: i64 = 20_000;

/// A request to be repeated.
struct Repeated<'a> {
    name: &'a str,
    connections: usize,
    requests: usize,
}

impl Repeated<'_> {
    /// Prints the best rate of several rounds, and that of the baseline in the same rounds.
    fn compare(&self, caller: &Caller, path: &str, query: &str) {
        let (size, _) = caller.at_once(1, vec![caller.get(path, query)]);
        let floor = FixedBody::start(size);
        let (mut fixed, mut own) = (0.0_f64, 0.0_f64);
        for _ in 0..ROUNDS {
            fixed = fixed.max(floor.rate(self.connections, self.requests));
            let requests = (0..self.requests)
                .map(|_| caller.get(path, query))
                .collect();
            own = own.max(caller.at_once(self.connections, requests).1);
        }
        println!(
            "{:<36}{own:>9.0} requests/s = {:>3.0} % of {fixed:.0}, a fixed body of {size} bytes",
            self.name,
            100.0 * own / fixed
        );
    }
}

pub fn compare_cached_list(caller: &Caller, signed: &str) {
    let list = Repeated {
        name: &format!("cached list, {signed}, 32 at once"),
        connections: 32,
        requests: 40_000,
    };
    list.compare(caller, LIST, QUERY);
}

/// The request of a work page: one work repeatedly, and many works, each once.
pub fn compare_work_page(caller: &Caller, signed: &str, works: &[i64]) {
    let page = Repeated {
        name: &format!("a work's page, {signed}, 16 at once"),
        connections: 16,
        requests: 20_000,
    };
    let path = |id: &i64| format!("/prod-api/v2/works/detail/{id}");
    let (first, others) = works.split_first().unwrap();
    page.compare(caller, &path(first), "");
    let requests: Vec<_> = others.iter().map(|id| caller.get(&path(id), "")).collect();
    let count = requests.len();
    let (_, rate) = caller.at_once(16, requests);
    println!(
        "{:<36}{rate:>9.0} requests/s",
        format!("{count} works' pages, each once")
    );
}

/// The ids of some works.
pub fn some_works(db: &Db) -> Vec<i64> {
    db.read_now::<_, DbError, _>(|conn| {
        Ok(works::table
            .order(works::id)
            .limit(WORKS)
            .select(works::id)
            .load(conn)?)
    })
    .unwrap()
}
