//! Members: registered and signed in through the API, as people are.

use serde_json::{Value, json};
use uuid::Uuid;
use yingku::auth::users::{self, UserChange};
use yingku::base::role::Role;
use yingku::http::error::ApiError;
use yingku::vip::grants::{self, NewGrant, Source};

use super::TestApp;
use super::client::{Answer, Call};

/// The password of every test's members.
pub const PASSWORD: &str = "quiet-river-27";

/// Somebody who is signed in.
pub struct Member<'a> {
    app: &'a TestApp,
    pub id: String,
    pub name: String,
    pub access: String,
    pub refresh: String,
}

impl TestApp {
    /// Registers `name` (at least six characters) and signs in.
    pub async fn member(&self, name: &str) -> Member<'_> {
        let answer = self.register(name).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.signed_in(name).await
    }

    /// Signs `name` in, once more.
    pub async fn signed_in(&self, name: &str) -> Member<'_> {
        let answer = self.login(name, PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let (access, refresh) = pair(&answer);
        let mut member = Member {
            app: self,
            id: String::new(),
            name: name.to_owned(),
            access,
            refresh,
        };
        let info = member.get("/user/getInfo").await.json();
        member.id = info["user"]["userId"].as_str().unwrap().to_owned();
        member
    }

    /// Registers `name`, gives them a role among the operators, as the command does, and signs in.
    pub async fn operator(&self, name: &str, role: Role) -> Member<'_> {
        let member = self.member(name).await;
        self.set_role(&member, role);
        member
    }

    /// Gives a member another role.
    pub fn set_role(&self, member: &Member<'_>, role: Role) {
        let (id, now) = (member.id.parse().unwrap(), self.app.state.now());
        let change = UserChange {
            role: Some(role.word().to_owned()),
            ..UserChange::default()
        };
        self.app
            .state
            .db
            .write_now::<_, ApiError, _>(|conn| Ok(users::change(conn, id, &change, now)?))
            .unwrap();
    }

    /// Gives a member days of VIP, as an operator does.
    pub fn make_vip(&self, member: &Member<'_>, days: i32) {
        let (id, now) = (
            self.app.state.ids.next(&*self.app.state.clock),
            self.app.state.now(),
        );
        let new = NewGrant {
            id,
            user: member.id.parse().unwrap(),
            source: Source::Operator,
            reference: &id.to_string(),
            level_id: 2,
            days,
            mode: yingku::config::LIVE,
        };
        let given = self
            .app
            .state
            .db
            .write_now::<_, ApiError, _>(|conn| Ok(grants::grant(conn, &new, now)?));
        given.unwrap();
    }

    /// Registers with a solved captcha.
    pub async fn register(&self, name: &str) -> Answer {
        let (uuid, code) = self.captcha().await;
        self.post(
            "/user/register",
            &json!({
                "appId": "yingku", "userName": name, "password": PASSWORD, "confirmPassword": PASSWORD,
                "email": "somebody@example.org", "uuid": uuid, "code": code,
            }),
        )
        .await
    }

    /// Logs in with a solved captcha.
    pub async fn login(&self, name: &str, password: &str) -> Answer {
        let (uuid, code) = self.captcha().await;
        self.post("/user/login", &login_form(name, password, &uuid, &code))
            .await
    }

    /// A captcha and its answer.
    pub async fn captcha(&self) -> (String, String) {
        let answer = self.get("/user/captcha").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let uuid = answer.json()["uuid"].as_str().unwrap().to_owned();
        let code = self.solve(&uuid);
        (uuid, code)
    }

    /// What the captcha shows: a test has the server's secret.
    pub fn solve(&self, uuid: &str) -> String {
        let uuid = Uuid::parse_str(uuid).unwrap();
        self.app.accounts.captcha.answer(uuid)
    }

    /// A signed POST of JSON below `/prod-api/v2`.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Call::post(&format!("/prod-api/v2{path}"), body))
            .await
    }
}

impl Member<'_> {
    /// A signed GET below `/prod-api/v2` with the access token.
    pub async fn get(&self, path_and_query: &str) -> Answer {
        let call = Call::get(&format!("/prod-api/v2{path_and_query}"));
        self.app.send(call.bearer(&self.access)).await
    }

    /// A signed POST of JSON below `/prod-api/v2` with the access token.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let call = Call::post(&format!("/prod-api/v2{path}"), body);
        self.app.send(call.bearer(&self.access)).await
    }

    /// A signed PUT of JSON below `/prod-api/v2` with the access token.
    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        let call = Call::put(&format!("/prod-api/v2{path}"), body);
        self.app.send(call.bearer(&self.access)).await
    }

    /// [`Member::get`] of an operators' call, below `/prod-api/admin`.
    pub async fn admin_get(&self, path_and_query: &str) -> Answer {
        let call = Call::get(&format!("/prod-api/admin{path_and_query}"));
        self.app.send(call.bearer(&self.access)).await
    }

    /// [`Member::post`] of an operators' call, below `/prod-api/admin`.
    pub async fn admin_post(&self, path: &str, body: &Value) -> Answer {
        let call = Call::post(&format!("/prod-api/admin{path}"), body);
        self.app.send(call.bearer(&self.access)).await
    }

    /// [`Member::admin_post`] of a form with an `id`, by somebody who has just looked at what it changes.
    pub async fn admin_edit(&self, path: &str, form: &Value) -> Answer {
        let form = self.with_version(path, form).await;
        self.admin_post(path, &form).await
    }

    /// A form with an `id` as somebody fills it in who has just looked at what it changes.
    pub async fn with_version(&self, path: &str, form: &Value) -> Value {
        let section = path.trim_start_matches('/').split('/').next().unwrap();
        let id = form["id"].as_str().unwrap_or("none");
        let seen = if section == "plans" {
            let all = self.admin_get("/plans?pageSize=100").await.json();
            let rows = all["rows"].as_array().cloned().unwrap_or_default();
            rows.into_iter()
                .find(|row| row["id"] == id)
                .unwrap_or_default()
        } else {
            self.admin_get(&format!("/{section}/{id}")).await.json()
        };
        let version = [&seen["version"], &seen["data"]["version"]]
            .into_iter()
            .find(|version| version.is_number());
        let mut form = form.clone();
        form["version"] = version.cloned().unwrap_or(json!(1));
        form
    }

    /// Asks for the next tokens.
    pub async fn refresh(&self) -> Answer {
        let call = Call::get("/prod-api/v2/user/token");
        self.app.send(call.bearer(&self.refresh)).await
    }

    /// Takes the tokens of a good answer.
    pub fn take(&mut self, answer: &Answer) {
        (self.access, self.refresh) = pair(answer);
    }
}

/// The form of a login.
pub fn login_form(name: &str, password: &str, uuid: &str, code: &str) -> Value {
    json!({
        "appId": "yingku", "userName": name, "password": password, "rememberMe": false,
        "uuid": uuid, "code": code,
    })
}

/// The access and the refresh token of a good answer.
pub fn pair(answer: &Answer) -> (String, String) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = &answer.json()["data"];
    let text = |name: &str| data[name].as_str().unwrap().to_owned();
    (text("accessToken"), text("refreshToken"))
}
