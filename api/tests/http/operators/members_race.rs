//! Whatever admins do to each other concurrently, one of them is left.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::schema::users;
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;

fn enabled_admins(t: &TestApp) -> i64 {
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| {
            let admins = users::table
                .filter(users::role.eq(Role::Admin.as_str()))
                .filter(users::disabled.eq(false));
            Ok(admins.count().get_result(conn)?)
        })
        .unwrap()
}

both! {
    async fn admins_who_demote_each_other_leave_one(t: &TestApp) {
        for round in 0..4 {
            let mut admins = Vec::new();
            for number in 0..4 {
                admins.push(t.operator(&format!("admin-{round}-{number}"), Role::Admin).await);
            }
            let calls = admins.iter().enumerate().flat_map(|(number, admin)| {
                admins.iter().filter(|other| other.id != admin.id).map(move |other| async move {
                    let answer = if number % 2 == 0 {
                        let form = json!({ "id": other.id, "reason": "离职" });
                        admin.admin_edit("/members/disable", &form).await
                    } else {
                        let form = json!({ "id": other.id, "role": "member", "reason": "离职" });
                        admin.admin_edit("/members/role", &form).await
                    };
                    assert!([200, 401, 403, 409, 422, 503].contains(&answer.status.as_u16()), "{}", answer.text());
                    answer.status == 200
                })
            });
            let done = join_all(calls).await;
            assert!(done.contains(&true), "round {round}: nothing succeeded");
            assert!(enabled_admins(t) >= 1, "round {round}");
        }
    }
}
