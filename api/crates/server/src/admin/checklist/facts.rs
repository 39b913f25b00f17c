//! What the checklist is judged by.

use std::net::IpAddr;

use diesel::result::QueryResult;
use yingku_catalogue::demo_fills;
use yingku_catalogue::pages::site::SiteTexts;
use yingku_commerce::pay::check_keys;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;
use yingku_platform::config::{Config, PayMode};
use yingku_platform::stats::counters::{TotalCounter, totals};
use yingku_search::{WorksFilter, WorksIndex};

use crate::disk::{self, Disk};
use crate::last_backup::LastBackup;

/// What the database says.
pub(super) struct Stored {
    backup: Option<LastBackup>,
    demo_works: u64,
    works: i64,
}

/// Reads it.
pub(super) fn stored(conn: &mut Conn) -> QueryResult<Stored> {
    let total_of = totals(conn)?;
    let channels = [
        TotalCounter::Censored,
        TotalCounter::Uncensored,
        TotalCounter::Western,
    ];
    Ok(Stored {
        backup: LastBackup::read(conn)?,
        demo_works: demo_fills::read(conn)?.iter().map(|(works, _)| works).sum(),
        works: channels.into_iter().map(total_of).sum(),
    })
}

/// The facts of a moment.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// Seconds since 1970.
    pub(super) now: i64,
    /// Whether the settings name proxies.
    pub(super) trusts_proxies: bool,
    /// A proxy that they do not name.
    pub(super) untrusted_proxy: Option<IpAddr>,
    pub(super) public_url: String,
    pub(super) pay_mode: PayMode,
    /// Settings of key files that cannot be used.
    pub(super) bad_keys: Vec<&'static str>,
    pub(super) backup: Option<LastBackup>,
    /// The disk with the least space.
    pub(super) disk: Option<Disk>,
    /// Whether operators are told of what waits.
    pub(super) tells_operators: bool,
    /// Generated works that were not removed.
    pub(super) demo_works: u64,
    pub(super) site_name: String,
    /// Whether it is the product's own name.
    pub(super) has_default_name: bool,
    /// Visible works.
    pub(super) works: i64,
    /// Whether a work can be watched.
    pub(super) has_film: bool,
}

impl Facts {
    /// Collects them; reads files.
    pub(super) fn collect(
        config: &Config,
        texts: &SiteTexts,
        index: &WorksIndex,
        untrusted_proxy: Option<IpAddr>,
        stored: Stored,
        now: i64,
    ) -> Result<Self, ApiError> {
        let online = WorksFilter {
            is_online: true,
            ..WorksFilter::default()
        };
        let keys = check_keys(&config.pay).into_iter();
        let bad_keys = keys.filter_map(|(name, checked)| checked.is_err().then_some(name));
        Ok(Self {
            now,
            trusts_proxies: !config.network.trusted_proxies.is_empty(),
            untrusted_proxy,
            public_url: config.pay.public_url.clone(),
            pay_mode: config.pay.mode,
            bad_keys: bad_keys.collect(),
            backup: stored.backup,
            disk: disk::fullest(config),
            tells_operators: config.notify.is_on(),
            demo_works: stored.demo_works,
            site_name: texts.name.clone(),
            has_default_name: texts.name == SiteTexts::default().name,
            works: stored.works,
            has_film: !index.first(&online, 1)?.is_empty(),
        })
    }
}
