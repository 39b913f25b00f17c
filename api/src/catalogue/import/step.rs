//! What is to be written of one record.

use super::curated::Curated;
use super::record::WorkRecord;
use super::rows::NewWork;

/// What to do with one record.
pub(super) struct Step<'a> {
    pub(super) record: &'a WorkRecord,
    pub(super) id: i64,
    pub(super) fingerprint: i64,
    /// Was it there, and was it visible?
    pub(super) before: Option<bool>,
    /// Is it off the site afterwards?
    pub(super) hidden: bool,
    /// What operators have set of it.
    pub(super) curated: Curated,
}

impl<'a> Step<'a> {
    /// The row of its work, changed at `now`, seconds.
    pub(super) fn row(&self, now: i64) -> NewWork<'a> {
        let record = self.record;
        NewWork {
            id: self.id,
            mod_id: record.channel.code(),
            number: &record.number,
            title: &record.title,
            pub_time: record.pub_time,
            pic_small: &record.pic_small,
            pic_big: &record.pic_big,
            image_small: record.image_small.join(","),
            image_big: record.image_big.join(","),
            mp4: &record.mp4,
            m3u8: &record.m3u8,
            duration: record.duration,
            average: record.average,
            evaluates: record.evaluates,
            is_online: record.is_online,
            is_dht: !record.magnets.is_empty(),
            hidden: self.hidden,
            fingerprint: self.fingerprint,
            curated: self.curated.bits(),
            updated_at: now,
        }
    }
}
