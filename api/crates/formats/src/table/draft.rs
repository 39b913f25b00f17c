//! A row on its way into an entry.

use super::cell::Cell;
use super::columns::Field;
use super::mapping::{Mapping, Target};
use crate::text::{clean, excerpt};
use crate::values::address::address;
use crate::values::channel::channel;
use crate::values::date::date;
use crate::values::list::values;
use crate::values::magnet::{Magnet, magnets};
use crate::values::number::{damage, unquoted};
use crate::values::{count, rating};
use crate::{Entry, Note, Place, Work};

/// The values of a row.
pub(super) struct Draft<'a> {
    mapping: &'a Mapping,
    digits: Option<usize>,
    work: Work,
    /// Why the row is rejected; the first reason counts.
    fault: Option<Note>,
    notes: Vec<Note>,
    magnets: Vec<Magnet>,
    magnet_length: Option<u64>,
    magnet_time: Option<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(mapping: &'a Mapping, digits: Option<usize>) -> Self {
        Self {
            mapping,
            digits,
            work: Work::default(),
            fault: None,
            notes: Vec::new(),
            magnets: Vec::new(),
            magnet_length: None,
            magnet_time: None,
        }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    fn reject(&mut self, field: Field, text: impl Into<String>) {
        let note = || Note::new(field.name(), text);
        self.fault.get_or_insert_with(note);
    }

    /// Notes that a value was left out.
    fn leave_out(&mut self, field: Field, shown: &str, why: &str) {
        let text = format!("{why}：\"{}\"", excerpt(shown));
        self.notes.push(Note::new(field.name(), text));
    }

    /// Takes a cell. Of several for one value the first counts; lists are joined.
    pub(super) fn take(&mut self, target: &Target, cell: &Cell<'_>) {
        let shown = cell.shown();
        if shown.contains(char::REPLACEMENT_CHARACTER) {
            self.leave_out(target.field, &shown, "含有无法解码的字符");
        }
        if matches!(cell, Cell::Error) {
            self.leave_out(target.field, "", "单元格是公式的错误值，没有导入");
            return;
        }
        match target.field {
            Field::Number => self.number(cell, &shown),
            Field::PubTime => self.release(cell, &shown),
            Field::Channel => match channel(&shown) {
                Some(channel) => self.work.put("channel", channel),
                None => self.reject(
                    Field::Channel,
                    format!("应为有码、无码或欧美，实际是 \"{}\"", excerpt(&shown)),
                ),
            },
            Field::Title => self.work.put_text("title", &shown),
            Field::Magnets => self.links(&shown),
            Field::MagnetTime => self.magnet_time = date(&shown, self.mapping.date_order).ok(),
            Field::ImageBig | Field::ImageSmall => self.pictures(target.field, &shown),
            Field::PicBig | Field::PicSmall | Field::Mp4 => match address(&shown) {
                Ok(address) => self.work.put(target.field.name(), address),
                Err(why) => self.leave_out(target.field, &shown, why),
            },
            Field::Tags
            | Field::Performers
            | Field::Makers
            | Field::Labels
            | Field::Directors
            | Field::Series
            | Field::Items => {
                for name in values(&shown, &self.mapping.separators) {
                    let group = target.group.as_deref();
                    self.work.push_name(target.field.name(), name, group);
                }
            }
            _ => self.amount(target.field, cell, &shown),
        }
    }

    /// Takes a number, a rating or a switch.
    fn amount(&mut self, field: Field, cell: &Cell<'_>, shown: &str) {
        let whole = |value: Option<u64>| value.map(serde_json::Value::from);
        let value = match field {
            Field::Duration => whole(cell.minutes()),
            Field::Average => rating::rating(shown, self.mapping.rating_scale).map(Into::into),
            Field::Evaluates => whole(count::count(shown)),
            Field::IsOnline => switch(shown).map(|on| i32::from(on).into()),
            Field::Hidden => switch(shown).map(Into::into),
            Field::MagnetLength => {
                self.magnet_length = count::bytes(shown);
                self.magnet_length.map(Into::into)
            }
            _ => None,
        };
        match value {
            Some(_) if field == Field::MagnetLength => {}
            Some(value) => self.work.put(field.name(), value),
            None => self.leave_out(field, shown, "看不懂，没有导入"),
        }
    }

    fn number(&mut self, cell: &Cell<'_>, shown: &str) {
        let number = clean(unquoted(shown));
        match cell {
            Cell::Moment(_) | Cell::Days(_) => {
                self.reject(Field::Number, "单元格是日期，番号像是被表格软件改过");
                return;
            }
            Cell::Number { value, .. } if value.abs() >= 1e15 => {
                self.reject(Field::Number, "单元格是 15 位以上的数字，末尾的数字已丢失");
                return;
            }
            _ => {}
        }
        if let Some(damage) = damage(&number) {
            self.reject(Field::Number, format!("{damage}：\"{}\"", excerpt(&number)));
            return;
        }
        let number = match number.strip_suffix(".0") {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.to_owned(),
            _ => number,
        };
        let is_digits = number.bytes().all(|byte| byte.is_ascii_digit());
        if is_digits && self.digits.is_some_and(|usual| number.len() < usual) {
            let why = "比其他番号短，前面的 0 可能被表格软件去掉了";
            self.leave_out(Field::Number, &number, why);
        }
        self.work.put_text("number", &number);
    }

    fn release(&mut self, cell: &Cell<'_>, shown: &str) {
        if let (Cell::Moment(_), Some(date)) = (cell, cell.date()) {
            self.work.put("pubTime", date);
            return;
        }
        match date(shown, self.mapping.date_order) {
            Ok(date) => self.work.put("pubTime", date),
            Err(error) => {
                self.reject(Field::PubTime, format!("{error}：\"{}\"", excerpt(shown)));
            }
        }
    }

    fn links(&mut self, shown: &str) {
        let (found, bad) = magnets(shown);
        self.magnets.extend(found);
        if bad > 0 {
            self.leave_out(
                Field::Magnets,
                shown,
                &format!("{bad} 条不是磁力链接，没有导入"),
            );
        }
    }

    fn pictures(&mut self, field: Field, shown: &str) {
        // Neither slashes nor commas separate: addresses have them.
        for value in values(shown, "、;|").flat_map(str::split_whitespace) {
            match address(value) {
                Ok(address) => self.work.push(field.name(), address.into()),
                Err(why) => self.leave_out(field, value, why),
            }
        }
    }

    pub(super) fn finish(mut self, place: Place) -> Entry {
        if let Some(channel) = self.mapping.channel {
            self.work.put("channel", channel);
        }
        for (field, why) in [
            (Field::Channel, "这一行没有频道"),
            (Field::Number, "这一行没有番号"),
            (Field::Title, "这一行没有标题"),
            (Field::PubTime, "这一行没有发行日期"),
        ] {
            if !self.work.has(field.name()) {
                self.reject(field, why);
            }
        }
        let own = |field| self.work.text(field).unwrap_or_default();
        let name = format!("{} {}", own("number"), own("title"));
        // Links without a time have that of the work, so that importing again changes nothing.
        let time = self
            .magnet_time
            .take()
            .unwrap_or_else(|| own("pubTime").to_owned());
        let time = whole_day(&time);
        for magnet in std::mem::take(&mut self.magnets) {
            let entry = magnet.entry(&name, self.magnet_length, &time);
            self.work.push("magnets", entry);
        }
        Entry {
            place,
            work: match self.fault {
                None => Ok(self.work),
                Some(fault) => Err(fault),
            },
            notes: self.notes,
            pictures: Vec::new(),
        }
    }
}

/// The first day of a month or year.
fn whole_day(time: &str) -> String {
    match time.len() {
        4 => format!("{time}-01-01"),
        7 => format!("{time}-01"),
        _ => time.to_owned(),
    }
}

fn switch(text: &str) -> Option<bool> {
    match crate::text::folded(text).as_str() {
        "1" | "true" | "yes" | "y" | "是" | "√" | "有" => Some(true),
        "0" | "false" | "no" | "n" | "否" | "×" | "无" => Some(false),
        _ => None,
    }
}
