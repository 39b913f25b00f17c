//! `yingku import --dry-run`: compares a source with the catalogue and writes nothing.

use yingku_catalogue::import::compare::{FieldChange, WorkChange};
use yingku_catalogue::import::field_changes::{ChangeTotals, FieldChanges, shown};
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::site_rules::SiteRules;
use yingku_catalogue::import::store::Store;
use yingku_catalogue::import::validation_error::excerpt;
use yingku_catalogue::sources::Input;

use super::report::Report;
use super::{Outcome, walk};
use crate::commands::progress::Progress;

/// Most works to print; the report has all.
const MAX_PRINTED: u64 = 50;

/// The works that would change.
#[derive(Default)]
struct Changes {
    printed: u64,
    totals: ChangeTotals,
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
        let (summary, works) = store.compare(records)?;
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
        self.totals.add(work);
        if self.printed < MAX_PRINTED {
            let (channel, number) = (work.channel.as_str(), &work.number);
            match &work.fields {
                None => say!("new {channel} {number}: {}", excerpt(&work.title)),
                Some(fields) if fields.is_empty() => {
                    say!("changed {channel} {number}: details of its terms");
                }
                Some(fields) => {
                    let fields: Vec<String> = fields.iter().map(described).collect();
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
        let fields = self.totals.fields();
        if !fields.is_empty() {
            say!("by field, of works that are there already:");
        }
        fields.iter().for_each(print_field);
    }
}

fn print_field(field: &FieldChanges) {
    let counts = [
        ("gain a value", field.gained.0),
        ("change it", field.changed.0),
        ("lose it", field.lost.0),
    ];
    let counts = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(what, count)| format!("{count} {what}"));
    let examples = field.examples.iter().map(|example| {
        let (before, after) = (&example.before, &example.after);
        format!("{} \"{before}\" → \"{after}\"", example.number)
    });
    say!(
        "  {}: {} ({})",
        field.field,
        counts.collect::<Vec<_>>().join(", "),
        examples.collect::<Vec<_>>().join("; ")
    );
}

fn described(field: &FieldChange) -> String {
    let (before, after) = shown(field);
    format!("{} \"{before}\" → \"{after}\"", field.name)
}
