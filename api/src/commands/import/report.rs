//! The report of an import: a table (CSV) for spreadsheets.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;
use yingku_catalogue::import::compare::WorkChange;
use yingku_catalogue::import::field_changes::readable;
use yingku_catalogue::import::fields::PreservedFields;
use yingku_catalogue::import::validation_error::{ValidationError, Warning};
use yingku_formats::Place;

/// So that spreadsheets read UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const HEADING: [&str; 7] = ["位置", "结果", "频道", "番号", "字段", "原值", "新值或原因"];

/// A report, or nothing if none is wanted.
pub(super) struct Report(Option<csv::Writer<BufWriter<File>>>);

impl Report {
    /// Creates the file, or empties it.
    pub(super) fn create(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let creating = || format!("writing {}", path.display());
        let mut file = BufWriter::new(File::create(path).with_context(creating)?);
        file.write_all(BYTE_ORDER_MARK).with_context(creating)?;
        let mut report = Self(Some(csv::Writer::from_writer(file)));
        report.row(HEADING)?;
        Ok(report)
    }

    pub(super) fn rejected(
        &mut self,
        place: &Place,
        error: &ValidationError,
    ) -> anyhow::Result<()> {
        let place = place.to_string();
        self.row([&place, "拒绝", "", "", &error.field, "", &error.reason])
    }

    pub(super) fn warned(&mut self, place: &Place, warnings: &[Warning]) -> anyhow::Result<()> {
        let place = place.to_string();
        warnings.iter().try_for_each(|warning| {
            self.row([&place, "提醒", "", "", &warning.field, "", &warning.text])
        })
    }

    pub(super) fn add_preserved(&mut self, preserved: &[PreservedFields]) -> anyhow::Result<()> {
        preserved.iter().try_for_each(|work| {
            let fields = work.fields.names().join(" ");
            let channel = work.channel.as_str();
            self.row([
                "",
                "保留",
                channel,
                &work.number,
                &fields,
                "",
                "管理员设置的值没有改动",
            ])
        })
    }

    pub(super) fn changed(&mut self, work: &WorkChange) -> anyhow::Result<()> {
        let (channel, number) = (work.channel.as_str(), work.number.as_str());
        match &work.fields {
            None => self.row(["", "新增", channel, number, "title", "", &work.title]),
            Some(fields) if fields.is_empty() => {
                self.row(["", "修改", channel, number, "", "", "标签等的附加内容"])
            }
            Some(fields) => fields.iter().try_for_each(|field| {
                let (before, after) = (readable(&field.before), readable(&field.after));
                self.row(["", "修改", channel, number, field.name, &before, &after])
            }),
        }
    }

    /// Writes everything to the disk.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.0 {
            Some(mut table) => table.flush().context("writing the report"),
            None => Ok(()),
        }
    }

    fn row(&mut self, cells: [&str; 7]) -> anyhow::Result<()> {
        let Some(table) = &mut self.0 else {
            return Ok(());
        };
        let cells = cells.map(inert);
        table.write_record(cells).context("writing the report")
    }
}

/// A cell that a spreadsheet does not take for a formula.
fn inert(cell: &str) -> String {
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula() {
        assert_eq!(inert("=1+1"), "'=1+1");
        assert_eq!(inert("山谷"), "山谷");
    }
}
