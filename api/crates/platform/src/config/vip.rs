//! Settings of activation codes and magnet links.

use super::declare::settings;
use super::rule::{Rule, choice, list, number};

settings! {
    /// Activation codes and magnet links.
    pub struct VipConfig {
        /// Wrong activation codes a member may try in ten minutes
        "每位会员十分钟内可输错激活码的次数"
        CODE_FREE_FAILURES = "5" => code_free_failures: i64, number(1, 1_000_000);
        /// Who counts copied magnet links: server (hashes are hidden until copied) or client (hashes are shown)
        "谁来计算复制次数：server（复制前隐藏哈希）或 client（直接显示）"
        MAGNET_QUOTA = "server" => server_counts_copies: bool, choice(&[("server", true), ("client", false)]);
        /// Trackers added to every magnet link, separated by commas, for download programs without DHT; empty = none
        "加在每条磁力链接后的 Tracker 地址，用逗号分隔，供没有 DHT 的下载软件使用；空 = 不加"
        MAGNET_TRACKERS = "" => magnet_trackers: Vec<String>, trackers();
    }
}

/// Maximum number of trackers: each makes every link longer.
const MAX_TRACKERS: usize = 20;

fn trackers() -> Rule<Vec<String>> {
    list()
        .must(
            |trackers: &Vec<String>| trackers.iter().all(|tracker| is_tracker(tracker)),
            "must be addresses, such as udp://tracker.example.org:1337/announce",
        )
        .must(
            |trackers| trackers.len() <= MAX_TRACKERS,
            "must have at most 20 addresses",
        )
}

fn is_tracker(address: &str) -> bool {
    let known = ["udp", "http", "https", "ws", "wss"];
    let (scheme, rest) = address.split_once("://").unwrap_or_default();
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>');
    known.contains(&scheme) && !rest.is_empty() && rest.chars().all(plain)
}
