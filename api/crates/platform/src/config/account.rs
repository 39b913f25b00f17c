//! Settings of accounts: captcha, tokens, sessions and limits.

use yingku_base::network::Network;
use yingku_base::time::DAY;

use super::declare::settings;
use super::rule::{list, number, on_off, rate};

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

settings! {
    /// Accounts. Times are in seconds.
    pub struct AccountConfig {
        /// Captcha before login and registration: on or off (captchaOnOff)
        "登录和注册前的验证码：on 或 off"
        CAPTCHA = "on" => captcha: bool, on_off();
        /// Tokens work only with the client key they were issued to: on or off
        "令牌只能配合领取它的客户端密钥使用：on 或 off"
        TOKEN_BINDING = "on" => token_binding: bool, on_off();
        /// Lifetime of an access token, minutes
        "访问令牌的有效期（分钟）"
        ACCESS_TOKEN_MINUTES = "15" => access_seconds: i64, number(1, 1_440).map(|minutes: i64| minutes * MINUTE);
        /// A session ends after this many days without use
        "多少天未使用的登录会失效"
        SESSION_IDLE_DAYS = "7" => idle_seconds: i64, number(1, 3_650).map(|days: i64| days * DAY);
        /// A session ends after this many days, even if it is used
        "登录最长保持多少天"
        SESSION_DAYS = "30" => session_seconds: i64, number(1, 3_650).map(|days: i64| days * DAY);
        /// An operator's session ends after this many minutes without use
        "管理人员多少分钟未操作后需重新登录"
        OPERATOR_IDLE_MINUTES = "60" => operator_idle_seconds: i64, number(1, 525_600).map(|minutes: i64| minutes * MINUTE);
        /// An operator's session ends after this many hours, even if it is used
        "管理人员登录最长保持多少小时"
        OPERATOR_SESSION_HOURS = "12" => operator_session_seconds: i64, number(1, 8_760).map(|hours: i64| hours * HOUR);
        /// Networks that operators may connect from, such as 203.0.113.0/24, separated by commas; empty = all
        "允许管理人员登录使用的网络，例如 203.0.113.0/24，用逗号分隔；留空为不限"
        ADMIN_NETWORKS = "" => admin_networks: Vec<Network>, list();
        /// Captchas per minute for each address
        "每个地址每分钟可获取的验证码数"
        CAPTCHA_PER_MINUTE = "20" => captcha_per_minute: u32, rate();
        /// Logins, registrations and password checks per minute for each address
        "每个地址每分钟可尝试登录、注册和验证密码的次数"
        LOGIN_PER_MINUTE = "10" => login_per_minute: u32, rate();
        /// Wrong passwords for a name from one network before it is throttled
        "同一网络对一个用户名可输错多少次密码后需要等待"
        LOGIN_FREE_FAILURES = "5" => free_failures: i32, number(1, 1_000_000);
        /// New accounts per hour for each address
        "每个地址每小时可注册的账号数"
        REGISTER_PER_HOUR = "5" => register_per_hour: u32, rate();
        /// Exports of a member's data per hour for each address
        "每个地址每小时可导出会员数据的次数"
        EXPORT_PER_HOUR = "10" => export_per_hour: u32, rate();
        /// Mails with a recovery code per hour for each address
        "每个地址每小时可请求的恢复码邮件数"
        RECOVERY_MAILS_PER_HOUR = "5" => recovery_mails_per_hour: u32, rate();
    }
}
