//! The one error table: name, machine word, HTTP status, body code, Chinese text. Nothing else
//! builds an error body.
//!
//! The HTTP status is for machines; the body `code` tells the site what to do (R15.2). An unforeseen error
//! answers 500, gives nothing away, and is logged once with its whole chain by the request log.

pub use super::api_error::{ApiError, ErrorBody};

/// Writes the enum, its table and the list of its rows from one description.
macro_rules! error_table {
    ($($(#[$doc:meta])* $name:ident => $word:literal, $status:literal, $code:literal, $text:literal;)+) => {
        /// Every way a call can fail.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ErrorKind { $($(#[$doc])* $name,)+ }

        impl ErrorKind {
            /// Every row, in order.
            pub const ALL: &'static [ErrorKind] = &[$(ErrorKind::$name,)+];
            /// The stable machine word of the body's `error`.
            pub const fn word(self) -> &'static str { match self { $(Self::$name => $word,)+ } }
            /// The HTTP status.
            pub const fn status(self) -> u16 { match self { $(Self::$name => $status,)+ } }
            /// The body's `code`.
            pub const fn code(self) -> u16 { match self { $(Self::$name => $code,)+ } }
            /// The text to show when the call gives no nearer one.
            pub const fn text(self) -> &'static str { match self { $(Self::$name => $text,)+ } }
        }
    };
}

error_table! {
    /// A parameter or body field is missing, of the wrong type or out of bounds.
    BadRequest => "bad_request", 400, 402, "请求参数有误";
    /// The query string has a bad percent code, bad UTF-8, NUL or too many pairs.
    QueryMalformed => "query_malformed", 400, 402, "请求参数无法识别";
    /// What was sent is no request of HTTP.
    RequestMalformed => "request_malformed", 400, 402, "请求无法识别";
    /// The head of a request is larger than anybody needs.
    HeadTooLarge => "head_too_large", 431, 402, "请求头过大";
    /// A signature header is malformed or sent twice.
    HeaderMalformed => "header_malformed", 400, 402, "请求签名格式有误";
    /// A signature header is missing.
    SignatureMissing => "signature_missing", 401, 402, "请求缺少签名";
    /// The signature does not fit the request.
    SignatureMismatch => "signature_mismatch", 401, 402, "请求签名不正确";
    /// The timestamp is more than five minutes old, or ahead of the server's clock.
    TimestampSkew => "timestamp_skew", 401, 402, "设备时间不正确，请校准后重试";
    /// The nonce was used before.
    NonceReplay => "nonce_replay", 401, 402, "请求已经处理过，请重新操作";
    /// The client key is malformed, sealed to an unknown key, or too old.
    ClientKeyInvalid => "client_key_invalid", 401, 402, "客户端密钥无效，请刷新页面";
    /// The access token cannot be read, is of another client, or of a session that has ended.
    TokenInvalid => "token_invalid", 401, 401, "认证失败，无法访问系统资源";
    /// The access token has run out; a refresh brings the next one.
    TokenExpired => "token_expired", 401, 401, "认证失败，无法访问系统资源";
    /// A member's call without a token.
    LoginRequired => "login_required", 403, 403, "登陆信息已过期,请重新登陆";
    /// An operators' call by somebody who may not make it.
    Forbidden => "forbidden", 403, 402, "没有权限";
    /// The refresh token is wrong, used up, or of a session that has ended.
    SessionEnded => "session_ended", 403, 403, "登陆信息已过期,请重新登陆";
    /// Somebody else has set the password: its owner chooses another one before anything else.
    PasswordChangeRequired => "password_change_required", 403, 402, "请先修改密码";
    /// Operators leave their own account as it is.
    OwnAccount => "own_account", 422, 402, "不能对自己的账号进行此操作";
    /// Without an admin nobody could make another one.
    LastAdmin => "last_admin", 422, 402, "至少要保留一位可用的管理员";
    /// There are no days of VIP that could be taken, or more than a calendar has.
    VipDays => "vip_days", 422, 402, "该会员没有可扣除的VIP天数";
    /// The same form was sent before, with something else in it.
    FormReused => "form_reused", 409, 402, "该操作已提交过，请刷新后重试";
    /// The operators have closed the account.
    AccountDisabled => "account_disabled", 403, 402, "账号已停用，请联系客服";
    /// A stream's address that we have not signed.
    StreamForbidden => "stream_forbidden", 403, 402, "播放地址无效";
    /// A stream's address whose time is over.
    StreamExpired => "stream_expired", 410, 402, "播放地址已过期，请重新播放";
    /// There is nothing at this address, or it is not yours to know.
    NotFound => "not_found", 404, 404, "访问资源不存在";
    /// The address exists, with other methods.
    MethodNotAllowed => "method_not_allowed", 405, 402, "不支持的请求方法";
    /// The body did not arrive in time.
    BodyTimeout => "body_timeout", 408, 402, "请求接收超时";
    /// The body is larger than allowed.
    BodyTooLarge => "body_too_large", 413, 402, "请求内容过大";
    /// Somebody else has the name.
    NameTaken => "name_taken", 409, 402, "该用户名已被注册";
    /// Somebody else has changed it since the operator looked.
    EditConflict => "edit_conflict", 409, 402, "其他人刚刚改过，请核对后再保存";
    /// Another work of the channel has the number.
    NumberTaken => "number_taken", 409, 402, "该频道已有此番号";
    /// What was uploaded is no picture that the site can show.
    PictureRefused => "picture_refused", 422, 402, "请上传 JPEG、PNG、WebP 或 AVIF 图片";
    /// Pictures are served by another host, which does not have what is uploaded here.
    PicturesElsewhere => "pictures_elsewhere", 422, 402, "图片由其他主机提供，请在该主机上添加图片后填写路径";
    /// Another term of the kind and channel has the name, or had it before.
    TermTaken => "term_taken", 409, 402, "该频道已有同名词条，可以合并两个词条";
    /// The term was merged into another one.
    TermMerged => "term_merged", 409, 402, "该词条已合并到别的词条";
    /// The member has a collection of this name.
    CollectionNameTaken => "collection_name_taken", 409, 402, "已有同名的收藏夹";
    /// A compressed body, or a body of another type than JSON.
    UnsupportedContent => "unsupported_content", 415, 402, "不支持的请求内容类型";
    /// A form of another application.
    AppUnknown => "app_unknown", 422, 402, "应用编号不正确";
    /// The captcha was used before, or is too old.
    CaptchaExpired => "captcha_expired", 422, 402, "验证码已失效";
    /// The captcha's answer is wrong.
    CaptchaWrong => "captcha_wrong", 422, 402, "验证码错误";
    /// No such user, or another password; which of them is not told.
    BadCredentials => "bad_credentials", 422, 402, "用户名或密码错误";
    /// The present password, asked for again, is another one.
    PasswordWrong => "password_wrong", 422, 402, "密码错误";
    /// The password and its repetition differ.
    PasswordsDiffer => "passwords_differ", 422, 402, "两次密码输出不一致,请重新输入";
    /// What is asked for is not on sale.
    PlanGone => "plan_gone", 422, 402, "该套餐已下架";
    /// The order is paid or closed by now.
    OrderClosed => "order_closed", 422, 402, "该订单已支付或已关闭，请刷新订单";
    /// A member has as many orders that wait for their payment as one may.
    TooManyOrders => "too_many_orders", 422, 402, "未支付的订单已达5个，请先支付或取消";
    /// A work can be in five collections of a member.
    CollectionsOfWork => "too_many_for_work", 422, 402, "一个作品最多收藏到5个收藏夹";
    /// No collection was chosen, or one twice.
    CollectionChoice => "collection_choice", 422, 402, "请选择收藏夹";
    /// A new password that is guessed in a few tries.
    PasswordCommon => "password_common", 422, 402, "密码太常见，容易被猜到，请换一个";
    /// The member likes as many works as one may.
    LikesOfMember => "too_many_likes", 422, 402, "喜欢的作品已达5000个上限";
    /// The collection holds as many works as it may.
    CollectionFull => "collection_full", 422, 402, "收藏夹已满，最多收藏2000个作品";
    /// A member can make forty-nine collections beside the default one.
    CollectionsOfMember => "too_many_collections", 422, 402, "收藏夹数量已达上限";
    /// The default collection stays.
    CollectionDefault => "collection_default", 422, 402, "默认收藏夹不能删除";
    /// A visitor has copied as many magnet links today as visitors may.
    CopyLogin => "copy_login", 422, 402, "需要登陆账号才可以使用该功能！";
    /// A member has copied as many magnet links today as members may.
    CopyVip => "copy_vip", 422, 402, "非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP";
    /// Only for VIP.
    VipRequired => "vip_required", 422, 402, "开通VIP后可在线观看";
    /// The work has no stream.
    NotOnline => "not_online", 422, 402, "该影片不支持在线观看，请使用磁力下载";
    /// The work's stream is being made.
    Transcoding => "transcoding", 422, 402, "影片正在转码，请稍后再试";
    /// An activation code of fewer than eight characters.
    CodeShort => "code_short", 422, 402, "激活码至少8位";
    /// No such activation code, or one that is used or revoked; which of it is not told.
    CodeInvalid => "code_invalid", 422, 402, "激活码无效或已使用";
    /// An activation code that was not used in time.
    CodeExpired => "code_expired", 422, 402, "激活码已过期";
    /// A magnet link, but none of this work.
    LinkForeign => "link_foreign", 422, 402, "请提供该影片的磁力链接";
    /// A conversation with support that is closed.
    MessageClosed => "message_closed", 422, 402, "该话题已关闭";
    /// A conversation with support has as many entries as it may.
    MessageFull => "message_full", 422, 402, "该话题的留言已达200条上限，请提交新问题";
    /// A member has as many open conversations with support as one may.
    MessagesOfMember => "too_many_messages", 422, 402, "未关闭的话题已达20个上限，请先关闭旧话题";
    /// A work that reports have taken off the site comes back by a decision on them alone.
    ReportOpen => "report_open", 422, 402, "该影片有待处理的举报，请先处理举报";
    /// Another operator has decided the report.
    ReportDecided => "report_decided", 422, 402, "该举报已处理";
    /// The payment provider could not be asked.
    ProviderAway => "provider_away", 422, 402, "支付平台没有应答，订单未改动，请稍后再试";
    /// The money of the order went back before.
    OrderRefunded => "order_refunded", 409, 402, "该订单已经退款";
    /// Another payment of the order has come since the operator looked.
    OrderChanged => "order_changed", 409, 402, "订单有新的付款，请刷新后再处理";
    /// Nobody has paid the order.
    OrderUnpaid => "order_unpaid", 422, 402, "该订单没有付款，不能退款";
    /// Another plan of the kind has the name.
    PlanNameTaken => "plan_name_taken", 409, 402, "已有同名套餐";
    /// A plan that costs nothing, too much, or more than before.
    PlanRefused => "plan_refused", 422, 402, "套餐价格有误";
    /// Other codes were made under the name.
    BatchTaken => "batch_taken", 409, 402, "已有同名批次，请换一个名称";
    /// The service has no secret of codes, so that nobody could use them.
    CodesOff => "codes_off", 422, 402, "未配置 CODE_SECRET，不能生成激活码";
    /// Another operator has decided the request.
    DownloadDecided => "download_decided", 422, 402, "该申请已处理";
    /// A field of a work breaks a rule of the import.
    WorkRefused => "work_refused", 422, 402, "影片资料有误";
    /// A work would be filed under names that no term has.
    TermsUnknown => "terms_unknown", 422, 402, "有还不存在的词条";
    /// Works or names lead to the term.
    TermInUse => "term_in_use", 422, 402, "该词条还有作品或旧名称，不能删除";
    /// A field of a term breaks a rule of the import.
    TermRefused => "term_refused", 422, 402, "词条资料有误";
    /// Only two terms of one kind and channel can be merged.
    TermsDiffer => "terms_differ", 422, 402, "只能合并同一频道、同一类型的两个词条";
    /// An import is in another state than what is asked of it needs, or there are too many.
    ImportState => "import_state", 422, 402, "该导入现在不能这样操作";
    /// A part of an upload begins elsewhere than what is there ends.
    ImportOffset => "import_offset", 409, 402, "上传位置不符，请重新获取进度";
    /// The disk has no room for it.
    StorageFull => "storage_full", 422, 402, "服务器磁盘空间不足";
    /// Too many calls from this address.
    RateLimited => "rate_limited", 429, 402, "操作过于频繁，请稍后再试";
    /// Too many new client keys from this address.
    ClientKeyRate => "client_key_rate", 429, 402, "请求过于频繁，请稍后再试";
    /// Our mistake.
    Internal => "internal", 500, 500, "系统未知错误，请反馈给管理员";
    /// The disk of the server is full: nothing can be written until somebody makes room.
    DiskFull => "disk_full", 503, 500, "服务器磁盘空间不足，暂时无法保存，请稍后再试";
    /// Everything is in use; the same call works a little later.
    Busy => "busy", 503, 500, "系统繁忙，请稍后再试";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_own_word_and_a_real_status() {
        let mut words: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.word()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ErrorKind::ALL.len());
        for kind in ErrorKind::ALL {
            assert!((400..600).contains(&kind.status()));
            assert!([401, 402, 403, 404, 500].contains(&kind.code()), "{kind:?}");
        }
    }
}
