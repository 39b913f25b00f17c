//! Bills as the providers' documents describe them, with invented orders.

use encoding_rs::GBK;

use super::*;

const ALIPAY_BILL: &str = "#支付宝业务明细查询\r\n\
#账号：[20880000000000000156]\r\n\
#起始日期：[2026年09月21日 00:00:00]   终止日期：[2026年09月22日 00:00:00]\r\n\
#-----------------------------------------业务明细列表----------------------------------------\r\n\
支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,服务费（元）,备注\r\n\
2026092122001400000000000001\t,202609210123456789012345\t,交易,VIP月卡,2026-09-21 21:33:20,2026-09-21 21:34:00,,,,,a***@example.org,30.00,30.00,,-0.18,\r\n\
2026092122001400000000000001\t,202609210123456789012345\t,退款,VIP月卡,2026-09-21 22:00:00,2026-09-21 22:00:01,,,,,a***@example.org,-12.50,-12.50,R1,0.00,\r\n\
#-----------------------------------------业务明细列表结束------------------------------------\r\n\
#交易合计：1笔，商家实收共30.00元，商家优惠共0.00元\r\n\
#退款合计：1笔，商家实收退款共-12.50元\r\n\
#导出时间：[2026年09月22日 09:00:00]\r\n";

const WEIXIN_BILL: &str = "\u{feff}交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n\
`2026-09-21 21:33:20,`wx0,`19000,`0,`,`4200000001202609210000000001,`202609210123456789012345,`o0,`NATIVE,`SUCCESS,`OTHERS,`CNY,`29.00,`1.00,`0,`0,`0.00,`0.00,`,`,`VIP月卡,`,`0.18000,`0.60%,`30.00,`0.00,`\r\n\
`2026-09-21 22:00:00,`wx0,`19000,`0,`,`4200000001202609210000000001,`202609210123456789012345,`o0,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50,`R1,`12.50,`0.00,`ORIGINAL,`SUCCESS,`VIP月卡,`,`-0.08000,`0.60%,`0.00,`12.50,`\r\n\
总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n\
`2,`29.00,`12.50,`0.00,`0.10000,`30.00,`12.50\r\n";

fn lines(trade: &str, paid: &str, refunded: &str) -> Vec<BillLine> {
    let line = |is_refund, fen, time: &str| BillLine {
        is_refund,
        order: "202609210123456789012345".to_owned(),
        trade: trade.to_owned(),
        fen,
        time: time.to_owned(),
    };
    vec![line(false, 3_000, paid), line(true, 1_250, refunded)]
}

#[test]
fn alipays_bill_is_read_in_gbk_and_in_utf_8() {
    let expected = lines(
        "2026092122001400000000000001",
        "2026-09-21 21:34:00",
        "2026-09-21 22:00:01",
    );
    for bytes in [
        GBK.encode(ALIPAY_BILL).0.into_owned(),
        ALIPAY_BILL.as_bytes().to_vec(),
    ] {
        let bill = parse(&bytes).unwrap();
        assert_eq!(
            (bill.channel, bill.lines),
            (PayChannel::Alipay, expected.clone())
        );
    }
}

#[test]
fn weixins_bill_is_read_without_its_backticks_and_sums() {
    let expected = lines(
        "4200000001202609210000000001",
        "2026-09-21 21:33:20",
        "2026-09-21 22:00:00",
    );
    let bill = parse(WEIXIN_BILL.as_bytes()).unwrap();
    assert_eq!((bill.channel, bill.lines), (PayChannel::Weixin, expected));
}

#[test]
fn a_bill_without_payments_is_empty() {
    let empty: Vec<&str> = WEIXIN_BILL.split_inclusive("\r\n").collect();
    let empty = format!(
        "{}{}{}",
        empty[0], empty[3], "`0,`0.00,`0.00,`0.00,`0.00000,`0.00,`0.00\r\n"
    );
    assert!(parse(empty.as_bytes()).unwrap().lines.is_empty());
}

#[test]
fn what_is_no_bill_says_why() {
    for (bytes, told) in [
        (&b"PK\x03\x04"[..], "解压"),
        (b"", "表头"),
        (b"a,b,c\n1,2,3\n", "表头"),
        (b"\x89PNG\xff\xff\xff", "编码"),
    ] {
        let error = parse(bytes).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
    let cut = WEIXIN_BILL.replace("`30.00,`0.00,`\r\n", "`\r\n");
    assert_eq!(parse(cut.as_bytes()).unwrap_err(), "第2行的内容不完整");
    let bad_sum = WEIXIN_BILL.replace("`30.00,`0.00", "`30.001,`0.00");
    assert!(parse(bad_sum.as_bytes()).is_err());
}

#[test]
fn amounts_are_exact() {
    for (text, expected) in [
        ("30.00", Some(3_000)),
        ("-0.5", Some(50)),
        ("12", Some(1_200)),
        ("999999999.99", Some(99_999_999_999)),
        ("0.00", Some(0)),
        ("", None),
        ("1.234", None),
        ("1e3", None),
        ("1,000.00", None),
    ] {
        assert_eq!(fen(text), expected, "{text}");
    }
}
