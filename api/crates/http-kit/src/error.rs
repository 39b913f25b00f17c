//! The one error table: name, error code, HTTP status, body code, Chinese text. Nothing else
//! builds an error body.
//!
//! The HTTP status is for machines; the body `code` determines what the site does (R15.2). An unexpected error
//! is a 500 without details, logged once, with its causes, by the request log.

pub use super::api_error::{ApiError, ErrorBody};

/// Generates the enum, its accessors and the list of variants.
macro_rules! error_table {
    ($(#[doc = $doc:literal] $name:ident => $word:literal, $status:literal, $code:literal, $text:literal;)+) => {
        /// Every error of the API.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ErrorKind { $(#[doc = $doc] $name,)+ }

        impl ErrorKind {
            /// Every row, in order.
            pub const ALL: &'static [ErrorKind] = &[$(ErrorKind::$name,)+];
            /// When it happens, in English, for the contract.
            pub const fn meaning(self) -> &'static str { match self { $(Self::$name => $doc,)+ } }
            /// The stable error code in the body's `error`.
            pub const fn as_str(self) -> &'static str { match self { $(Self::$name => $word,)+ } }
            /// The HTTP status.
            pub const fn status(self) -> u16 { match self { $(Self::$name => $status,)+ } }
            /// The body's `code`.
            pub const fn code(self) -> u16 { match self { $(Self::$name => $code,)+ } }
            /// The default text, in Chinese.
            pub const fn text(self) -> &'static str { match self { $(Self::$name => $text,)+ } }
        }
    };
}

error_table! {
    /// A parameter or body field is missing, of the wrong type or out of bounds.
    BadRequest => "bad_request", 400, 402, "请求参数有误";
    /// The query string has a bad percent code, bad UTF-8, NUL or too many pairs.
    QueryMalformed => "query_malformed", 400, 402, "请求参数无法识别";
    /// Not a valid HTTP request.
    RequestMalformed => "request_malformed", 400, 402, "请求无法识别";
    /// The request head is too large.
    HeadTooLarge => "head_too_large", 431, 402, "请求头过大";
    /// A signature header is malformed or sent twice.
    HeaderMalformed => "header_malformed", 400, 402, "请求签名格式有误";
    /// A signature header is missing.
    SignatureMissing => "signature_missing", 401, 402, "请求缺少签名";
    /// The signature does not match the request.
    SignatureMismatch => "signature_mismatch", 401, 402, "请求签名不正确";
    /// The timestamp is more than five minutes old, or ahead of the server's clock.
    TimestampSkew => "timestamp_skew", 401, 402, "设备时间不正确，请校准后重试";
    /// The nonce was used before.
    NonceReplay => "nonce_replay", 401, 402, "请求已经处理过，请重新操作";
    /// The client key is malformed, for an unknown public key, or too old.
    ClientKeyInvalid => "client_key_invalid", 401, 402, "客户端密钥无效，请刷新页面";
    /// The access token is invalid, bound to another client, or its session has ended.
    TokenInvalid => "token_invalid", 401, 401, "认证失败，无法访问系统资源";
    /// The access token has expired; refresh it.
    TokenExpired => "token_expired", 401, 401, "认证失败，无法访问系统资源";
    /// The access token is missing.
    LoginRequired => "login_required", 403, 403, "登陆信息已过期,请重新登陆";
    /// The caller lacks the required permission.
    Forbidden => "forbidden", 403, 402, "没有权限";
    /// The refresh token is invalid, used, or of an ended session.
    SessionEnded => "session_ended", 403, 403, "登陆信息已过期,请重新登陆";
    /// An operator has set the password; the owner must change it first.
    PasswordChangeRequired => "password_change_required", 403, 402, "请先修改密码";
    /// Operators cannot change their own account.
    OwnAccount => "own_account", 422, 402, "不能对自己的账号进行此操作";
    /// The last admin cannot be removed.
    LastAdmin => "last_admin", 422, 402, "至少要保留一位可用的管理员";
    /// No VIP days to revoke, or the end would be out of range.
    VipDays => "vip_days", 422, 402, "该会员没有可扣除的VIP天数";
    /// The idempotency key was used for another form.
    FormReused => "form_reused", 409, 402, "该操作已提交过，请刷新后重试";
    /// The account is disabled.
    AccountDisabled => "account_disabled", 403, 402, "账号已停用，请联系客服";
    /// A stream URL with a wrong signature.
    StreamForbidden => "stream_forbidden", 403, 402, "播放地址无效";
    /// A stream URL that has expired.
    StreamExpired => "stream_expired", 410, 402, "播放地址已过期，请重新播放";
    /// Not found, or not visible to the caller.
    NotFound => "not_found", 404, 404, "访问资源不存在";
    /// The path exists with other methods.
    MethodNotAllowed => "method_not_allowed", 405, 402, "不支持的请求方法";
    /// The body did not arrive in time.
    BodyTimeout => "body_timeout", 408, 402, "请求接收超时";
    /// The body is larger than allowed.
    BodyTooLarge => "body_too_large", 413, 402, "请求内容过大";
    /// The user name is taken.
    NameTaken => "name_taken", 409, 402, "该用户名已被注册";
    /// The record has changed since the version that the update is based on.
    EditConflict => "edit_conflict", 409, 402, "其他人刚刚改过，请核对后再保存";
    /// The list of a bulk change is not the one that the operator has seen.
    SelectionChanged => "selection_changed", 409, 402, "符合条件的作品有变化，请刷新后再试";
    /// The number is taken by another work of the channel.
    NumberTaken => "number_taken", 409, 402, "该频道已有此番号";
    /// The upload is not a supported picture.
    PictureRefused => "picture_refused", 422, 402, "请上传 JPEG、PNG、WebP 或 AVIF 图片";
    /// Pictures are served by another host, so they cannot be uploaded here.
    PicturesElsewhere => "pictures_elsewhere", 422, 402, "图片由其他主机提供，请在该主机上添加图片后填写路径";
    /// The name is or was used by another term of the kind and channel.
    TermTaken => "term_taken", 409, 402, "该频道已有同名词条，可以合并两个词条";
    /// The term was merged into another one.
    TermMerged => "term_merged", 409, 402, "该词条已合并到别的词条";
    /// The member already has a collection of this name.
    CollectionNameTaken => "collection_name_taken", 409, 402, "已有同名的收藏夹";
    /// The body is compressed or not JSON.
    UnsupportedContent => "unsupported_content", 415, 402, "不支持的请求内容类型";
    /// A form of another application.
    AppUnknown => "app_unknown", 422, 402, "应用编号不正确";
    /// The captcha was used before, or is too old.
    CaptchaExpired => "captcha_expired", 422, 402, "验证码已失效";
    /// The captcha is wrong.
    CaptchaWrong => "captcha_wrong", 422, 402, "验证码错误";
    /// Unknown user or wrong password.
    BadCredentials => "bad_credentials", 422, 402, "用户名或密码错误";
    /// The current password is wrong.
    PasswordWrong => "password_wrong", 422, 402, "密码错误";
    /// The recovery code is wrong, used or too old.
    RecoveryRefused => "recovery_refused", 422, 402, "用户名或恢复码不正确，或恢复码已失效";
    /// The site has no mail server.
    MailOff => "mail_off", 422, 402, "本站未开通邮件，请使用恢复码";
    /// The password and its repetition differ.
    PasswordsDiffer => "passwords_differ", 422, 402, "两次密码输出不一致,请重新输入";
    /// The plan is not on sale.
    PlanGone => "plan_gone", 422, 402, "该套餐已下架";
    /// The payment channel is disabled.
    PayChannelOff => "pay_channel_off", 422, 402, "暂不支持该支付方式";
    /// The order is no longer unpaid.
    OrderClosed => "order_closed", 422, 402, "该订单已支付或已关闭，请刷新订单";
    /// Too many unpaid orders of the member.
    TooManyOrders => "too_many_orders", 422, 402, "未支付的订单已达5个，请先支付或取消";
    /// A work can be in at most five collections of a member.
    CollectionsOfWork => "too_many_for_work", 422, 402, "一个作品最多收藏到5个收藏夹";
    /// No collection was chosen, or one was chosen twice.
    CollectionChoice => "collection_choice", 422, 402, "请选择收藏夹";
    /// The new password is too easy to guess.
    PasswordCommon => "password_common", 422, 402, "密码太常见，容易被猜到，请换一个";
    /// Too many likes of the member.
    LikesOfMember => "too_many_likes", 422, 402, "喜欢的作品已达5000个上限";
    /// The member has too many program keys.
    KeysOfMember => "too_many_keys", 422, 402, "密钥已达5个上限，请先删除不用的";
    /// The member follows too many terms.
    FollowsOfMember => "too_many_follows", 422, 402, "关注已达500个上限";
    /// The member hides too many terms.
    HiddenOfMember => "too_many_hidden", 422, 402, "不想看的内容已达200个上限";
    /// The member has too many filters.
    FiltersOfMember => "too_many_filters", 422, 402, "保存的筛选已达20个上限";
    /// Two filters of a member have the same name.
    FilterNamesEqual => "filter_names_equal", 422, 402, "筛选名称不能重复";
    /// The collection is full.
    CollectionFull => "collection_full", 422, 402, "收藏夹已满，最多收藏2000个作品";
    /// Too many collections of the member (49 besides the default one).
    CollectionsOfMember => "too_many_collections", 422, 402, "收藏夹数量已达上限";
    /// The default collection cannot be deleted.
    CollectionDefault => "collection_default", 422, 402, "默认收藏夹不能删除";
    /// The visitor's daily quota of magnet copies is used up.
    CopyLogin => "copy_login", 422, 402, "需要登陆账号才可以使用该功能！";
    /// The member's daily quota of magnet copies is used up.
    CopyVip => "copy_vip", 422, 402, "非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP";
    /// VIP required.
    VipRequired => "vip_required", 422, 402, "开通VIP后可在线观看";
    /// The work has no stream.
    NotOnline => "not_online", 422, 402, "该影片不支持在线观看，请使用磁力下载";
    /// The work's stream is being transcoded.
    Transcoding => "transcoding", 422, 402, "影片正在转码，请稍后再试";
    /// The activation code has fewer than eight characters.
    CodeShort => "code_short", 422, 402, "激活码至少8位";
    /// Unknown, used or revoked activation code.
    CodeInvalid => "code_invalid", 422, 402, "激活码无效或已使用";
    /// The activation code has expired.
    CodeExpired => "code_expired", 422, 402, "激活码已过期";
    /// No such activation code.
    CodeUnknown => "code_unknown", 404, 402, "没有这个激活码";
    /// The activation code was not bought with an order.
    CodeUnsold => "code_unsold", 404, 402, "没有订单卖出过这个激活码";
    /// The activation code to revoke has been used.
    CodeUsed => "code_used", 422, 402, "激活码已被使用，不能作废；开通的天数请在会员里调整";
    /// The activation code to revoke was bought.
    CodeBought => "code_bought", 422, 402, "这是会员购买的激活码，请在它的订单里标记退款";
    /// The magnet link does not belong to the work.
    LinkForeign => "link_foreign", 422, 402, "请提供该影片的磁力链接";
    /// Too many open download requests of the member.
    DownloadsOfMember => "too_many_downloads", 422, 402, "处理中的申请已达20个上限，请等待处理";
    /// The conversation is closed.
    MessageClosed => "message_closed", 422, 402, "该话题已关闭";
    /// The conversation is full.
    MessageFull => "message_full", 422, 402, "该话题的留言已达200条上限，请提交新问题";
    /// Too many open conversations of the member.
    MessagesOfMember => "too_many_messages", 422, 402, "未关闭的话题已达20个上限，请先关闭旧话题";
    /// A reported work can be restored only by a decision on its reports.
    ReportOpen => "report_open", 422, 402, "该影片有待处理的举报，请先处理举报";
    /// A taken-down work is restored on its own, not in a bulk change.
    WorkTakenDown => "work_taken_down", 422, 402, "该影片已下架，请单独恢复";
    /// The works cannot be merged, or one of them is.
    WorkMerge => "work_merge", 422, 402, "该影片已合并到另一部，请先撤销合并";
    /// The fields of a bulk change do not fit together.
    BulkRefused => "bulk_refused", 422, 402, "批量操作的内容有误";
    /// The report is already decided.
    ReportDecided => "report_decided", 422, 402, "该举报已处理";
    /// The payment provider cannot be reached.
    ProviderAway => "provider_away", 422, 402, "支付平台没有应答，订单未改动，请稍后再试";
    /// The order is already refunded.
    OrderRefunded => "order_refunded", 409, 402, "该订单已经退款";
    /// The order has another payment or refund since the operator loaded it.
    OrderChanged => "order_changed", 409, 402, "订单有新的付款或退款，请刷新后再处理";
    /// The provider rejects the refund.
    RefundRejected => "refund_rejected", 422, 402, "支付平台拒绝退款";
    /// The order to grant by hand is or was paid.
    OrderPaid => "order_paid", 409, 402, "该订单已经支付或处理过，不能补单，请刷新后核对";
    /// The order's member has deleted the account.
    OrderOwnerless => "order_ownerless", 422, 402, "该会员的账号已注销，不能补单";
    /// The order is not of the kind of money that the service takes, or was voided with the sandbox.
    OrderOfOtherMode => "order_of_other_mode", 422, 402, "该订单不属于当前的支付环境，不能补单";
    /// The number of the payment is that of another order's.
    TradeUsed => "trade_used", 409, 402, "该交易号已经属于别的订单，请核对";
    /// Another operator has asked to grant the order.
    GrantWaiting => "grant_waiting", 409, 402, "该订单已有补单申请在等待确认";
    /// The operator has asked for the grant.
    SecondPerson => "second_person", 422, 402, "自己申请的补单要由另一个人确认";
    /// The file is not a provider's bill, or covers too much.
    BillRefused => "bill_refused", 422, 402, "不是支付宝或微信的账单明细";
    /// Not an amount that can be paid, or more than the provider has reported.
    PriceRefused => "price_refused", 422, 402, "实收金额与支付平台的记录不符";
    /// Too many orders for one file.
    ExportTooLarge => "export_too_large", 422, 402, "超过50000个订单，请缩小日期范围后再导出";
    /// The order is not paid.
    OrderUnpaid => "order_unpaid", 422, 402, "该订单没有付款，不能退款";
    /// The name is taken by another plan of the kind.
    PlanNameTaken => "plan_name_taken", 409, 402, "已有同名套餐";
    /// The price is out of range, or above the original price.
    PlanRefused => "plan_refused", 422, 402, "套餐价格有误";
    /// The batch name is taken.
    BatchTaken => "batch_taken", 409, 402, "已有同名批次，请换一个名称";
    /// `CODE_SECRET` is not set: no codes can be created.
    CodesOff => "codes_off", 422, 402, "未配置 CODE_SECRET，不能生成激活码";
    /// The request is already decided.
    DownloadDecided => "download_decided", 422, 402, "该申请已处理";
    /// A field of the work breaks a rule of the import format.
    WorkRefused => "work_refused", 422, 402, "影片资料有误";
    /// The work names terms that do not exist.
    TermsUnknown => "terms_unknown", 422, 402, "有还不存在的词条";
    /// The term is in use.
    TermInUse => "term_in_use", 422, 402, "该词条还有作品或旧名称，不能删除";
    /// A field of the term breaks a rule of the import format.
    TermRefused => "term_refused", 422, 402, "词条资料有误";
    /// Only two terms of one kind and channel can be merged.
    TermsDiffer => "terms_differ", 422, 402, "只能合并同一频道、同一类型的两个词条";
    /// Members use the work, or it was changed: it is hidden instead of deleted.
    WorkInUse => "work_in_use", 422, 402, "该影片已被使用或修改过，没有删除，已改为隐藏";
    /// The import's state does not allow it, or there are too many imports.
    ImportState => "import_state", 422, 402, "该导入现在不能这样操作";
    /// The offset of the chunk is not the end of the upload so far.
    ImportOffset => "import_offset", 409, 402, "上传位置不符，请重新获取进度";
    /// Not enough disk space for the upload.
    StorageFull => "storage_full", 422, 402, "服务器磁盘空间不足";
    /// Too many requests from this IP.
    RateLimited => "rate_limited", 429, 402, "操作过于频繁，请稍后再试";
    /// Too many new client keys from this IP.
    ClientKeyRate => "client_key_rate", 429, 402, "请求过于频繁，请稍后再试";
    /// Unexpected server error.
    Internal => "internal", 500, 500, "系统未知错误，请反馈给管理员";
    /// The disk is full; nothing can be written.
    DiskFull => "disk_full", 503, 500, "服务器磁盘空间不足，暂时无法保存，请稍后再试";
    /// Overloaded; retry later.
    Busy => "busy", 503, 500, "系统繁忙，请稍后再试";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_its_own_code_and_a_valid_status() {
        let mut words: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ErrorKind::ALL.len());
        for kind in ErrorKind::ALL {
            assert!((400..600).contains(&kind.status()));
            assert!([401, 402, 403, 404, 500].contains(&kind.code()), "{kind:?}");
        }
    }
}
