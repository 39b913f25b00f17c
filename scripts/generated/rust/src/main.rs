//! A member's visit, from the first page to logging out, with the client that openapi-to-rust generates.
//!
//! Each step asserts what it gets. The environment names the server, its secret, a new member and an activation code.

use std::error::Error;
use std::fmt::Debug;
use std::time::{Duration, Instant};

#[expect(dead_code, reason = "the walk is not through the whole API")]
mod generated;

use generated::*;

const PASSWORD: &str = "quiet-river-27";
const ON: Switch = 0;
const PAID: OrderStatus = 1;

type Walked<T = ()> = Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Walked {
    let name = std::env::var("YINGKU_NEW_MEMBER")?;
    let visitor = HttpClient::signed(
        &std::env::var("YINGKU_BASE")?,
        &std::env::var("YINGKU_SECRET")?,
    )
    .await?;
    let work = look_around(&visitor).await?;
    let tokens = sign_in(&visitor, &name).await?;
    let member = visitor.clone().with_api_key(&tokens.access_token);
    keep(&member, &work.id).await?;

    assert_eq!(level(&member, &name).await?.level_id, 1);
    pay(&member).await?;
    let paid = level(&member, &name).await?;
    assert_eq!(paid.level_id, 2);

    let redeemed = member
        .redeem_code(ActivationForm::new(std::env::var("YINGKU_CODE")?))
        .await?
        .data;
    assert!(paid.expire_time.is_some() && redeemed.expire_time > paid.expire_time);

    let asked = member
        .create_message(MessageForm::new("有没有高清版本？".to_owned()))
        .await?
        .data;
    assert!(asked.id.parse::<u64>().is_ok(), "{asked:?}");

    assert_eq!(member.logout().await?.code, 200);
    let late = visitor
        .with_api_key(tokens.refresh_token)
        .refresh_token()
        .await;
    assert!(
        matches!(error_of(late), RefreshTokenApiError::Status403(body) if body.error == "session_ended")
    );
    Ok(())
}

/// The error response of a failed request.
fn error_of<T: Debug, E: Debug>(answer: Result<T, ApiOpError<E>>) -> E {
    match answer {
        Err(ApiOpError::Api(ApiError {
            typed: Some(error),
            ..
        })) => error,
        other => panic!("no error: {other:?}"),
    }
}

async fn look_around(visitor: &HttpClient) -> Walked<Work> {
    let browsed = visitor
        .list_works_builder()
        .page_size(5)
        .is_dht(1)
        .send()
        .await?;
    assert!(browsed.rows.len() <= 5 && browsed.total >= browsed.rows.len().try_into()?);
    let work = browsed.rows.into_iter().next().ok_or("no works")?;

    let found = visitor
        .list_works_builder()
        .keyword(&work.number)
        .send()
        .await?;
    assert!(found.rows.iter().any(|row| row.id == work.id));

    let detail = visitor.get_work_builder(&work.id).send().await?;
    assert!(detail.data.number == work.number && !detail.like && !detail.collect);

    let magnets = visitor.list_magnets_builder(&work.number).send().await?;
    assert_eq!(
        magnets.rows.first().ok_or("no magnets")?.info_hash.len(),
        40
    );
    Ok(work)
}

async fn sign_in(visitor: &HttpClient, name: &str) -> Walked<TokenPair> {
    let [password, again, wrong] = [PASSWORD, PASSWORD, "another-river-27"].map(str::to_owned);
    let form = RegisterForm::new(
        again,
        "lin.xia@example.org".to_owned(),
        password.clone(),
        name.to_owned(),
    );
    assert_eq!(visitor.register(form.clone()).await?.code, 200);
    let taken = error_of(visitor.register(form).await);
    assert!(matches!(taken, RegisterApiError::Status409(body) if body.error == "name_taken"));
    let stranger = error_of(visitor.login(LoginForm::new(wrong, name.to_owned())).await);
    assert!(matches!(stranger, LoginApiError::Status422(body) if body.error == "bad_credentials"));

    let first = visitor
        .login(LoginForm::new(password, name.to_owned()))
        .await?
        .data;
    let second = visitor
        .clone()
        .with_api_key(&first.refresh_token)
        .refresh_token()
        .await?
        .data;
    assert!(second.refresh_token != first.refresh_token && second.expires_in > 0);
    Ok(second)
}

async fn keep(member: &HttpClient, work: &str) -> Walked {
    let collected = member
        .collect_work(CollectForm::new(work.to_owned(), ON))
        .await?
        .data;
    assert!(collected.collect && collected.cate_ids.len() == 1);
    let liked = member
        .like_work(LikeForm {
            data_id: work.to_owned(),
            status: ON,
        })
        .await?
        .data;
    assert!(liked.like && liked.count > 0);
    let detail = member.get_work_builder(work).send().await?;
    assert!(detail.like && detail.collect);
    Ok(())
}

async fn pay(member: &HttpClient) -> Walked {
    let plan = member
        .list_plans_builder()
        .send()
        .await?
        .rows
        .into_iter()
        .next()
        .ok_or("no plans")?;
    let order = member
        .create_order(OrderForm::new(plan.id, PayChannel::Alipay))
        .await?;
    // The checkout page is the provider's, and no part of the API.
    let browser = reqwest::Client::new();
    let checkout_page = browser.get(&order.data).send().await?.url().clone();
    browser
        .post(checkout_page)
        .form(&[("action", "pay")])
        .send()
        .await?
        .error_for_status()?;

    let end = Instant::now() + Duration::from_secs(20);
    while member.get_order(&order.order_id).await?.data.status != PAID {
        assert!(Instant::now() < end, "the order is not paid");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}

/// The group of the member, who has to be of this name.
async fn level(member: &HttpClient, name: &str) -> Walked<Level> {
    let info = member.get_user_info().await?;
    assert_eq!(info.user.ok_or("a visitor")?.user_name, name);
    Ok(info.level)
}
