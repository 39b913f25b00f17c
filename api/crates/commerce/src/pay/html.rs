//! The few pages rendered by the server: for phones first, without pictures or external resources. A page that waits has
//! the only script, and does without it too.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// No external resources except the site's icon, which browsers request anyway; forms only to this site.
const POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Looks whether the page has changed, and loads it again only then: a page that reloads by itself takes the focus and the
/// place of those who read it slowly.
const WATCH: &str = "\
setInterval(async()=>{try{\
const answer=await fetch(location.href);if(!answer.ok)return;\
const page=new DOMParser().parseFromString(await answer.text(),'text/html');\
const [now,before]=[page,document].map((of)=>of.querySelector('main').innerHTML);\
if(now!==before)location.reload()\
}catch{}},document.documentElement.dataset.again*1000)";

/// The policy of a page that waits: it may run that script, and look at this site.
static WATCHING_POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(WATCH));
    format!("{POLICY}; script-src 'sha256-{hash}'; connect-src 'self'")
});

const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#f4f5f7;--card:#fff;--text:#1c1e21;--soft:#5b6270;--line:#e5e7eb}\
@media(prefers-color-scheme:dark){:root{--bg:#111315;--card:#1c1f23;--text:#eceef0;--soft:#9aa1ab;--line:#2d3238}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,-apple-system,'PingFang SC',\
'Noto Sans CJK SC','Microsoft YaHei',sans-serif;min-height:100vh}\
.banner{background:#c81e1e;color:#fff;text-align:center;padding:10px 16px;font-weight:600}\
main{max-width:460px;margin:0 auto;padding:20px 16px 40px}\
.card{background:var(--card);border-radius:16px;padding:24px 20px;margin-bottom:16px;\
box-shadow:0 1px 3px rgb(0 0 0/.08)}\
h1{font-size:18px;margin:0 0 4px;text-align:center}\
.amount{font-size:40px;font-weight:700;text-align:center;margin:8px 0 12px;font-variant-numeric:tabular-nums}\
.amount small{font-size:22px;margin-right:4px}\
.mark{width:56px;height:56px;border-radius:50%;margin:0 auto 12px;color:#fff;font-size:30px;line-height:56px;\
text-align:center;background:var(--accent)}\
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 12px;margin:16px 0 0;padding-top:16px;font-size:15px;\
border-top:1px solid var(--line)}\
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}\
p{margin:8px 0;text-align:center;color:var(--soft)}\
form{display:grid;gap:10px;grid-template-columns:1fr 1fr}\
button,.button{display:block;width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--line);\
border-radius:12px;background:var(--card);color:var(--text);font:inherit;text-align:center;text-decoration:none;\
cursor:pointer}\
.first{grid-column:1/-1;background:var(--accent);border-color:var(--accent);color:#fff;font-weight:600}\
button:focus-visible,.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
a:not(.button){color:inherit}\
.code{display:block;width:264px;height:264px;margin:12px auto;padding:24px;background:#fff;border-radius:12px}\
h2{font-size:15px;margin:0 0 12px;color:var(--soft);font-weight:500}";

/// A page.
pub struct Page<'a> {
    /// The status.
    pub status: StatusCode,
    /// Its title.
    pub title: &'a str,
    /// A red banner on top.
    pub banner: Option<&'a str>,
    /// The accent colour.
    pub accent: &'a str,
    /// Looks for a change every so many seconds.
    pub again: Option<u32>,
    /// The HTML of `main`.
    pub body: String,
}

impl Page<'_> {
    /// Renders the page.
    pub fn answer(&self) -> HttpResponse {
        let (again, watch) = match self.again {
            None => (String::new(), String::new()),
            Some(seconds) => (
                format!(" data-again=\"{seconds}\""),
                format!(
                    "<script>{WATCH}</script><noscript><meta http-equiv=\"refresh\" content=\"{seconds}\"></noscript>"
                ),
            ),
        };
        let policy = match self.again {
            None => POLICY,
            Some(_) => &WATCHING_POLICY,
        };
        let banner = self
            .banner
            .map(|text| format!("<header class=\"banner\">{}</header>", escape(text)))
            .unwrap_or_default();
        let (title, accent, body) = (escape(self.title), self.accent, &self.body);
        HttpResponse::build(self.status)
            .insert_header((CACHE_CONTROL, "no-store"))
            .insert_header((CONTENT_SECURITY_POLICY, policy))
            .content_type("text/html; charset=utf-8")
            .body(format!(
                "<!doctype html><html lang=\"zh-CN\"{again}><head><meta charset=\"utf-8\">\
                 <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">{watch}\
                 <link rel=\"icon\" href=\"/favicon.svg\">\
                 <title>{title}</title><style>{STYLE}:root{{--accent:{accent}}}</style></head>\
                 <body>{banner}<main>{body}</main></body></html>"
            ))
    }
}

/// Escapes text for HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A list of names and values.
pub fn facts(facts: &[(&str, &str)]) -> String {
    let rows: String = facts
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", escape(name), escape(value)))
        .collect();
    format!("<dl>{rows}</dl>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let facts = facts(&[("商品", "<b>\"a\" & 'b'</b>")]);
        let text = "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;";
        assert_eq!(facts, format!("<dl><dt>商品</dt><dd>{text}</dd></dl>"));
    }
}
