//! Reads ahead of the writing, on a thread of its own.

use std::sync::mpsc::SyncSender;

use yingku_catalogue::import::batch::Batch;
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::site_rules::SiteRules;
use yingku_catalogue::import::store::BATCH;
use yingku_catalogue::import::validation_error::{ValidationError, Warning};
use yingku_catalogue::sources::Input;
use yingku_formats::Place;

/// Batches read ahead.
pub(super) const FINDS_WAITING: usize = 2;

/// The reader's results, in the order of the source.
pub(super) enum Found {
    Works {
        records: Vec<Fingerprinted>,
        at: Position,
    },
    Rejected {
        place: Place,
        validation_error: ValidationError,
    },
    Warned {
        place: Place,
        warnings: Vec<Warning>,
    },
}

/// The position of the reader.
pub(super) struct Position {
    /// Of the total of the source: bytes or files.
    pub(super) done: u64,
    pub(super) lines: u64,
}

/// Reads to the end, or stops when the receiver is dropped.
pub(super) fn read_all(
    input: &mut Input,
    mut rules: SiteRules,
    found: &SyncSender<Found>,
) -> anyhow::Result<()> {
    let mut batch = Batch::new(BATCH);
    let mut lines = 0;
    loop {
        let done = input.position();
        let Some(row) = input.next_row()? else {
            break;
        };
        let (place, mut warnings) = (row.place, row.warnings);
        let found_one = match row.content.and_then(|raw| rules.parse(raw)) {
            Ok((record, more)) => {
                if batch.is_full_for(&record) {
                    let at = Position { done, lines };
                    let records = batch.take();
                    if found.send(Found::Works { records, at }).is_err() {
                        return Ok(());
                    }
                }
                batch.push(record);
                warnings.extend(more);
                (!warnings.is_empty()).then_some(Found::Warned { place, warnings })
            }
            Err(validation_error) => Some(Found::Rejected {
                place,
                validation_error,
            }),
        };
        lines += 1;
        if found_one.is_some_and(|one| found.send(one).is_err()) {
            return Ok(());
        }
    }
    let at = Position {
        done: input.position(),
        lines,
    };
    let records = batch.take();
    let _ = found.send(Found::Works { records, at });
    Ok(())
}
