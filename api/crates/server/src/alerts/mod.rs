//! Tells operators what waits for them, by mail and webhook: urgent matters when they begin, and a digest each morning.
//!
//! Each instance looks every half minute. How a matter stood is in `settings`, and only the instance whose update changes
//! it writes the notice, in the same transaction; so of several instances one tells, once. `notices` is an outbox: a
//! notice is claimed for a minute, delivered, and tried again later if that fails.

mod delivery;
mod levels;
mod matters;
mod notices;
mod texts;

use std::sync::Arc;
use std::time::Duration;

use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::workers::{Delay, Worker};
use yingku_catalogue::pages::site::Site;
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;

use delivery::Delivery;
use matters::Matter;
use notices::NewNotice;

/// Interval between two looks.
const INTERVAL: Duration = Duration::from_secs(30);

/// The worker that tells. Dropping it stops the worker.
pub struct Alerts(Option<Worker>);

impl Alerts {
    /// Starts the worker, if the settings name anybody to tell.
    pub fn start(
        config: &Config,
        db: &Db,
        clock: &Arc<dyn Clock>,
        ids: &Arc<Ids>,
        site: &Arc<Site>,
    ) -> anyhow::Result<Self> {
        if !config.notify.is_on() {
            return Ok(Self(None));
        }
        let look = Look {
            delivery: Delivery::new(config)?,
            config: config.clone(),
            db: db.clone(),
            clock: Arc::clone(clock),
            ids: Arc::clone(ids),
            site: Arc::clone(site),
        };
        let worker = Worker::start("alerts", move || {
            if let Err(error) = look.run() {
                let cause = format!("{error:#}");
                tracing::warn!(
                    event = "alerts_failed",
                    cause,
                    "failed to look for what operators must know"
                );
            }
            Delay::idle(INTERVAL)
        })?;
        Ok(Self(Some(worker)))
    }

    /// Looks and delivers now, and returns when that is done.
    pub fn run_now(&self) {
        if let Some(worker) = &self.0 {
            worker.finish();
        }
    }
}

/// What a look needs.
struct Look {
    delivery: Delivery,
    config: Config,
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    site: Arc<Site>,
}

impl Look {
    fn run(&self) -> anyhow::Result<()> {
        let now = self.clock.now_ms().div_euclid(1_000);
        let found = self.db.query_now(|conn| matters::read(conn, now))?;
        let matters = found.matters(&self.config, now);
        for matter in &matters {
            self.tell(matter, now)?;
        }
        if let Some(day) = levels::day_of_digest(now) {
            let risen = self
                .db
                .query_now(|conn| levels::is_risen(conn, levels::DIGEST, day))?;
            if risen {
                let text = self
                    .db
                    .query_now(|conn| texts::digest(conn, &matters, day - 1))?;
                let notice = self.notice("digest", "每日汇总", text, now);
                self.write((levels::DIGEST, day), notice)?;
            }
        }
        self.delivery.run(&self.db, now)
    }

    /// Tells of a matter if it has grown since it was told; notes it otherwise.
    fn tell(&self, matter: &Matter, now: i64) -> anyhow::Result<()> {
        let key = matter.key();
        let notice = self.notice(matter.kind.as_str(), &matter.title(), matter.text(), now);
        self.write((&key, matter.level), notice)
    }

    /// Stores the level of a matter and, if it has risen, the notice for each recipient.
    fn write(&self, (key, level): (&str, i64), notice: NewNotice) -> anyhow::Result<()> {
        let recipients = self.delivery.recipients();
        let ids: Vec<i64> = recipients
            .iter()
            .map(|_| self.ids.next(self.clock.as_ref()))
            .collect();
        let is_noted = self
            .db
            .query_now(|conn| levels::read(conn, key))?
            .unwrap_or_default()
            == level;
        if is_noted {
            return Ok(());
        }
        self.db.write_now::<_, DbError, _>(|conn| {
            if levels::change(conn, key, level)? {
                for (recipient, id) in recipients.iter().zip(&ids) {
                    notices::insert(conn, *id, recipient, &notice)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    fn notice(&self, kind: &'static str, title: &str, text: String, now: i64) -> NewNotice {
        let console = &self.config.pay.public_url;
        NewNotice {
            kind,
            subject: format!("[{}] {title}", self.site.texts().name),
            body: format!("{text}\n\n{console}/admin\n"),
            created_at: now,
        }
    }
}
