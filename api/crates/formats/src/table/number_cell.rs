//! The number of a work in its cell, or in the title.

use super::cell::Cell;
use super::draft::Draft;
use super::field::Field;
use crate::text::excerpt;
use crate::values::find::{find, without_number};
use crate::values::number::{bare, damage, exact, normalised};

impl Draft<'_> {
    pub(super) fn number(&mut self, cell: &Cell<'_>, text: &str) {
        if let Some(exact) = exact(text) {
            self.work.put_text("number", exact);
            return;
        }
        let number = normalised(text);
        let number = bare(&number).to_owned();
        match cell {
            Cell::Moment(_) | Cell::Days(_) => {
                self.reject(Field::Number, "单元格是日期，番号像是被表格软件改过");
                return;
            }
            Cell::Number { value, .. } if *value == 0.0 => {
                self.reject(Field::Number, "单元格是 0，可能是没有算过的公式");
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
        if is_digits && self.plan.digits.is_some_and(|usual| number.len() < usual) {
            let why = "比其他番号短，前面的 0 可能被表格软件去掉了";
            self.leave_out(Field::Number, &number, why);
        }
        self.work.put_text("number", &number);
    }

    /// Takes the number out of the title.
    pub(super) fn number_of_title(&mut self) {
        let title = self.work.text("title").unwrap_or_default();
        if let Some(number) = find(title) {
            let title = without_number(title, &number);
            self.work.replace("title", title);
            self.work.put("number", number);
        }
    }
}
