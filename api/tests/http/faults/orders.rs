//! Orders, payments, refunds and plans.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::orders;

use super::account::post;
use super::walk::{Walk, operation};
use crate::pay::{CODE, MONTH, checkout_page, notification, notify, paid, press, submit, write};
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::listening::Listening;
use crate::support::member::Member;

pub async fn walk(walk: &Walk<'_>) {
    let _listening = Listening::start(walk.t);
    let member = walk.t.member("lin_orders").await;
    ordering(walk, &member).await;
    asking(walk, &member, "alipay").await;
    notifications(walk, &member).await;
    grants(walk, &member).await;
    consents(walk, &member).await;
    refunds(walk, &member).await;
    codes(walk, &member).await;
    plans(walk).await;
}

/// The operations that query a provider, with each provider; a test double plays it.
pub async fn of_providers(walk: &Walk<'_>) {
    let member = walk.t.member("lin_orders").await;
    ordering(walk, &member).await;
    for channel in ["alipay", "weixin"] {
        asking(walk, &member, channel).await;
    }
}

/// Clears all pending orders and checks, as a day later.
fn close_all(t: &TestApp) {
    write(t, |conn| {
        diesel::update(orders::table.filter(orders::status.eq_any([0_i16, 3])))
            .set((orders::status.eq(3_i16), orders::check_at.eq(None::<i64>)))
            .execute(conn)
    });
}

/// A new unpaid order.
pub async fn ordered(
    t: &TestApp,
    member: &Member<'_>,
    plan: &str,
    channel: &str,
) -> (String, String) {
    close_all(t);
    submit(member, plan, channel, "phone").await
}

async fn ordering(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    for (channel, operation) in [
        ("alipay", operation("POST /v2/orders/submit")),
        // The order stays when the provider does not respond; the URL to scan comes with the next request.
        (
            "weixin",
            operation("POST /v2/orders/submit")
                .provider_away(200)
                .in_steps(),
        ),
    ] {
        walk.persist(operation, async || {
            close_all(t);
            let form = json!({ "groupId": MONTH, "payChannel": channel, "scene": "desktop" });
            post(member, "/v2/orders/submit", &form)
        })
        .await;
    }
    for (channel, operation) in [
        ("alipay", operation("POST /v2/orders/pay")),
        (
            "weixin",
            operation("POST /v2/orders/pay")
                .provider_away(200)
                .in_steps(),
        ),
    ] {
        walk.persist(operation, async || {
            let (_, order) = ordered(t, member, MONTH, channel).await;
            // Weixin's order is bound to its device; on another its first URL is no longer valid.
            t.clock.advance(3_000);
            write(t, |conn| {
                let order = orders::table.find(&order);
                diesel::update(order)
                    .set(orders::address_at.eq(0))
                    .execute(conn)
            });
            let scene = if channel == "weixin" {
                "phone"
            } else {
                "desktop"
            };
            let form = json!({ "orderId": order, "scene": scene });
            post(member, "/v2/orders/pay", &form)
        })
        .await;
    }
}

/// A new order that is paid at the provider, without a notification.
async fn paid_without_notification(t: &TestApp, member: &Member<'_>, channel: &str) -> String {
    let (link, order) = ordered(t, member, MONTH, channel).await;
    press(t, &checkout_page(t, &link).await, "silent").await;
    order
}

async fn asking(walk: &Walk<'_>, member: &Member<'_>, channel: &str) {
    let t = walk.t;
    let cancel = operation("POST /v2/orders/cancel").provider_away(422);
    walk.persist(cancel, async || {
        let (_, order) = ordered(t, member, MONTH, channel).await;
        post(member, "/v2/orders/cancel", &json!({ "orderId": order }))
    })
    .await;
    let poll = operation("GET /v2/orders/getOrderId/{id}").provider_away(200);
    walk.persist(poll, async || {
        let order = paid_without_notification(t, member, channel).await;
        let target = format!("/prod-api/v2/orders/getOrderId/{order}");
        Call::get(&target).bearer(&member.access)
    })
    .await;
    let recheck = operation("POST /admin/orders/recheck");
    walk.persist(
        recheck.provider_away(422).logged("orders.recheck"),
        async || {
            let order = paid_without_notification(t, member, channel).await;
            post(
                &walk.admin,
                "/admin/orders/recheck",
                &json!({ "orderId": order }),
            )
        },
    )
    .await;
}

async fn notifications(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    for plan in [MONTH, CODE] {
        let alipay = operation("POST /v2/pay/notify/alipay").notification(200);
        walk.persist(alipay, async || {
            let order = ordered(t, member, plan, "alipay").await.1;
            notification(
                t,
                &paid(PayChannel::Alipay, &order, price(t, &order), &order),
            )
        })
        .await;
    }
    let weixin = operation("POST /v2/pay/notify/weixin").notification(204);
    walk.persist(weixin, async || {
        close_all(t);
        let (_, order) = submit(member, MONTH, "weixin", "phone").await;
        notification(
            t,
            &paid(PayChannel::Weixin, &order, price(t, &order), &order),
        )
    })
    .await;
}

fn price(t: &TestApp, order: &str) -> i64 {
    write(t, |conn| {
        orders::table.find(order).select(orders::fen).first(conn)
    })
}

async fn refunds(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    for plan in [MONTH, CODE] {
        let refund = operation("POST /admin/orders/refund").logged("orders.refund");
        walk.persist(refund, async || {
            let order = ordered(t, member, plan, "alipay").await.1;
            let trade = paid(PayChannel::Alipay, &order, price(t, &order), &order);
            notify(t, &trade).await;
            let form =
                json!({ "orderId": order, "reason": "会员申请", "endVip": true, "payments": 1 });
            post(&walk.admin, "/admin/orders/refund", &form)
        })
        .await;
    }
}

async fn grants(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    for plan in [MONTH, CODE] {
        let grant = operation("POST /admin/orders/grant").logged("orders.grant");
        walk.persist(grant, async || {
            let order = ordered(t, member, plan, "alipay").await.1;
            let form = json!({
                "orderId": order, "reason": "会员转账", "price": "29.90", "payChannel": "other", "tradeNo": order, "payments": 0,
            });
            post(&walk.admin, "/admin/orders/grant", &form)
        })
        .await;
    }
}

/// A second operator asks, and the operator of the walk decides.
async fn consents(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    let second = t.operator("second_operator", Role::Cashier).await;
    let asked = async || {
        let order = ordered(t, member, MONTH, "alipay").await.1;
        json!({
            "orderId": order, "reason": "会员转账", "price": "29.90", "payChannel": "other", "tradeNo": order, "payments": 0,
        })
    };
    let ask = operation("POST /admin/orders/grant").logged("orders.grant.ask");
    walk.persist(ask, async || {
        post(&walk.admin, "/admin/orders/grant", &asked().await)
    })
    .await;
    for (confirm, logged) in [(true, "orders.grant"), (false, "orders.grant.cancel")] {
        let decide = operation("POST /admin/orders/grant/decide").logged(logged);
        walk.persist(decide, async || {
            let form = asked().await;
            let waits = second.admin_post("/orders/grant", &form).await;
            assert_eq!(waits.json()["data"]["waiting"], true, "{}", waits.text());
            let order = form["orderId"].as_str().unwrap();
            let shown = second.admin_get(&format!("/orders/{order}")).await.json();
            let id = shown["data"]["grantRequest"]["id"].clone();
            let form = json!({ "id": id, "confirm": confirm });
            post(&walk.admin, "/admin/orders/grant/decide", &form)
        })
        .await;
    }
    t.set_role(&second, Role::Member);
}

async fn codes(walk: &Walk<'_>, member: &Member<'_>) {
    let t = walk.t;
    let order = ordered(t, member, CODE, "alipay").await.1;
    let trade = paid(PayChannel::Alipay, &order, price(t, &order), &order);
    notify(t, &trade).await;
    let code = t.app.codes.for_order(&order).to_string();
    walk.persist(operation("POST /admin/orders/find"), async || {
        post(&walk.admin, "/admin/orders/find", &json!({ "code": code }))
    })
    .await;
}

async fn plans(walk: &Walk<'_>) {
    let create = operation("POST /admin/plans/create").logged("plans.create");
    let plan = |name: String| json!({ "name": name, "price": "9.90", "days": 7, "kind": "time" });
    walk.persist(create, async || {
        post(&walk.admin, "/admin/plans/create", &plan(walk.name("周卡")))
    })
    .await;
    let created = walk
        .admin
        .admin_post("/plans/create", &plan(walk.name("周卡")))
        .await;
    let id: Value = created.json()["data"]["id"].clone();
    let edit = operation("POST /admin/plans/edit").logged("plans.edit");
    walk.persist(edit, async || {
        let form = json!({ "id": id, "remark": walk.name("备注") });
        let form = walk.admin.with_version("/plans/edit", &form).await;
        post(&walk.admin, "/admin/plans/edit", &form)
    })
    .await;
    let words = operation("POST /admin/site/edit").logged("site.edit");
    walk.persist(words, async || {
        let seen = walk.admin.admin_get("/site").await.json();
        let form = json!({ "version": seen["data"]["version"], "footer": walk.name("页脚") });
        post(&walk.admin, "/admin/site/edit", &form)
    })
    .await;
}
