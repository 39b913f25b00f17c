//! Orders found by a keyword: by a number of the order, of a payment or of the payer, whole or its beginning or end, and
//! by a member's name or a part of it. Every part but the middle of a name is looked up in an index.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Text;
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users;
use yingku_db::Conn;
use yingku_db::schema::{orders, payments};

/// Shortest part of a number that is looked up: its index holds the last six characters.
const MIN_PART: usize = 6;
/// Shortest part of a name that is looked up.
const MIN_NAME_PART: usize = 2;
/// Most orders found by a part of a number, the latest.
const MAX_NUMBERS: i64 = 200;
/// Most members found by a part of a name.
const MAX_MEMBERS: i64 = 50;
/// Digits of an order number.
const ORDER_DIGITS: usize = 24;

/// What a keyword was resolved to.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) members: Vec<i64>,
    pub(super) numbers: Vec<String>,
}

/// Resolves a keyword.
pub(super) fn find(conn: &mut Conn, keyword: &str) -> QueryResult<Found> {
    let is_digits = keyword.bytes().all(|byte| byte.is_ascii_digit());
    let mut numbers = vec![keyword.to_owned()];
    numbers.extend(of_payments(conn, keyword)?);
    if is_digits && (MIN_PART..ORDER_DIGITS).contains(&keyword.len()) {
        numbers.extend(beginning(conn, keyword)?);
        numbers.extend(ending(conn, keyword)?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Found {
        members: members(conn, keyword, is_digits)?,
        numbers,
    })
}

/// The latest orders whose numbers begin with these digits. A range of whole numbers, which every collation orders alike.
fn beginning(conn: &mut Conn, digits: &str) -> QueryResult<Vec<String>> {
    orders::table
        .filter(orders::number.ge(format!("{digits:0<ORDER_DIGITS$}")))
        .filter(orders::number.le(format!("{digits:9<ORDER_DIGITS$}")))
        .order(orders::number.desc())
        .select(orders::number)
        .limit(MAX_NUMBERS)
        .load(conn)
}

/// The orders whose numbers end with these digits.
fn ending(conn: &mut Conn, digits: &str) -> QueryResult<Vec<String>> {
    let found: Vec<String> = orders::table
        .filter(sql::<Text>("substr(orders.number, 19)").eq(last_six(digits)))
        .select(orders::number)
        .limit(MAX_NUMBERS)
        .load(conn)?;
    Ok(found
        .into_iter()
        .filter(|number| number.ends_with(digits))
        .collect())
}

/// The orders of payments by their trade numbers or the payers' references.
fn of_payments(conn: &mut Conn, keyword: &str) -> QueryResult<Vec<String>> {
    let exact = payments::table
        .filter(payments::trade_no.eq(keyword))
        .select(payments::order_no)
        .limit(MAX_NUMBERS);
    let mut found: Vec<String> = exact.load(conn)?;
    if keyword.chars().count() < MIN_PART {
        return Ok(found);
    }
    let fits =
        |(trade, _): &(String, String)| trade.starts_with(keyword) || trade.ends_with(keyword);
    let known = || {
        payments::table
            .select((payments::trade_no, payments::order_no))
            .limit(MAX_NUMBERS)
    };
    let end = match conn {
        Conn::Sqlite(_) => sql::<Text>("substr(payments.trade_no, -6)"),
        Conn::Postgres(_) => sql::<Text>("right(payments.trade_no, 6)"),
    };
    let ending: Vec<(String, String)> = known().filter(end.eq(last_six(keyword))).load(conn)?;
    // Where the keyword stands among them; what follows it begins with it, whatever the collation makes of other letters.
    let beginning: Vec<(String, String)> = known()
        .filter(payments::trade_no.ge(keyword))
        .order(payments::trade_no)
        .load(conn)?;
    let all = ending.into_iter().chain(beginning).filter(fits);
    found.extend(all.map(|(_, order)| order));
    Ok(found)
}

/// The last six characters.
fn last_six(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(MIN_PART);
    text.chars().skip(skipped).collect()
}

fn members(conn: &mut Conn, keyword: &str, is_digits: bool) -> QueryResult<Vec<i64>> {
    let whole = match UserName::parse(keyword) {
        Ok(name) => users::by_name(conn, name.key())?.map(|user| user.id),
        Err(_) => None,
    };
    let mut found: Vec<i64> = whole.into_iter().collect();
    // Names of digits alone are rare, and numbers of orders are not.
    if !is_digits && keyword.chars().count() >= MIN_NAME_PART {
        found.extend(users::ids_by_part(conn, keyword, MAX_MEMBERS)?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_looked_up_by_its_last_six_characters() {
        assert_eq!(last_six("20260921"), "260921");
        assert_eq!(last_six("凭证1234567"), "234567");
        assert_eq!(last_six("12345"), "12345");
    }
}
