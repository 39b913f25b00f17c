//! A row on its way into an entry.

use serde_json::Value;

use super::cell::Cell;
use super::field::Field;
use super::guess::Plan;
use super::json_cell::{guarded, list_of, plain_text, unguarded};
use super::links::{Links, lengths};
use super::literal;
use super::mapping::{MILLISECONDS, SECONDS, Target};
use super::names::{Names, names_of};
use super::scalars::{is_error, is_year_first, is_zero, switch};
use super::terms::{channel_of_tags, term_of};
use crate::entry::{Entry, Note, Place};
use crate::text::excerpt;
use crate::values::address::{address, addresses, first_name};
use crate::values::channel::channel_of_cell;
use crate::values::date::{date, is_no_date};
use crate::values::day_number::next_day;
use crate::values::markup::{plain_title, without_markup};
use crate::values::number::exact;
use crate::values::{count, duration, is_missing, is_nothing, rating};
use crate::work::Work;

/// Fields in which a word such as 无 is a value.
const KEPT_WORDS: [Field; 4] = [Field::Title, Field::Channel, Field::IsOnline, Field::Hidden];

/// What separates addresses: neither slashes nor commas, which addresses have.
pub(super) const IMAGE_SEPARATORS: &str = "、;|";

/// What separates names where only spaces do.
const SPACES: &str = " \u{3000}\u{a0}\t";

/// The text of a cell that has parts with formats, tags or entities, without them. It is decoded once: what is still encoded
/// then was written so.
fn decoded(field: Field, text: &str) -> Option<String> {
    match plain_text(text) {
        Some(plain) => without_tags(field, plain.trim()).or(Some(plain)),
        None => without_tags(field, text),
    }
}

/// The text of a cell without tags and entities of HTML, if it has some. Cells of names and addresses are read with theirs.
fn without_tags(field: Field, text: &str) -> Option<String> {
    let plain = match field {
        Field::Title if untouched_title(text).is_none() => plain_title(text),
        Field::Number if exact(text).is_some() => return None,
        Field::Title | Field::M3u8 => return None,
        field if field.has_several() => return None,
        _ => without_markup(text, ' '),
    };
    (plain != text).then(|| plain.into_owned())
}

/// The title behind an apostrophe, which keeps what would be read as something else.
fn untouched_title(text: &str) -> Option<&str> {
    let bare = text.strip_prefix('\'')?;
    let inner = bare.trim_start_matches('\'');
    (is_missing(inner) || plain_title(inner) != inner).then_some(bare)
}

/// The cell of a title that is read as it is.
pub(super) fn title_cell(title: &str) -> String {
    match untouched_title(&format!("'{title}")) {
        Some(_) => format!("'{title}"),
        None => guarded(title),
    }
}

/// The values of a row.
pub(super) struct Draft<'a> {
    pub(super) plan: &'a Plan,
    pub(super) work: Work,
    /// Why the row is rejected: of each field the first reason.
    rejections: Vec<Note>,
    notes: Vec<Note>,
    pub(super) links: Links,
}

impl<'a> Draft<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            work: Work::default(),
            rejections: Vec::new(),
            notes: Vec::new(),
            links: Links::default(),
        }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    pub(super) fn reject(&mut self, field: Field, text: impl Into<String>) {
        if !self
            .rejections
            .iter()
            .any(|note| note.field == field.name())
        {
            self.rejections.push(Note::new(field.name(), text));
        }
    }

    /// Notes that a value was left out.
    pub(super) fn leave_out(&mut self, field: Field, text: &str, why: &str) {
        let note = format!("{why}：\"{}\"", excerpt(text));
        self.notes.push(Note::new(field.name(), note));
    }

    /// Takes a cell. Of several for one value the first counts; lists are joined.
    pub(super) fn take(&mut self, target: &Target, cell: &Cell<'_>) {
        let cell = match cell {
            // A film that has several rows would lose those before the last one.
            Cell::Merged(_) if target.field == Field::Number => {
                let why = "番号的单元格是合并的，只读第一行";
                self.reject(Field::Number, why);
                return;
            }
            Cell::Merged(above) => above,
            other => other,
        };
        match decoded(target.field, &cell.display()) {
            Some(plain) => self.take_decoded(target, &Cell::Text(plain.into())),
            None => self.take_decoded(target, cell),
        }
    }

    /// Takes a cell that has neither formats nor tags.
    fn take_decoded(&mut self, target: &Target, cell: &Cell<'_>) {
        let text = cell.display();
        if text.contains(char::REPLACEMENT_CHARACTER) {
            self.leave_out(target.field, &text, "含有无法解码的字符");
        }
        let is_error = is_error(&text) && target.field != Field::Number;
        if matches!(cell, Cell::Error) || is_error {
            self.leave_out(target.field, "", "单元格是公式的错误值，没有导入");
            return;
        }
        let is_empty = match target.field {
            Field::Title => is_missing(&text),
            field => !KEPT_WORDS.contains(&field) && is_nothing(&text),
        };
        if is_empty {
            return;
        }
        if let Some(list) = list_of(&text).filter(|_| target.field.takes_lists()) {
            self.listed(target, list);
            return;
        }
        if let Some(list) = literal::list_of(&text).filter(|_| target.field.has_several()) {
            self.written_list(target, list);
            return;
        }
        let text = match target.field {
            Field::Number => &*text,
            Field::Title => untouched_title(&text).unwrap_or_else(|| unguarded(&text)),
            _ => unguarded(&text),
        };
        self.take_text(target, cell, text);
    }

    /// Takes a cell by its text.
    pub(super) fn take_text(&mut self, target: &Target, cell: &Cell<'_>, text: &str) {
        match target.field {
            Field::Number => self.number(cell, text),
            Field::PubTime => self.release(cell, text),
            Field::Channel => match channel_of_cell(text) {
                Some(channel) => self.work.put("channel", channel),
                None if is_nothing(text) => {}
                None => self.reject(
                    Field::Channel,
                    format!("应为有码、无码或欧美，实际是 \"{}\"", excerpt(text)),
                ),
            },
            Field::Title => self.work.put_text("title", text),
            Field::Magnets => self.magnets(target, &cell.address()),
            Field::MagnetTime => self.times(target, text),
            Field::ImageBig | Field::ImageSmall => self.pictures(target.field, &cell.address()),
            Field::PicBig | Field::PicSmall | Field::Mp4 | Field::M3u8 => {
                let text = cell.address();
                let first = addresses(&text).first().copied().unwrap_or(&text);
                let first = first_name(first);
                match address(first) {
                    Ok(address) => {
                        if !address.contains('/') {
                            let why = "只有文件名，网站的文件夹里要有这个文件";
                            self.leave_out(target.field, &address, why);
                        }
                        self.work.put(target.field.name(), address);
                    }
                    Err(why) => self.leave_out(target.field, first, why),
                }
            }
            field if field.is_of_terms() => self.names(target, text),
            _ => self.amount(target, cell, text),
        }
    }

    fn names(&mut self, target: &Target, text: &str) {
        let field = target.field;
        let separators = match target.by_spaces {
            true => SPACES,
            false => &self.plan.mapping.separators,
        };
        let Names { names, addresses } = names_of(text, separators, target.in_brackets);
        for name in names {
            let mut term = term_of(&name, field);
            if let (Some(group), Value::Object(term)) = (&target.detail, &mut term) {
                term.insert("group".to_owned(), group.as_str().into());
            }
            self.work.push_term(field.name(), term);
        }
        for address in addresses {
            self.leave_out(field, &address, "是网址，不是名称，没有导入");
        }
    }

    /// Takes a number, a rating or a switch. 0 is how tables say that they do not know.
    fn amount(&mut self, target: &Target, cell: &Cell<'_>, text: &str) {
        let field = target.field;
        let whole = |value: Option<u64>| value.map(serde_json::Value::from);
        let value = match field {
            Field::Duration | Field::Average | Field::Evaluates if is_zero(text) => return,
            Field::Average if rating::is_unrated(text) => return,
            Field::Duration => whole(match target.detail.as_deref() {
                Some(SECONDS) => duration::of_seconds(text),
                Some(MILLISECONDS) => duration::of_milliseconds(text),
                _ => cell.minutes(),
            }),
            Field::Average => rating::rating(text, self.plan.mapping.rating_scale).map(Into::into),
            Field::Evaluates => whole(count::count(text)),
            Field::IsOnline if text == "2" => Some(2.into()),
            Field::IsOnline => switch(text).map(|on| i32::from(on).into()),
            Field::Hidden => switch(text).map(Into::into),
            Field::MagnetLength => {
                match lengths(text) {
                    Some(all) => self.links.put_lengths(all, target.nth),
                    None => self.leave_out(field, text, "看不懂，没有导入"),
                }
                return;
            }
            _ => None,
        };
        match value {
            Some(value) => self.work.put(field.name(), value),
            None => self.leave_out(field, text, "看不懂，没有导入"),
        }
    }

    fn release(&mut self, cell: &Cell<'_>, text: &str) {
        let of_cell = match cell {
            Cell::Moment(_) | Cell::Number { .. } => cell.date(),
            _ => None,
        };
        if of_cell.is_none() && is_no_date(text) {
            return;
        }
        let read = match of_cell {
            Some(day) => Ok(day),
            None => date(text, self.plan.mapping.date_order),
        };
        match read {
            Ok(day) => self.day(self.in_china(day)),
            Err(error) => {
                let why = match is_year_first(text) {
                    true => error.reason().to_owned(),
                    false => error.to_string(),
                };
                self.reject(Field::PubTime, format!("{why}：\"{}\"", excerpt(text)));
            }
        }
    }

    /// Takes a date. A year, as it may stand beside the date, counts where nothing says more.
    fn day(&mut self, day: String) {
        let known = self.work.text("pubTime").map(str::len);
        match known.is_some_and(|known| known == 4 && day.len() > known) {
            true => self.work.replace("pubTime", day),
            false => self.work.put("pubTime", day),
        }
    }

    /// The day that a moment at 16:00 of London is in China, if the table has such moments.
    fn in_china(&self, day: String) -> String {
        let early = day.strip_suffix(" 16:00:00");
        let early = early.filter(|_| self.plan.is_a_day_early);
        early.and_then(next_day).unwrap_or(day)
    }

    pub(super) fn finish(mut self, place: Place) -> Entry {
        if let Some(channel) = channel_of_tags(&mut self.work) {
            self.work.put("channel", channel);
        }
        if let Some(channel) = self.plan.mapping.channel {
            self.work.put("channel", channel);
        }
        if self.plan.is_number_in_title {
            self.number_of_title();
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
        let links = std::mem::take(&mut self.links);
        if links.has_odd_lengths() {
            let why = "大小的数量与磁力链接不同，没有导入";
            self.notes.push(Note::new(Field::MagnetLength.name(), why));
        }
        for entry in links.entries(&name, own("pubTime")) {
            self.work.push("magnets", entry);
        }
        Entry {
            place,
            work: match Note::joined(self.rejections) {
                None => Ok(self.work),
                Some(rejection) => Err(rejection),
            },
            notes: self.notes,
            pictures: Vec::new(),
        }
    }
}
