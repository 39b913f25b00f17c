//! The buttons of the sandbox's checkout page, and their effect on a trade.

use yingku_base::money::Fen;

use super::trades::{State, TradeRow};

/// Delay of a late notification, seconds.
pub const LATE: i64 = 10;

/// A button of the checkout page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Pay, with a notification at once.
    Pay,
    /// Go back without paying.
    Cancel,
    /// Pay another amount.
    OtherAmount,
    /// Pay, with three notifications.
    Thrice,
    /// Pay, with a late notification.
    Late,
    /// Pay without a notification; the merchant has to query it.
    Silent,
    /// Do not pay, but send a notification with a wrong signature.
    Forge,
}

impl Action {
    /// All buttons: form value and label.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Pay, "pay", "支付成功"),
        (Self::Cancel, "cancel", "取消"),
        (Self::OtherAmount, "amount", "改金额"),
        (Self::Thrice, "thrice", "重复通知×3"),
        (Self::Late, "late", "延迟通知"),
        (Self::Silent, "silent", "不通知(仅查询)"),
        (Self::Forge, "forge", "伪造签名"),
    ];

    /// Parses the form value of a button.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(_, other, _)| *other == word)
            .map(|(action, _, _)| action)
    }
}

/// The effect of a payment on a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// The amount paid, fen.
    pub fen: i64,
    /// When the notification is sent; none = never.
    pub notify_at: Option<i64>,
    /// Number of notifications.
    pub notify_left: i16,
}

/// The payment that `action` makes at `now`, seconds; none when it makes none, or the trade cannot be paid any more.
pub fn payment(action: Action, trade: &TradeRow, now: i64) -> Option<Payment> {
    if trade.state != State::Waiting || now >= trade.expires_at {
        return None;
    }
    let (fen, notify_at, notify_left) = match action {
        Action::Cancel | Action::Forge => return None,
        Action::Pay => (trade.fen, Some(now), 1),
        Action::OtherAmount => (other_amount(trade.fen), Some(now), 1),
        Action::Thrice => (trade.fen, Some(now), 3),
        Action::Late => (trade.fen, Some(now + LATE), 1),
        Action::Silent => (trade.fen, None, 0),
    };
    Some(Payment {
        fen,
        notify_at,
        notify_left,
    })
}

/// The smallest amount, unless that is the price.
fn other_amount(fen: i64) -> i64 {
    let min = Fen::new(1).map_or(1, Fen::get);
    if fen == min { min + 1 } else { min }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_commerce::pay::gateway::PayChannel;

    fn trade(state: State) -> TradeRow {
        TradeRow {
            token: "t".to_owned(),
            channel: PayChannel::Alipay,
            order_no: "1".to_owned(),
            subject: "VIP年卡".to_owned(),
            fen: 9_800,
            paid_fen: 0,
            state,
            trade_no: "2".to_owned(),
            notify_url: String::new(),
            back_url: String::new(),
            expires_at: 1_000,
            paid_at: None,
            notify_at: None,
            notify_left: 0,
            answered: String::new(),
            created_at: 0,
            request: String::new(),
            refunded_fen: 0,
        }
    }

    #[test]
    fn each_button_creates_its_payment() {
        let paid_by = |action| payment(action, &trade(State::Waiting), 100);
        let paid = |fen, notify_at, notify_left| {
            Some(Payment {
                fen,
                notify_at,
                notify_left,
            })
        };
        assert_eq!(paid_by(Action::Pay), paid(9_800, Some(100), 1));
        assert_eq!(paid_by(Action::OtherAmount), paid(1, Some(100), 1));
        assert_eq!(paid_by(Action::Thrice), paid(9_800, Some(100), 3));
        assert_eq!(paid_by(Action::Late), paid(9_800, Some(110), 1));
        assert_eq!(paid_by(Action::Silent), paid(9_800, None, 0));
        assert_eq!(paid_by(Action::Cancel), None);
        assert_eq!(paid_by(Action::Forge), None);
        assert_eq!(other_amount(1), 2);
        for (action, word, _) in Action::ALL {
            assert_eq!(Action::parse(word), Some(action));
        }
        assert_eq!(Action::parse("other"), None);
    }

    #[test]
    fn paid_closed_and_expired_orders_are_not_payable() {
        for (action, _, _) in Action::ALL {
            assert_eq!(payment(action, &trade(State::Paid), 100), None);
            assert_eq!(payment(action, &trade(State::Closed), 100), None);
            assert_eq!(payment(action, &trade(State::Waiting), 1_000), None);
        }
    }
}
