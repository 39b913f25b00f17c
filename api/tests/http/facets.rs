//! Filters and their facet counts, compared with plain SQL for generated queries.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_catalogue::magnets::marks::{Siblings, marks};
use yingku_db::Conn;

use crate::support::dice::Dice;
use crate::support::{TestApp, film};

const MAGNETS: [&str; 4] = ["字幕版", "2160p", "无损 字幕", "720p"];

fn catalogue(dice: &mut Dice) -> Vec<Value> {
    let some = |dice: &mut Dice, name: &str, of: usize, most: usize| -> Vec<Value> {
        let count = dice.below(most + 1);
        let mut names: Vec<String> = (0..count)
            .map(|_| format!("{name}{}", dice.below(of)))
            .collect();
        names.sort();
        names.dedup();
        names
            .into_iter()
            .map(|name| json!({ "name": name }))
            .collect()
    };
    let work = |dice: &mut Dice, at: usize| {
        let magnets: Vec<Value> = (0..dice.below(3))
            .map(|link| {
                let name = *dice.one(&MAGNETS);
                json!({ "name": name, "infoHash": crate::support::info_hash(&format!("GEN-{at}"), u32::try_from(link).unwrap()), "length": 1, "createTime": "2026-01-01" })
            })
            .collect();
        let rated = dice.below(3) > 0;
        film(
            &format!("GEN-{at:03}"),
            dice.one::<&str>(&["雪山", "灯塔", "雪山下的灯塔", "长夜"]),
            json!({
                "channel": dice.one(&["censored", "uncensored", "western"]),
                "pubTime": format!("{}-{:02}-{:02} 00:30:00", 2019 + dice.below(5), 1 + dice.below(12), 1 + dice.below(28)),
                "duration": *dice.one(&[0, 29, 30, 59, 60, 89, 90, 119, 120, 200]),
                "average": if rated { f64::from(u32::try_from(dice.below(51)).unwrap()) / 10.0 } else { 0.0 },
                "evaluates": if rated { 5 } else { 0 },
                "isOnline": dice.below(3),
                "tags": some(dice, "类别", 6, 4), "performers": some(dice, "演员", 12, 3), "series": some(dice, "系列", 4, 1),
                "magnets": magnets,
            }),
        )
    };
    (0..240).map(|at| work(dice, at)).collect()
}

/// A list parameter and its SQL equivalent.
struct Choice {
    dimension: &'static str,
    query: String,
    sql: String,
}

fn choice(dimension: &'static str, query: impl Into<String>, sql: impl Into<String>) -> Choice {
    Choice {
        dimension,
        query: query.into(),
        sql: sql.into(),
    }
}

fn has_term(id: &str) -> String {
    format!("EXISTS (SELECT 1 FROM work_terms l WHERE l.work_id = works.id AND l.term_id = {id})")
}

fn has_mark(word: &str) -> String {
    let names = MAGNETS.iter().filter(|name| {
        marks(name, Siblings::default())
            .iter()
            .any(|mark| mark.as_str() == word)
    });
    let names: Vec<String> = names.map(|name| format!("'{name}'")).collect();
    format!(
        "EXISTS (SELECT 1 FROM magnets m WHERE m.work_id = works.id AND m.name IN ({}))",
        names.join(",")
    )
}

fn begin(day: &str) -> i64 {
    yingku_base::time::start_of_day(day, 0).unwrap()
}

fn year(year: i32) -> String {
    format!(
        "pub_time BETWEEN {} AND {}",
        begin(&format!("{year}-01-01")),
        begin(&format!("{}-01-01", year + 1)) - 1
    )
}

#[expect(clippy::too_many_lines, reason = "one draw for each parameter")]
fn draw(dice: &mut Dice, terms: &[String]) -> Vec<Choice> {
    let mut choices = Vec::new();
    if dice.below(3) == 0 {
        let id = 1 + dice.below(3);
        choices.push(choice(
            "channel",
            format!("modId={id}"),
            format!("mod_id = {id}"),
        ));
    }
    if dice.below(3) == 0 {
        let from = 2019 + i32::try_from(dice.below(5)).unwrap();
        choices.push(choice("year", format!("from={from}&to={from}"), year(from)));
    } else if dice.below(4) == 0 {
        let (from, to) = (begin("2020-05-01"), begin("2022-07-04") - 1);
        choices.push(choice(
            "year",
            "from=2020-05&to=2022-07-03",
            format!("pub_time BETWEEN {from} AND {to}"),
        ));
    }
    if dice.below(4) == 0 {
        let (query, sql) = *dice.one(&[
            (
                "minDuration=60&maxDuration=89",
                "duration BETWEEN 60 AND 89",
            ),
            ("maxDuration=29", "duration BETWEEN 1 AND 29"),
            ("minDuration=120", "duration >= 120"),
        ]);
        choices.push(choice("length", query, sql));
    }
    if dice.below(4) == 0 {
        let tenths = 5 * dice.below(10);
        choices.push(choice(
            "score",
            format!("minScore={tenths}"),
            format!("ROUND(average * 10) >= {tenths}"),
        ));
    }
    if dice.below(2) == 0 {
        let with: Vec<&String> = (0..=dice.below(2)).map(|_| dice.one(terms)).collect();
        let ids = with
            .iter()
            .map(|id| id.as_str())
            .collect::<Vec<_>>()
            .join(",");
        let sql: Vec<String> = with.iter().map(|id| has_term(id)).collect();
        choices.push(choice(
            "terms",
            format!("withTerms={ids}"),
            sql.join(" AND "),
        ));
    }
    if dice.below(3) == 0 {
        let id = dice.one(terms);
        choices.push(choice(
            "terms",
            format!("withoutTerms={id}"),
            format!("NOT {}", has_term(id)),
        ));
    }
    if dice.below(5) == 0 {
        choices.push(choice("terms", "isOnline=1", "is_online = 1"));
    }
    if dice.below(5) == 0 {
        choices.push(choice("terms", "isDht=1", "is_dht"));
    }
    if dice.below(5) == 0 {
        choices.push(choice("terms", "marks=subtitle", has_mark("subtitle")));
    }
    if dice.below(5) == 0 {
        choices.push(choice(
            "terms",
            "keyword=%E9%9B%AA%E5%B1%B1",
            "title LIKE '%雪山%'",
        ));
    }
    choices
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    works: i64,
}

#[expect(
    clippy::disallowed_methods,
    reason = "plain SQL of both engines is what the counts are compared with"
)]
fn count(conn: &mut Conn, conditions: &[&str]) -> QueryResult<i64> {
    let all = if conditions.is_empty() {
        "TRUE".to_owned()
    } else {
        conditions.join(" AND ")
    };
    let counted: Counted =
        diesel::sql_query(format!("SELECT COUNT(*) AS works FROM works WHERE {all}"))
            .get_result(conn)?;
    Ok(counted.works)
}

/// The expected facet counts, each with its name in the response.
fn expected(
    conn: &mut Conn,
    choices: &[Choice],
    terms: &[String],
) -> QueryResult<Vec<(String, i64)>> {
    let mut counts = Vec::new();
    let mut add =
        |conn: &mut Conn, name: String, dimension: &str, more: String| -> QueryResult<()> {
            let others = choices
                .iter()
                .filter(|choice| choice.dimension != dimension || dimension == "terms");
            let mut all: Vec<&str> = others.map(|choice| choice.sql.as_str()).collect();
            all.push(&more);
            counts.push((name, count(conn, &all)?));
            Ok(())
        };
    add(conn, "total".to_owned(), "terms", "TRUE".to_owned())?;
    add(
        conn,
        "online".to_owned(),
        "terms",
        "is_online = 1".to_owned(),
    )?;
    add(conn, "dht".to_owned(), "terms", "is_dht".to_owned())?;
    for word in ["subtitle", "4k", "lossless"] {
        add(conn, format!("marks {word}"), "terms", has_mark(word))?;
    }
    for id in terms {
        add(conn, format!("terms {id}"), "terms", has_term(id))?;
    }
    for id in 1..=3 {
        add(
            conn,
            format!("channels {id}"),
            "channel",
            format!("mod_id = {id}"),
        )?;
    }
    for number in 2019..2024 {
        add(conn, format!("years {number}"), "year", year(number))?;
    }
    for (from, to) in [(1, 29), (30, 59), (60, 89), (90, 119), (120, 100_000)] {
        add(
            conn,
            format!("lengths {from}"),
            "length",
            format!("duration BETWEEN {from} AND {to}"),
        )?;
    }
    for tenths in [45, 40, 35, 30] {
        add(
            conn,
            format!("scores {tenths}"),
            "score",
            format!("ROUND(average * 10) >= {tenths}"),
        )?;
    }
    Ok(counts)
}

/// A count in the response; an unlisted one is 0.
fn count_in(facets: &Value, name: &str) -> i64 {
    let (list, key) = match name.split_once(' ') {
        None => return facets[name].as_i64().unwrap(),
        Some(parts) => parts,
    };
    let id = match list {
        "marks" => "mark",
        "terms" => "id",
        "channels" => "modId",
        "years" => "year",
        "lengths" => "from",
        _ => "minScore",
    };
    let rows = facets[list].as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row[id].to_string().trim_matches('"') == key);
    row.map_or(0, |row| row["count"].as_i64().unwrap())
}

both! {
    async fn totals_and_counts_are_those_of_plain_sql(t: &TestApp) {
        let mut dice = Dice(20_261_123);
        t.import(&catalogue(&mut dice));
        let mut terms = Vec::new();
        for kind in ["tag", "performer", "series"] {
            for channel in 1..=3 {
                let rows = t.rows(&format!("/tag/list?tableName={kind}&modId={channel}&pageSize=100")).await;
                terms.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
            }
        }
        for _ in 0..60 {
            let choices = draw(&mut dice, &terms);
            let query: Vec<&str> = choices.iter().map(|choice| choice.query.as_str()).collect();
            // A parameter is given once.
            let names: std::collections::BTreeSet<&str> = query.iter().filter_map(|part| part.split('=').next()).collect();
            assert_eq!(names.len(), query.len());
            let query = query.join("&");
            let answer = t.get(&format!("/works/detail/facets?{query}")).await;
            assert_eq!(answer.status, 200, "{query}: {}", answer.text());
            let facets = answer.json()["data"].clone();
            let counts = t.app.state.db.read_now::<_, yingku_db::DbError, _>(|conn| Ok(expected(conn, &choices, &terms)?)).unwrap();
            for (name, works) in counts {
                assert_eq!(count_in(&facets, &name), works, "{name} of {query}");
            }
            let list = t.get(&format!("/works/detail/list?pageSize=1&{query}")).await.json();
            assert_eq!(list["total"], facets["total"], "{query}");
        }
    }

    async fn terms_beyond_the_most_frequent_are_counted_when_they_are_named(t: &TestApp) {
        // Forty have three works of the year, the last five fewer, and 演员1 has none.
        let year_of = |at: usize| if [1, 43].contains(&at) { 2021 } else { 2020 };
        let cast = |at: usize| json!({ "performers": [{ "name": format!("演员{at}") }], "pubTime": format!("{}-01-01 00:00:00", year_of(at)) });
        let many = (0..41).flat_map(|at| [at; 3]);
        let works: Vec<Value> = many.chain(41..46).enumerate().map(|(number, at)| film(&format!("GEN-{number:03}"), "雪山", cast(at))).collect();
        t.import(&works);
        let listed = t.rows("/tag/list?tableName=performer&modId=1&pageSize=100").await;
        let id = |name: &str| listed.iter().find(|row| row["name"] == name).unwrap()["id"].as_str().unwrap().to_owned();
        let rare: Vec<String> = (41..46).map(|at| id(&format!("演员{at}"))).collect();
        let editor = t.operator("operator-editor", Role::Editor).await;
        let form = json!({ "from": rare[0], "into": rare[1], "reason": "同一个人" });
        assert_eq!(editor.admin_post("/terms/merge", &form).await.status, 200);
        t.app.mover.0.finish();
        t.app.indexer.catch_up_now();
        let terms_of = async |query: &str| t.get(&format!("/works/detail/facets?{query}")).await.json()["data"]["terms"].as_array().unwrap().clone();
        let usual = terms_of("from=2020&to=2020").await;
        let ids = format!("{},{},910000000000000001,{}", rare.join(","), id("演员0"), id("演员1"));
        let named = terms_of(&format!("from=2020&to=2020&countTerms={ids}")).await;
        let count = |id: &str| {
            let sql = [year(2020), has_term(id)];
            let works = t.app.state.db.read_now::<_, yingku_db::DbError, _>(|conn| Ok(count(conn, &[&sql[0], &sql[1]])?));
            works.unwrap()
        };
        // The former name counts as its target, once.
        let shown = |row: &Value| (row["id"].as_str().unwrap().to_owned(), row["count"].as_i64().unwrap());
        let mut expected: Vec<(String, i64)> = rare[1..].iter().cloned().chain([id("演员1")]).map(|id| (id.clone(), count(&id))).collect();
        expected.sort();
        let mut counted: Vec<(String, i64)> = named[usual.len()..].iter().map(shown).collect();
        counted.sort();
        assert_eq!((&named[..usual.len()], &counted), (&usual[..], &expected));
        assert!([(id("演员1"), 0), (rare[1].clone(), 2)].iter().all(|term| counted.contains(term)), "{counted:?}");
        for bad in ["", "1,,2", "a", &["1"; 41].join(",")] {
            assert_eq!(t.get(&format!("/works/detail/facets?countTerms={bad}")).await.status, 400, "{bad}");
        }
    }

    async fn the_name_of_a_term_that_was_taken_down_is_not_returned(t: &TestApp) {
        let cast = json!({ "performers": [{ "name": "林晓月" }] });
        t.import(&[film("ABC-1", "雪山", cast), film("ABC-2", "灯塔", json!({}))]);
        let id = t.rows("/tag/list?tableName=performer&modId=1").await[0]["id"].as_str().unwrap().to_owned();
        let path = format!("/works/detail/facets?countTerms={id}");
        assert!(t.get(&path).await.text().contains("林晓月"));
        t.import(&[film("ABC-1", "雪山", json!({ "hidden": true }))]);
        let answer = t.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.text().contains("林晓月")), (200, false));
    }

    async fn an_unknown_filter_is_rejected(t: &TestApp) {
        t.import(&[film("ABC-1", "雪山", json!({}))]);
        for bad in [
            "withTerms=", "withTerms=1,,2", "withTerms=a", "withTerms=1,2,3,4,5,6,7,8,9,10,11,12,13", "withoutTerms=0",
            "from=20", "from=2020-13", "to=2020-02-30", "minDuration=-1", "maxDuration=6001", "minScore=51", "minScore=3.5",
            "isOnline=2", "marks=", "marks=8k", "marks=4k,",
        ] {
            for call in ["list", "facets"] {
                assert_eq!(t.get(&format!("/works/detail/{call}?{bad}")).await.status, 400, "{call} {bad}");
            }
        }
        let most: Vec<String> = (1..=200).map(|id| id.to_string()).collect();
        assert_eq!(t.numbers(&format!("withoutTerms={}", most.join(","))).await, ["ABC-1"]);
        assert!(t.numbers("from=2030&to=2020").await.is_empty());
        assert!(t.numbers("withTerms=910000000000000001").await.is_empty());
    }
}
