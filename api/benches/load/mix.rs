//! The mix of requests: mostly cached lists, new searches, and a few logins and orders.

use std::cell::Cell;

use super::site::Site;

const PASSWORD: &str = "quiet-river-27";
/// Members, so that logins and orders are spread. So many that no name has more concurrent logins
/// than allowed: more are rejected with 429.
const MEMBERS: usize = 80;
/// Two of these make a keyword.
const WORDS: &str = "山谷风雨海边灯塔旅人春夏秋冬清晨黄昏书店花园北南东西";

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A cached list.
    Kept,
    /// An uncached list.
    Search,
    /// The page of a work.
    Work,
    /// A member's own list.
    Member,
    /// A login.
    Login,
    /// An order.
    Order,
}

/// Each kind, its name in the table, and its share per mille.
pub const KINDS: [(Kind, &str, u64); 6] = [
    (Kind::Kept, "kept lists", 680),
    (Kind::Search, "searches", 200),
    (Kind::Work, "works", 60),
    (Kind::Member, "members' lists", 40),
    (Kind::Login, "logins", 10),
    (Kind::Order, "orders", 10),
];

/// The requests to a site.
pub struct Mix<'a> {
    pub site: &'a Site,
    works: Vec<String>,
    members: Vec<(String, String)>,
    plan: Option<String>,
    dice: Cell<u64>,
}

impl<'a> Mix<'a> {
    /// Registers some members, and finds works and a plan to buy.
    pub fn of(site: &'a Site) -> Self {
        let ids = |list: &serde_json::Value| -> Vec<String> {
            let rows = list["rows"].as_array().or(list["data"].as_array()).unwrap();
            let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
            rows.iter().map(id).collect()
        };
        let works = ids(&site.json("GET", "/v2/works/detail/list?pageSize=100", "", None));
        let plan = ids(&site.json("GET", "/v2/app/vip/list", "", None)).pop();
        let run = super::site::now_ms() % 1_000_000_000;
        let members = (0..MEMBERS).map(|number| member(site, &format!("load_{run}_{number}")));
        Self {
            site,
            works,
            members: members.collect(),
            plan,
            dice: Cell::new(1),
        }
    }

    /// The mix as text.
    pub fn describe(&self) -> String {
        let share =
            |(_, name, share): &(Kind, &str, u64)| format!("{:.0} % {name}", *share as f64 / 10.0);
        KINDS.iter().map(share).collect::<Vec<_>>().join(", ")
    }

    /// The next request.
    pub fn next(&self) -> (Kind, Vec<u8>) {
        let mut rest = self.roll(1000);
        let (kind, ..) = KINDS
            .iter()
            .find(|(_, _, share)| {
                let found = rest < *share;
                rest = rest.saturating_sub(*share);
                found
            })
            .unwrap();
        (*kind, self.request(*kind))
    }

    /// A request of this kind.
    pub fn request(&self, kind: Kind) -> Vec<u8> {
        let get = |target: String| self.site.request("GET", &target, "", None);
        // Frequent sign-ins end the oldest session: only some members sign in again.
        let (name, _) = &self.members[self.roll(MEMBERS as u64 / 2) as usize];
        let (_, token) = &self.members[MEMBERS / 2 + self.roll(MEMBERS as u64 / 2) as usize];
        match kind {
            Kind::Kept => {
                let channel = ["censored", "uncensored", "western"][self.roll(3) as usize];
                let page = self.roll(10) + 1;
                get(format!(
                    "/v2/works/detail/list?modName={channel}&pageNum={page}&pageSize=24"
                ))
            }
            Kind::Search => {
                let letters: Vec<char> = WORDS.chars().collect();
                let letter = || letters[self.roll(letters.len() as u64) as usize];
                let keyword: String = [letter(), letter()].iter().collect();
                let keyword: String = form_urlencoded::byte_serialize(keyword.as_bytes()).collect();
                let (from, score) = (1990 + self.roll(30), self.roll(50));
                get(format!(
                    "/v2/works/detail/list?keyword={keyword}&from={from}&minScore={score}&pageSize=24"
                ))
            }
            Kind::Work => get(format!(
                "/v2/works/detail/{}",
                self.works[self.roll(self.works.len() as u64) as usize]
            )),
            Kind::Member => self.site.request(
                "GET",
                "/v2/user/like/detail/list?pageSize=24",
                "",
                Some(token),
            ),
            Kind::Login => self
                .site
                .request("POST", "/v2/user/login", &login(name), None),
            Kind::Order => match &self.plan {
                Some(plan) => {
                    let form = format!(
                        "{{\"appId\":\"yingku\",\"groupId\":\"{plan}\",\"payChannel\":\"alipay\"}}"
                    );
                    self.site
                        .request("POST", "/v2/orders/submit", &form, Some(token))
                }
                None => self.site.request("GET", "/v2/orders/list", "", Some(token)),
            },
        }
    }

    /// A number below `sides`, the same in every run.
    fn roll(&self, sides: u64) -> u64 {
        let next = self
            .dice
            .get()
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.dice.set(next);
        (next >> 33) % sides
    }
}

/// The login form of this name.
pub fn login(name: &str) -> String {
    format!(
        "{{\"appId\":\"yingku\",\"userName\":\"{name}\",\"password\":\"{PASSWORD}\",\"rememberMe\":false}}"
    )
}

/// The registration form of this name.
pub fn registration(name: &str) -> String {
    format!(
        "{{\"appId\":\"yingku\",\"userName\":\"{name}\",\"password\":\"{PASSWORD}\",\"confirmPassword\":\"{PASSWORD}\",\"email\":\"somebody@example.org\"}}"
    )
}

/// Registers a member and signs in; name and token.
fn member(site: &Site, name: &str) -> (String, String) {
    site.json("POST", "/v2/user/register", &registration(name), None);
    let signed_in = site.json("POST", "/v2/user/login", &login(name), None);
    (
        name.to_owned(),
        signed_in["data"]["accessToken"]
            .as_str()
            .unwrap()
            .to_owned(),
    )
}
