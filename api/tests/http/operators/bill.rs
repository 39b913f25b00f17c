//! A provider's bill compared with the payments here.

use actix_web::http::Method;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::payments;

use super::refund_sent::{bought, send};
use crate::pay::{MONTH, notify, paid, submit, write};
use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::listening::Listening;
use crate::support::member::Member;

const HEADINGS: &str = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,对方账户,订单金额（元）,商家实收（元）,备注";

/// A line of Alipay's bill.
fn line(trade: &str, order: &str, kind: &str, price: &str) -> String {
    let at = "2026-09-21 22:13:20";
    format!("{trade}\t,{order}\t,{kind},VIP月卡,{at},{at},a***@example.org,{price},{price},")
}

/// The bill of these lines, in the encoding that Alipay uses.
fn bill(lines: &[String]) -> Vec<u8> {
    let text = format!(
        "#支付宝业务明细查询\r\n{HEADINGS}\r\n{}\r\n#业务明细列表结束\r\n",
        lines.join("\r\n")
    );
    encoding_rs::GBK.encode(&text).0.into_owned()
}

async fn compare(t: &TestApp, operator: &Member<'_>, file: Vec<u8>) -> Answer {
    let call = Call::new(Method::POST, "/prod-api/admin/orders/compare").body(file);
    t.send(
        call.header("content-type", "application/octet-stream")
            .bearer(&operator.access),
    )
    .await
}

both! {
    async fn each_kind_of_difference_is_listed_and_nothing_is_stored(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let mut orders = Vec::new();
        for (name, trade) in [("lin_xia", "TRADE-1"), ("zhao_min", "TRADE-2"), ("qian_yu", "TRADE-3")] {
            let member = t.member(name).await;
            let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
            notify(t, &paid(PayChannel::Alipay, &order, 3_000, trade)).await;
            orders.push(order);
        }
        let same = bill(&[line("TRADE-1", &orders[0], "交易", "30.00"), line("TRADE-2", &orders[1], "交易", "30.00"), line("TRADE-3", &orders[2], "交易", "30.00")]);
        let answer = compare(t, &cashier, same).await;
        assert_eq!(answer.json()["data"], json!({
            "payChannel": "alipay", "from": "2026-09-21", "to": "2026-09-21", "count": 3, "billSum": "90.00", "refundSum": "0.00", "sum": "90.00", "total": 0, "rows": [],
        }), "{}", answer.text());
        let unlike = bill(&[
            line("TRADE-1", &orders[0], "交易", "29.99"),
            line("TRADE-3", &orders[2], "交易", "30.00"),
            line("TRADE-3", &orders[2], "退款", "-12.50"),
            line("TRADE-9", "", "交易", "5.00"),
        ]);
        let data = compare(t, &cashier, unlike.clone()).await.json()["data"].clone();
        let told = |row: &Value| json!([row["kind"], row["orderId"], row["tradeNo"], row["billPrice"], row["price"]]);
        assert_eq!(data["rows"].as_array().unwrap().iter().map(told).collect::<Vec<_>>(), [
            json!(["amount", orders[0], "TRADE-1", "29.99", "30.00"]),
            json!(["missingHere", "", "TRADE-9", "5.00", null]),
            json!(["missingThere", orders[1], "TRADE-2", null, "30.00"]),
            json!(["refund", orders[2], "TRADE-3", "12.50", null]),
        ]);
        assert_eq!(json!([data["billSum"], data["refundSum"], data["sum"], data["total"]]), json!(["64.99", "12.50", "90.00", 4]));
        let refund = json!({ "orderId": orders[2], "reason": "会员申请", "payments": 1 });
        assert_eq!(cashier.admin_post("/orders/refund", &refund).await.status, 200);
        assert_eq!(compare(t, &cashier, unlike).await.json()["data"]["total"], 3);
        let mut kept = 0;
        write(t, |conn| { kept = payments::table.count().get_result::<i64>(conn)?; Ok(1) });
        assert_eq!(kept, 3);
    }

    async fn refunds_are_counted_on_both_sides(t: &TestApp) {
        let _listening = Listening::start(t);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let member = t.member("lin_xia").await;
        let (order, trade) = bought(t, &member, "alipay").await;
        for payments in [1, 2] {
            let sent = send(&cashier, (&order, &trade), json!({ "price": "10.00", "payments": payments })).await;
            assert_eq!(sent.status, 200, "{}", sent.text());
        }
        let (paid, refund) = (line(&trade, &order, "交易", "30.00"), line(&trade, &order, "退款", "-10.00"));
        let told = |row: &Value| json!([row["kind"], row["orderId"], row["tradeNo"], row["billPrice"], row["price"]]);
        let there = json!(["refund", order, trade, "10.00", null]);
        let here = json!(["refund", order, trade, null, "10.00"]);
        for (lines, expected) in [(0, vec![here.clone(), here.clone()]), (1, vec![here]), (2, vec![]), (3, vec![there])] {
            let lines: Vec<String> = [paid.clone()].into_iter().chain((0..lines).map(|_| refund.clone())).collect();
            let data = compare(t, &cashier, bill(&lines)).await.json()["data"].clone();
            let rows: Vec<Value> = data["rows"].as_array().unwrap().iter().map(told).collect();
            assert_eq!(rows, expected, "{} lines", lines.len());
        }
        // By hand, the rest and no more may have gone back.
        let form = json!({ "orderId": order, "reason": "转账退款", "payments": 3 });
        assert_eq!(cashier.admin_post("/orders/refund", &form).await.status, 200);
        let lines = [paid, refund.clone(), refund.clone(), refund.clone()];
        assert_eq!(compare(t, &cashier, bill(&lines)).await.json()["data"]["total"], 0);
        let more: Vec<String> = lines.into_iter().chain([refund]).collect();
        assert_eq!(compare(t, &cashier, bill(&more)).await.json()["data"]["total"], 1);
    }

    async fn what_is_no_bill_is_refused_with_a_reason(t: &TestApp) {
        let (cashier, editor) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Editor).await);
        let answer = compare(t, &cashier, b"PK\x03\x04".to_vec()).await;
        answer.assert_fails(422, "bill_refused");
        assert_eq!(answer.json()["msg"], "请先解压账单，再上传里面的 CSV 文件");
        let old = line("TRADE-1", "", "交易", "1.00").replace("2026-09-21", "2026-08-01");
        let long = bill(&[old, line("TRADE-2", "", "交易", "1.00")]);
        compare(t, &cashier, long).await.assert_fails(422, "bill_refused");
        compare(t, &editor, bill(&[])).await.assert_fails(403, "forbidden");
        let empty = compare(t, &cashier, bill(&[])).await.json()["data"].clone();
        assert_eq!(json!([empty["count"], empty["from"], empty["total"]]), json!([0, "", 0]));
        let form = Call::post("/prod-api/admin/orders/compare", &json!({}));
        t.send(form.bearer(&cashier.access)).await.assert_fails(415, "unsupported_content");
    }
}
