//! The works to write.

use std::sync::Arc;

use yingku_search::{IndexedTerm, IndexedWork};

use super::fields::FieldSet;
use super::fingerprint::Fingerprinted;
use super::known::ByIdentity;
use super::merge::Merged;
use super::record::WorkRecord;
use super::rows::NewWork;
use super::summary::ImportSummary;
use crate::kinds::TermKind;
use crate::magnets::marks::marks_of;
use crate::works::completeness::Known;

/// A work to insert or update.
pub(super) struct Step<'a> {
    pub(super) record: &'a WorkRecord,
    pub(super) id: i64,
    pub(super) fingerprint: i64,
    /// Whether the stored work was visible; none for a new work.
    pub(super) before: Option<bool>,
    pub(super) hidden: bool,
    pub(super) curated: FieldSet,
}

impl<'a> Step<'a> {
    /// The row, changed at `now` (seconds).
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
            pub_precision: record.pub_precision,
            updated_at: now,
        }
    }

    /// The new work for the index, added at `now` (seconds).
    pub(super) fn indexed(&self, terms: Vec<Arc<IndexedTerm>>, now: i64) -> IndexedWork {
        let record = self.record;
        let known = Known {
            covers: [&record.pic_small, &record.pic_big],
            is_dht: record.is_dht(),
            duration: record.duration,
            precision: record.pub_precision,
            has_cast: terms.iter().any(|term| term.kind == TermKind::Performer),
            is_online: record.is_online,
        };
        IndexedWork {
            id: self.id,
            channel: record.channel,
            number: record.number.clone(),
            title: record.title.clone(),
            pub_time: record.pub_time,
            is_dht: record.is_dht(),
            has_covers: !record.pic_small.is_empty() && !record.pic_big.is_empty(),
            is_online: u8::try_from(record.is_online).unwrap_or(0),
            collects: 0,
            average: record.average,
            evaluates: i64::from(record.evaluates),
            hot: 0,
            views: 0,
            likes: 0,
            duration: i64::from(record.duration),
            updated_at: now,
            editor: String::new(),
            lacks: known.lacks(),
            marks: marks_of(record.magnets.iter().map(|magnet| magnet.name.as_str())),
            terms,
        }
    }
}

/// The works to write, which are counted.
pub(super) fn steps<'a>(
    records: &'a [Fingerprinted],
    known: &ByIdentity<'a>,
    merged: &'a Merged,
    overrides: bool,
    summary: &mut ImportSummary,
    mut new_id: impl FnMut() -> i64,
) -> Vec<Step<'a>> {
    let mut steps = Vec::new();
    for printed in records {
        let (record, fingerprint) = (&printed.record, printed.fingerprint);
        match known.get(&(record.channel, record.number.as_str())) {
            Some(work) if !work.is_changed_by(fingerprint, overrides) => {
                summary.unchanged += 1;
            }
            Some(work) => {
                summary.updated += 1;
                steps.push(Step {
                    record: merged.records.get(&work.id).unwrap_or(record),
                    curated: if overrides {
                        FieldSet::NONE
                    } else {
                        work.curated
                    },
                    id: work.id,
                    fingerprint,
                    before: Some(!work.hidden),
                    hidden: printed.hides(work),
                });
            }
            None => {
                summary.new += 1;
                steps.push(Step {
                    record,
                    id: new_id(),
                    fingerprint,
                    before: None,
                    hidden: record.hidden,
                    curated: FieldSet::NONE,
                });
            }
        }
    }
    steps
}
