//! Members: written to the database with a session, or registered and signed in through the API, as people are.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::OnceLock;

use serde_json::{Value, json};
use uuid::Uuid;
use yingku_access::auth::access_token::Claims;
use yingku_access::auth::caller::Client;
use yingku_access::auth::personal_data::join;
use yingku_access::auth::signing::client_key::KeyHash;
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users::{self, UserChange, UserRow};
use yingku_accounts::hashing::Hasher;
use yingku_accounts::password::Password;
use yingku_accounts::refresh_token::Refresh;
use yingku_accounts::sessions::{self, Lifetime, SessionRow};
use yingku_accounts::trusted_devices::{self, Origin};
use yingku_base::role::Role;
use yingku_commerce::vip::grants::{self, NewGrant, Source};
use yingku_http_kit::error::ApiError;

use super::TestApp;
use super::client::{Answer, Call};

/// The password of every test's members.
pub const PASSWORD: &str = "quiet-river-27";
/// The mail address of every test's members.
const EMAIL: &str = "somebody@example.org";

/// A signed-in member.
pub struct Member<'a> {
    app: &'a TestApp,
    pub id: String,
    pub name: String,
    pub access: String,
    pub refresh: String,
}

impl TestApp {
    /// A member of this `name` (at least six characters) with a session, like [`TestApp::registered`], but
    /// without its requests: most tests need a member, and few test registration.
    pub async fn member(&self, name: &str) -> Member<'_> {
        let (state, accounts) = (&self.app.state, &self.app.accounts);
        let (now, client) = (state.now(), self.client());
        let next_id = || state.ids.next(&*state.clock);
        let parsed = UserName::parse(name).unwrap();
        let user = UserRow::new(next_id(), &parsed, EMAIL.to_owned(), hashed_password(), now);
        let life = Lifetime::for_user(&state.config.account, &user);
        let session = SessionRow {
            id: next_id(),
            user_id: user.id,
            counter: 1,
            network: client.network(),
            agent: client.agent.clone(),
            created_at: now,
            rotated_at: now,
            idle_until: now + life.idle_seconds,
            ends_at: now + life.session_seconds,
            revoked_at: None,
        };
        let (row, opened) = (user.clone(), session.clone());
        let (parts, origin) = (accounts.personal_data, Origin::from_client(&client));
        let added = state.db.write(move |conn| {
            assert!(join(parts, conn, &row)?, "{} is taken", row.name);
            trusted_devices::remember(conn, row.id, &origin, now)?;
            Ok::<_, ApiError>(sessions::open(conn, &opened)?)
        });
        added.await.unwrap();
        let claims = Claims {
            user_id: user.id,
            session_id: session.id,
        };
        let refresh = Refresh {
            session_id: session.id,
            counter: session.counter,
        };
        let (level, bound_to) = (user.level(now).level_id, client.bound_to.as_str());
        Member {
            app: self,
            id: user.id.to_string(),
            name: name.to_owned(),
            access: accounts.access.issue(claims, level, bound_to, now).unwrap(),
            refresh: accounts.refresh.issue(refresh, bound_to),
        }
    }

    /// The client of this test.
    fn client(&self) -> Client {
        let is_bound = self.app.state.config.account.token_binding;
        let bound_to = is_bound.then(|| KeyHash::new(&self.client_key.key).to_string());
        Client {
            ip: IpAddr::V4(Ipv4Addr::LOCALHOST),
            bound_to: bound_to.unwrap_or_default(),
            device_id: Some(self.client_key.device_id),
            agent: String::new(),
            request: None,
        }
    }

    /// Registers `name` through the API and signs in.
    pub async fn registered(&self, name: &str) -> Member<'_> {
        let answer = self.register(name).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.signed_in(name).await
    }

    /// Signs `name` in once more.
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

    /// [`TestApp::member`] with an operator role, as the command grants it.
    pub async fn operator(&self, name: &str, role: Role) -> Member<'_> {
        let member = self.member(name).await;
        self.set_role(&member, role);
        member
    }

    /// Grants a member another role.
    pub fn set_role(&self, member: &Member<'_>, role: Role) {
        let (id, now) = (member.id.parse().unwrap(), self.app.state.now());
        let change = UserChange {
            role: Some(role),
            ..UserChange::default()
        };
        self.app
            .state
            .db
            .write_now::<_, ApiError, _>(|conn| Ok(users::change(conn, id, &change, now)?))
            .unwrap();
    }

    /// Grants a member days of VIP, as an operator does.
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
            mode: yingku_platform::config::OrderMode::Live,
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
                "email": EMAIL, "uuid": uuid, "code": code,
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

    /// The solution of the captcha: a test has the server's secret.
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

    /// [`Member::get`] of an operator operation, below `/prod-api/admin`.
    pub async fn admin_get(&self, path_and_query: &str) -> Answer {
        let call = Call::get(&format!("/prod-api/admin{path_and_query}"));
        self.app.send(call.bearer(&self.access)).await
    }

    /// [`Member::post`] of an operator operation, below `/prod-api/admin`.
    pub async fn admin_post(&self, path: &str, body: &Value) -> Answer {
        let call = Call::post(&format!("/prod-api/admin{path}"), body);
        self.app.send(call.bearer(&self.access)).await
    }

    /// [`Member::admin_post`] of a form with an `id` and the current version.
    pub async fn admin_edit(&self, path: &str, form: &Value) -> Answer {
        let form = self.with_version(path, form).await;
        self.admin_post(path, &form).await
    }

    /// A form with an `id`, completed with the current version.
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

    /// Refreshes the tokens.
    pub async fn refresh(&self) -> Answer {
        let call = Call::get("/prod-api/v2/user/token");
        self.app.send(call.bearer(&self.refresh)).await
    }

    /// Takes the tokens of a successful response.
    pub fn take(&mut self, answer: &Answer) {
        (self.access, self.refresh) = pair(answer);
    }
}

/// The hash of [`PASSWORD`], computed once with the service's own hasher.
fn hashed_password() -> String {
    static HASH: OnceLock<String> = OnceLock::new();
    let hash = || {
        let hasher = Hasher::new(1).unwrap();
        hasher
            .hash_now(&Password::parse(PASSWORD).unwrap())
            .unwrap()
    };
    HASH.get_or_init(hash).clone()
}

/// The form of a login.
pub fn login_form(name: &str, password: &str, uuid: &str, code: &str) -> Value {
    json!({
        "appId": "yingku", "userName": name, "password": password, "rememberMe": false,
        "uuid": uuid, "code": code,
    })
}

/// The access and the refresh token of a successful response.
pub fn pair(answer: &Answer) -> (String, String) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = &answer.json()["data"];
    let text = |name: &str| data[name].as_str().unwrap().to_owned();
    (text("accessToken"), text("refreshToken"))
}
