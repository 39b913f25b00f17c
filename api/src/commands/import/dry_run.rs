//! `yingku import --dry-run`: compares a source with the catalogue and writes nothing.

use std::collections::BTreeMap;

use yingku_catalogue::import::compare::{FieldChange, WorkChange};
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::site_rules::SiteRules;
use yingku_catalogue::import::store::Store;
use yingku_catalogue::import::validation_error::excerpt;
use yingku_catalogue::sources::Input;

use super::report::{Report, text};
use super::{Outcome, walk};
use crate::commands::progress::Progress;

/// Most works to print; the report has all.
const MAX_PRINTED: u64 = 50;

/// How many works would change in each field, and how many of these would lose the value.
#[derive(Default)]
struct Changes {
    printed: u64,
    fields: BTreeMap<&'static str, (u64, u64)>,
}

/// Compares to the end.
pub(super) fn compare(
    store: &Store,
    rules: SiteRules,
    input: &mut Input,
    report: &mut Report,
    progress: &mut Progress,
) -> anyhow::Result<Outcome> {
    let mut changes = Changes::default();
    let compare = |records: &[Fingerprinted], report: &mut Report| {
        let (summary, works) = store.compare_fields(records)?;
        for work in &works {
            changes.take(work);
            report.changed(work)?;
        }
        Ok(summary)
    };
    let outcome = walk(input, rules, report, progress, "to be imported", compare)?;
    changes.print();
    Ok(outcome)
}

impl Changes {
    fn take(&mut self, work: &WorkChange) {
        for field in work.fields.iter().flatten() {
            let (changed, emptied) = self.fields.entry(field.name).or_default();
            *changed += 1;
            *emptied += u64::from(field.after.is_null());
        }
        if self.printed < MAX_PRINTED {
            let (channel, number) = (work.channel.as_str(), &work.number);
            match &work.fields {
                None => say!("new {channel} {number}: {}", excerpt(&work.title)),
                Some(fields) if fields.is_empty() => {
                    say!("changed {channel} {number}: details of its terms");
                }
                Some(fields) => {
                    let fields: Vec<String> = fields.iter().map(shown).collect();
                    say!("changed {channel} {number}: {}", fields.join("; "));
                }
            }
        }
        self.printed += 1;
        if self.printed == MAX_PRINTED {
            say!("further works are counted (--report lists all)");
        }
    }

    fn print(&self) {
        if self.fields.is_empty() {
            return;
        }
        let fields = self
            .fields
            .iter()
            .map(|(name, (changed, emptied))| match emptied {
                0 => format!("{name} {changed}"),
                emptied => format!("{name} {changed} (emptied in {emptied})"),
            });
        say!("changed fields: {}", fields.collect::<Vec<_>>().join(", "));
    }
}

fn shown(field: &FieldChange) -> String {
    let (before, after) = (text(&field.before), text(&field.after));
    format!(
        "{} \"{}\" → \"{}\"",
        field.name,
        excerpt(&before),
        excerpt(&after)
    )
}
