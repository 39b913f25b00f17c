//! Reads a workbook on a thread of its own: cells borrow it, and a panic there ends one import only.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use super::sheet::Found;
use super::{html, json, ods, sql, vertical, xls, xlsx, xml_records, xml_workbook};
use crate::error::{Error, Reason};

/// Rows read ahead, each of which may have a megabyte.
const WAITING: usize = 32;

/// What a workbook is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Of today's Excel and WPS.
    Xlsx,
    /// Of older Excel.
    Xls,
    /// Of LibreOffice.
    Ods,
    /// Of LibreOffice, as one XML file.
    FlatOds,
    /// Of Excel 2003, as one XML file.
    Xml,
    /// Tables of a page of HTML.
    Html,
    /// Lists of objects.
    Json,
    /// Lists of records of XML.
    Records,
    /// Tables of a dump of a database.
    Sql,
    /// Values below each other, each with the name of its column.
    Vertical,
}

impl Kind {
    /// What it is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON file",
            Self::Records => "XML file",
            Self::Sql => "dump",
            Self::Vertical => "text",
            _ => "workbook",
        }
    }
}

/// A workbook that is being read. The cells borrow it, so they are read on a thread that has both.
pub(super) struct Reading {
    found: Option<Receiver<Found>>,
    thread: Option<JoinHandle<Result<(), Reason>>>,
    hidden: Arc<AtomicUsize>,
    pub(super) kind: Kind,
}

impl Reading {
    pub(super) fn start(bytes: Vec<u8>, kind: Kind) -> Result<Self, Error> {
        let (sender, found) = sync_channel(WAITING);
        let hidden = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&hidden);
        let thread = std::thread::Builder::new().spawn(move || match kind {
            Kind::Xlsx => xlsx::read(bytes, &sender, &count),
            Kind::Xls => xls::read(bytes, &sender, &count),
            Kind::Ods => ods::read(&bytes, &sender, &count),
            Kind::FlatOds => ods::read_content(bytes.as_slice(), &sender, &count),
            Kind::Xml => xml_workbook::read(&bytes, &sender, &count),
            Kind::Html => html::read(&bytes, &sender),
            Kind::Json => json::read(&bytes, &sender),
            Kind::Records => xml_records::read(&bytes, &sender),
            Kind::Sql => sql::read(&bytes, &sender),
            Kind::Vertical => vertical::read(&bytes, &sender),
        })?;
        Ok(Self {
            found: Some(found),
            thread: Some(thread),
            hidden,
            kind,
        })
    }

    /// How many hidden sheets are not read.
    pub(super) fn hidden(&self) -> usize {
        self.hidden.load(Ordering::Relaxed)
    }

    /// What comes next; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Found>, Error> {
        if let Some(found) = self.found.as_ref().and_then(|found| found.recv().ok()) {
            return Ok(Some(found));
        }
        self.found = None;
        match self.thread.take().map(JoinHandle::join) {
            None | Some(Ok(Ok(()))) => Ok(None),
            Some(Ok(Err(why))) => Err(Error::damaged(
                format!("the {} is damaged: {why}", self.kind.name()),
                why.chinese(),
            )),
            Some(Err(_)) => Err(Error::damaged("the workbook is damaged", "")),
        }
    }
}
