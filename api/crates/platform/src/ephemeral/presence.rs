//! Who is busy with something right now: names that are forgotten unless they are repeated. A hint for people, so while
//! the shared store is down nobody is there.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use yingku_base::clock::Clock;

use super::redis::Redis;

/// Names kept for one thing.
const MAX_NAMES: usize = 10;
/// Things kept in this process; beyond that, the ones whose time is over are removed.
const MAX_THINGS: usize = 1_000;

/// The names at each thing, with the time until which each is there, steady ms.
type Things = HashMap<i64, Vec<(String, i64)>>;

/// Who is where.
pub struct Presence {
    clock: Arc<dyn Clock>,
    life_ms: i64,
    local: Mutex<Things>,
    everywhere: Option<(Arc<Redis>, &'static str)>,
}

impl Presence {
    pub(super) fn in_memory(clock: Arc<dyn Clock>, life_ms: i64) -> Self {
        Self {
            clock,
            life_ms,
            local: Mutex::default(),
            everywhere: None,
        }
    }

    pub(super) fn shared(self, redis: Arc<Redis>, purpose: &'static str) -> Self {
        Self {
            everywhere: Some((redis, purpose)),
            ..self
        }
    }

    /// Who else than `name` is at a thing. With `stays`, `name` is there from now on for the life of an entry.
    pub async fn others(&self, thing: i64, name: &str, stays: bool) -> Vec<String> {
        let mut names = match &self.everywhere {
            Some((redis, purpose)) => {
                let added = stays.then_some(name);
                redis.present(purpose, thing, added, self.life_ms).await
            }
            None => self.present(thing, stays.then_some(name)),
        };
        names.retain(|other| other != name);
        names
    }

    /// Notes that `name` has left a thing.
    pub async fn leave(&self, thing: i64, name: &str) {
        match &self.everywhere {
            Some((redis, purpose)) => redis.leave(purpose, thing, name).await,
            None => self.remove(thing, name),
        }
    }

    fn remove(&self, thing: i64, name: &str) {
        if let Some(there) = self.local.lock().get_mut(&thing) {
            there.retain(|(other, _)| other != name);
        }
    }

    /// Who is at a thing in this process, before `added` is.
    fn present(&self, thing: i64, added: Option<&str>) -> Vec<String> {
        let now = self.clock.steady_ms();
        let mut things = self.local.lock();
        let mut there = things.remove(&thing).unwrap_or_default();
        there.retain(|(_, until)| *until > now);
        let names = there.iter().map(|(name, _)| name.clone()).collect();
        if let Some(added) = added {
            there.retain(|(name, _)| name != added);
            if there.len() < MAX_NAMES {
                there.push((added.to_owned(), now + self.life_ms));
            }
        }
        if !there.is_empty() {
            if things.len() >= MAX_THINGS {
                things.retain(|_, names| names.iter().any(|(_, until)| *until > now));
            }
            things.insert(thing, there);
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_base::clock::ManualClock;

    #[test]
    fn who_leaves_is_not_there_and_may_come_again() {
        let clock = Arc::new(ManualClock::at(1_790_000_000_000));
        let presence = Presence::in_memory(clock, 1_000);
        presence.present(7, Some("lin"));
        presence.present(7, Some("wang"));
        presence.remove(7, "lin");
        presence.remove(8, "lin");
        assert_eq!(presence.present(7, Some("lin")), ["wang"]);
        assert_eq!(presence.present(7, None), ["wang", "lin"]);
    }

    #[test]
    fn a_name_is_there_until_its_time_is_over() {
        let clock = Arc::new(ManualClock::at(1_790_000_000_000));
        let presence = Presence::in_memory(clock.clone(), 1_000);
        assert!(presence.present(7, Some("lin")).is_empty());
        assert_eq!(presence.present(7, Some("wang")), ["lin"]);
        assert_eq!(presence.present(7, None), ["lin", "wang"]);
        assert!(presence.present(8, None).is_empty());
        clock.advance(999);
        assert_eq!(presence.present(7, Some("lin")), ["lin", "wang"]);
        clock.advance(1);
        assert_eq!(presence.present(7, None), ["lin"]);
        clock.advance(1_000);
        assert!(presence.present(7, None).is_empty());
        assert!(presence.local.lock().is_empty());
    }
}
