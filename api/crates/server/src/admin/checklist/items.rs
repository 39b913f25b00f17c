//! The points of the checklist, judged by facts alone.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_platform::config::PayMode;

use super::facts::Facts;

string_enum! {
    /// A point of the checklist.
    pub(crate) enum CheckId {
        /// Proxies are trusted, and only trusted ones are used.
        Proxy = "proxy",
        /// The public address is https.
        Address = "address",
        /// Payment.
        Payment = "payment",
        /// The last backup.
        Backup = "backup",
        /// Free disk space.
        Disk = "disk",
        /// Mail or webhook for operators.
        Notices = "notices",
        /// Generated works.
        Demo = "demo",
        /// Name of the site.
        Name = "name",
        /// Works.
        Works = "works",
        /// Films.
        Film = "film",
    }
}

string_enum! {
    /// State of a point: `todo` before members come, `advised` if wanted.
    pub(crate) enum CheckState {
        /// Done.
        Done = "done",
        /// To be done before members come.
        Todo = "todo",
        /// Not needed by every site.
        Advised = "advised",
    }
}

/// A point of the checklist.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ChecklistItem {
    /// Which.
    pub(crate) id: CheckId,
    /// Its state.
    pub(crate) state: CheckState,
    /// What was found, such as an address, a time or the names of settings.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "data 42.6 GB")]
    pub(crate) detail: String,
}

use CheckId::{Address, Backup, Demo, Disk, Film, Name, Notices, Payment, Proxy, Works};
use CheckState::{Advised, Done, Todo};

/// Judges every point, in the order of work.
pub(super) fn check(facts: &Facts) -> Vec<ChecklistItem> {
    let needed = |is_done: bool| if is_done { Done } else { Todo };
    let wanted = |is_done: bool| if is_done { Done } else { Advised };
    let (payment, payment_detail) = payment(facts);
    let (proxy, proxy_detail) = proxy(facts);
    let is_https = facts.public_url.starts_with("https://");
    let backup = facts.backup.as_ref();
    let backed_up = backup.is_some_and(|backup| backup.is_good(facts.now));
    let disk = facts.disk.as_ref();
    let own_works = facts.works - i64::try_from(facts.demo_works).unwrap_or(i64::MAX);
    let points = [
        (Proxy, proxy, proxy_detail),
        (Address, needed(is_https), facts.public_url.clone()),
        (Payment, payment, payment_detail),
        (
            Backup,
            needed(backed_up),
            backup.map_or_else(String::new, |backup| format_shanghai(backup.made_at)),
        ),
        (
            Disk,
            needed(disk.is_some_and(|disk| !disk.is_nearly_full())),
            disk.map_or_else(String::new, |disk| disk.label()),
        ),
        (Notices, wanted(facts.tells_operators), String::new()),
        (Demo, needed(facts.demo_works == 0), count(facts.demo_works)),
        (
            Name,
            wanted(!facts.has_default_name),
            facts.site_name.clone(),
        ),
        (Works, needed(own_works > 0), String::new()),
        (Film, wanted(facts.has_film), String::new()),
    ];
    let items = points.map(|(id, state, detail)| ChecklistItem { id, state, detail });
    items.into()
}

/// The proxy that is not trusted, if one was seen.
fn proxy(facts: &Facts) -> (CheckState, String) {
    match facts.untrusted_proxy {
        Some(proxy) => (Todo, proxy.to_string()),
        None if facts.trusts_proxies => (Done, String::new()),
        None => (Todo, String::new()),
    }
}

/// The settings of bad keys, or the mode.
fn payment(facts: &Facts) -> (CheckState, String) {
    match facts.pay_mode {
        PayMode::Live if facts.bad_keys.is_empty() => (Done, "live".to_owned()),
        PayMode::Live => (Todo, facts.bad_keys.join(", ")),
        PayMode::Sandbox => (Todo, "sandbox".to_owned()),
        // Some sites sell codes alone.
        PayMode::Off => (Advised, "off".to_owned()),
    }
}

fn count(works: u64) -> String {
    match works {
        0 => String::new(),
        works => works.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk;
    use crate::last_backup::LastBackup;

    const NOW: i64 = 1_790_000_000;

    /// A site that is ready.
    fn ready() -> Facts {
        Facts {
            now: NOW,
            trusts_proxies: true,
            untrusted_proxy: None,
            public_url: "https://films.example".to_owned(),
            pay_mode: PayMode::Live,
            bad_keys: Vec::new(),
            backup: Some(LastBackup {
                made_at: NOW - 86_400,
                complete: true,
                ..LastBackup::default()
            }),
            disk: Some(disk::Disk {
                folder: "data".into(),
                free: 50 << 30,
                size: 100 << 30,
            }),
            tells_operators: true,
            demo_works: 0,
            site_name: "山谷".to_owned(),
            has_default_name: false,
            works: 1,
            has_film: true,
        }
    }

    /// The points that are not done, with their details.
    fn open(change: impl FnOnce(&mut Facts)) -> Vec<(CheckId, CheckState, String)> {
        let mut facts = ready();
        change(&mut facts);
        let items = check(&facts).into_iter();
        let open = items.filter(|item| item.state != Done);
        open.map(|item| (item.id, item.state, item.detail))
            .collect()
    }

    #[test]
    fn a_ready_site_has_nothing_open() {
        assert_eq!(open(|_| {}), []);
        assert_eq!(check(&ready()).len(), CheckId::ALL.len());
    }

    #[test]
    fn each_point_is_judged_by_its_fact() {
        let point = |id, state, detail: &str| vec![(id, state, detail.to_owned())];
        let none = "";
        let seen = open(|facts| facts.trusts_proxies = false);
        assert_eq!(seen, point(Proxy, Todo, none));
        let seen = open(|facts| facts.untrusted_proxy = Some([10, 0, 0, 7].into()));
        assert_eq!(seen, point(Proxy, Todo, "10.0.0.7"));
        let plain = "http://films.example";
        let seen = open(|facts| facts.public_url = plain.to_owned());
        assert_eq!(seen, point(Address, Todo, plain));
        let seen = open(|facts| facts.pay_mode = PayMode::Off);
        assert_eq!(seen, point(Payment, Advised, "off"));
        let seen = open(|facts| facts.pay_mode = PayMode::Sandbox);
        assert_eq!(seen, point(Payment, Todo, "sandbox"));
        let bad = vec!["ALIPAY_PUBLIC_KEY_FILE", "WEIXIN_API_KEY_FILE"];
        let seen = open(|facts| facts.bad_keys = bad.clone());
        assert_eq!(seen, point(Payment, Todo, &bad.join(", ")));
        let seen = open(|facts| facts.tells_operators = false);
        assert_eq!(seen, point(Notices, Advised, none));
        let seen = open(|facts| facts.has_default_name = true);
        assert_eq!(seen, point(Name, Advised, "山谷"));
        let seen = open(|facts| facts.works = 0);
        assert_eq!(seen, point(Works, Todo, none));
        let seen = open(|facts| facts.has_film = false);
        assert_eq!(seen, point(Film, Advised, none));
    }

    #[test]
    fn a_backup_is_complete_sound_and_at_most_two_days_old() {
        let seen = open(|facts| facts.backup = None);
        assert_eq!(seen, [(Backup, Todo, String::new())]);
        for (age, complete, damaged, is_good) in [
            (2 * 86_400, true, false, true),
            (2 * 86_400 + 1, true, false, false),
            (60, false, false, false),
            (60, true, true, false),
        ] {
            let backup = LastBackup {
                made_at: NOW - age,
                complete,
                damaged,
                ..LastBackup::default()
            };
            let seen = open(|facts| facts.backup = Some(backup));
            assert_eq!(seen.is_empty(), is_good, "{age} {complete} {damaged}");
        }
    }

    #[test]
    fn generated_works_are_no_works_of_the_site() {
        let seen = open(|facts| (facts.demo_works, facts.works) = (120, 120));
        assert_eq!(
            seen,
            [(Demo, Todo, "120".to_owned()), (Works, Todo, String::new())]
        );
    }
}
