//! Imports undone as a whole.

use std::collections::HashSet;
use std::io::Write as _;
use std::process::{Child, ChildStdin, Stdio};

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_access::audit::Actor;
use yingku_base::role::Role;
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::record::parse_line;
use yingku_catalogue::import::store::Store;
use yingku_catalogue::uploads::model::ImportRow;
use yingku_catalogue::uploads::{command, queries};
use yingku_db::schema::{import_changes, imports, magnets, terms, works};
use yingku_db::{Db, DbError};

use super::imports::{get, start, upload};
use super::{assert_done, rows};
use crate::support::command::Program;
use crate::support::db::options;
use crate::support::member::Member;
use crate::support::{TestApp, film, films, whole_film};

const DAY_MS: i64 = 86_400_000;

/// Imports these lines by upload and returns the id of the import.
async fn imported(t: &TestApp, editor: &Member<'_>, works: &[Value]) -> String {
    let lines: Vec<String> = works.iter().map(Value::to_string).collect();
    let id = upload(t, editor, lines.join("\n").as_bytes()).await;
    assert_eq!(start(editor, &id, false).await.status, 200);
    t.app.uploads.finish_queue();
    t.app.indexer.catch_up_now();
    assert_eq!(get(editor, &id).await["state"], "done");
    id
}

/// Walks an undo to its end: works tried and changed, and the numbers and errors of the others.
async fn undo(t: &TestApp, editor: &Member<'_>, id: &str) -> (i64, i64, Vec<(String, String)>) {
    let (mut form, mut tried, mut changed, mut refused) = (json!({}), 0, 0, Vec::new());
    loop {
        let answer = editor
            .admin_post(&format!("/imports/{id}/undo"), &form)
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let step = answer.json()["data"].clone();
        tried += step["tried"].as_i64().unwrap();
        changed += step["changed"].as_i64().unwrap();
        let text = |work: &Value, name: &str| work[name].as_str().unwrap().to_owned();
        let works = step["refused"].as_array().unwrap().iter();
        refused.extend(works.map(|work| (text(work, "number"), text(work, "error"))));
        if step["cursor"].is_null() {
            t.app.indexer.catch_up_now();
            refused.sort_unstable();
            return (tried, changed, refused);
        }
        form["cursor"] = step["cursor"].clone();
    }
}

async fn id_of(editor: &Member<'_>, number: &str) -> String {
    let found = rows(editor, &format!("/works?keyword={number}")).await;
    found[0]["id"].as_str().unwrap().to_owned()
}

type Content = (String, i64, String, String, f64, bool, i64, i64);
/// A magnet link: id, hash and name.
type Link = (i64, String, String);

/// What is stored of all works besides what every change raises, with their links in order.
fn stored(t: &TestApp) -> Vec<(Content, Vec<Link>)> {
    let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
        let columns = (
            works::number,
            works::pub_time,
            works::title,
            works::image_big,
            works::average,
            works::hidden,
            works::fingerprint,
            works::curated,
        );
        let all: Vec<(i64, Content)> = works::table
            .select((works::id, columns))
            .order(works::number)
            .load(conn)?;
        let links = |id: i64, conn: &mut yingku_db::Conn| {
            magnets::table
                .filter(magnets::work_id.eq(id))
                .order(magnets::id)
                .select((magnets::id, magnets::info_hash, magnets::name))
                .load(conn)
        };
        let with_links = all
            .into_iter()
            .map(|(id, content)| Ok((content, links(id, conn)?)));
        Ok(with_links.collect::<QueryResult<Vec<_>>>()?)
    });
    read.unwrap()
}

/// All works as operators see them, without what every change raises.
async fn shown(editor: &Member<'_>) -> Vec<Value> {
    let mut shown = Vec::new();
    for row in rows(editor, "/works?pageSize=100").await {
        let path = format!("/works/{}", row["id"].as_str().unwrap());
        let mut detail = editor.admin_get(&path).await.json()["data"].clone();
        for name in ["version", "updateTime"] {
            detail.as_object_mut().unwrap().remove(name);
        }
        shown.push(detail);
    }
    shown.sort_unstable_by_key(|detail| detail["number"].as_str().unwrap().to_owned());
    shown
}

/// The names of all tags.
fn terms_of(t: &TestApp) -> HashSet<String> {
    let names = |conn: &mut yingku_db::Conn| terms::table.select(terms::name).load(conn);
    let names: Vec<String> = t.app.state.db.query_now(names).unwrap();
    names.into_iter().collect()
}

fn term_id(t: &TestApp, name: &str) -> String {
    let id = |conn: &mut yingku_db::Conn| {
        let named = terms::table.filter(terms::name.eq(name));
        named.select(terms::id).first::<i64>(conn)
    };
    t.app.state.db.query_now(id).unwrap().to_string()
}

/// What is left of the record of imports.
fn recorded(t: &TestApp) -> i64 {
    let read =
        t.app.state.db.read_now::<_, DbError, _>(|conn| {
            Ok(import_changes::table.count().get_result(conn)?)
        });
    read.unwrap()
}

/// Two works with everything, one without; the tag's order matters.
fn catalogue() -> Vec<Value> {
    let mut full = whole_film("AAA-1", 3);
    full["tags"] = json!([{ "name": "剧情" }, { "name": "风景" }]);
    let mut other = whole_film("AAA-2", 2);
    other["hidden"] = json!(true);
    vec![full, other, film("AAA-3", "海边", json!({}))]
}

both! {
    async fn an_import_is_undone_byte_for_byte(t: &TestApp) {
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        t.import(&catalogue());
        let edit = json!({ "id": id_of(&editor, "AAA-3").await, "title": "海边的人" });
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        let before = (shown(&editor).await, stored(t), t.numbers("").await);
        let mut links = whole_film("AAA-1", 3);
        // The first link goes, another one comes, and the tags change their order.
        let list = links["magnets"].as_array_mut().unwrap();
        list.remove(0);
        links["tags"] = json!([{ "name": "风景" }, { "name": "剧情" }, { "name": "夏日" }]);
        links["title"] = json!("换了");
        let changed = [
            links, film("AAA-2", "换了", json!({ "hidden": false, "magnets": null, "imageBig": null, "average": 1.25 })),
            film("AAA-3", "没有换", json!({ "duration": 90 })), film("BBB-1", "新的", json!({ "tags": [{ "name": "剧情" }] })),
            // The same work again in another batch.
            film("BBB-1", "又是新的", json!({})), film("AAA-1", "又换了", json!({})),
        ];
        let id = imported(t, &editor, &changed).await;
        assert_eq!(get(&editor, &id).await["undo"], "open");
        assert_ne!(stored(t), before.1);
        assert_eq!(undo(t, &editor, &id).await, (4, 4, vec![]));
        assert_eq!((shown(&editor).await, stored(t), t.numbers("").await), before);
        assert_eq!(get(&editor, &id).await["undo"], "done");
        // Again: nothing is left to do, and the file cannot go on either.
        assert_eq!(undo(t, &editor, &id).await, (0, 0, vec![]));
        start(&editor, &id, false).await.assert_fails(422, "import_state");
        let entries = rows(&admin, "/audit?action=works.import.undo").await;
        let about = |entry: &Value| (entry["targetId"].clone(), entry["actor"].clone(), entry["after"].clone());
        assert_eq!(entries.iter().map(about).collect::<Vec<_>>(), [
            (json!(id), json!("wang-yuanshan"), json!({ "undo": "done", "deleted": 1, "hidden": 0, "restored": 3, "kept": 0, "terms": 1 })),
            (json!(id), json!("wang-yuanshan"), json!({ "undo": "begun" })),
        ]);
        // The same lines count as changes again.
        let again = imported(t, &editor, &changed[..3]).await;
        assert_eq!(get(&editor, &again).await["updated"], 3);
    }

    async fn what_members_use_or_operators_changed_since_is_kept_and_named(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        t.import(&catalogue());
        let lines = [
            film("AAA-1", "换了", json!({})), film("AAA-3", "换了", json!({})),
            film("BBB-1", "被喜欢", json!({})), film("BBB-2", "被编辑", json!({})), film("BBB-3", "没人用", json!({})),
        ];
        let id = imported(t, &editor, &lines).await;
        let liked = json!({ "dataId": id_of(&editor, "BBB-1").await, "status": 0 });
        assert_eq!(t.member("lin-xiaoyue").await.post("/user/like", &liked).await.status, 200);
        for number in ["BBB-2", "AAA-3"] {
            let edit = json!({ "id": id_of(&editor, number).await, "duration": 77 });
            assert_done(&editor.admin_edit("/works/edit", &edit).await);
        }
        let refused = |number: &str, error: &str| (number.to_owned(), error.to_owned());
        let named = vec![refused("AAA-3", "edit_conflict"), refused("BBB-1", "work_in_use"), refused("BBB-2", "work_in_use")];
        assert_eq!(undo(t, &editor, &id).await, (5, 2, named));
        let hidden = rows(&editor, "/works?hidden=1&pageSize=100").await;
        let mut hidden: Vec<_> = hidden.iter().map(|row| row["number"].as_str().unwrap()).collect();
        hidden.sort_unstable();
        assert_eq!(hidden, ["AAA-2", "BBB-1", "BBB-2"]);
        assert!(rows(&editor, "/works?keyword=BBB-3").await.is_empty());
        assert_eq!(rows(&editor, "/works?keyword=AAA-3").await[0]["title"], "换了");
        assert_eq!(rows(&editor, "/works?keyword=AAA-1").await[0]["title"], catalogue()[0]["title"]);
    }

    async fn terms_that_an_import_created_go_with_it_unless_something_uses_them(t: &TestApp) {
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        t.import(&[film("AAA-1", "海边", json!({ "tags": [{ "name": "早有" }] }))]);
        let tags = |names: &[&str]| json!({ "tags": names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() });
        let lines = [
            film("BBB-1", "一", tags(&["早有", "没人用", "被关注", "被编辑"])), film("BBB-3", "三", tags(&["被合并", "并入别的"])),
            film("BBB-2", "二", tags(&["隐藏作品的", "别的作品的"])), film("AAA-1", "换了", tags(&["换上的"])),
            // What it replaces itself is no work's either.
            film("AAA-1", "又换了", tags(&["又换上的"])),
        ];
        let id = imported(t, &editor, &lines).await;
        let member = t.member("lin-xiaoyue").await;
        let like = json!({ "dataId": id_of(&editor, "BBB-2").await, "status": 0 });
        assert_eq!(member.post("/user/like", &like).await.status, 200);
        let follow = json!({ "dataId": term_id(t, "被关注"), "status": 0 });
        assert_eq!(member.post("/user/follow", &follow).await.status, 200);
        let edit = json!({ "id": term_id(t, "被编辑"), "aliases": ["又名"] });
        assert_done(&editor.admin_edit("/terms/edit", &edit).await);
        let merge = json!({ "from": term_id(t, "并入别的"), "into": term_id(t, "被合并"), "reason": "同一个" });
        assert_done(&editor.admin_post("/terms/merge", &merge).await);
        t.app.mover.0.finish();
        t.import(&[film("CCC-1", "四", tags(&["别的作品的"]))]);
        let named = ("BBB-2".to_owned(), "work_in_use".to_owned());
        // Moving the merged term has changed the work.
        let (tried, _, refused) = undo(t, &editor, &id).await;
        assert_eq!((tried, refused.contains(&named)), (4, true));
        assert_eq!(terms_of(t), ["早有", "被关注", "被编辑", "被合并", "并入别的", "隐藏作品的", "别的作品的"].map(str::to_owned).into());
        let entry = rows(&admin, "/audit?action=works.import.undo").await[0].clone();
        assert_eq!((&entry["after"]["undo"], &entry["after"]["terms"]), (&json!("done"), &json!(3)));
    }

    async fn a_hidden_work_stays_hidden_when_its_import_is_undone(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        t.import(&catalogue());
        let id = imported(t, &editor, &[film("AAA-1", "换了", json!({}))]).await;
        let hide = json!({ "id": id_of(&editor, "AAA-1").await, "reason": "版权方要求" });
        assert_eq!(editor.admin_post("/works/hide", &hide).await.status, 200);
        assert_eq!(undo(t, &editor, &id).await, (1, 1, vec![]));
        let row = rows(&editor, "/works?keyword=AAA-1").await[0].clone();
        assert_eq!((&row["title"], &row["hidden"]), (&catalogue()[0]["title"], &json!(1)));
    }

    async fn an_interrupted_undo_goes_on_and_each_work_comes_once(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = imported(t, &editor, &films("censored", 600)).await;
        let path = format!("/imports/{id}/undo");
        // Two at once, and a step whose answer is lost.
        let steps = join_all([editor.admin_post(&path, &json!({})), editor.admin_post(&path, &json!({}))]).await;
        let mut changed: i64 = steps.iter().map(|step| step.json()["data"]["changed"].as_i64().unwrap()).sum();
        let from_top = undo(t, &editor, &id).await;
        changed += from_top.1;
        assert_eq!((changed, from_top.2.len()), (600, 0));
        assert!(t.numbers("").await.is_empty());
        assert!(rows(&editor, "/works").await.is_empty());
    }

    async fn only_a_finished_import_of_the_last_month_can_be_undone(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = imported(t, &editor, &films("censored", 3)).await;
        let checked = upload(t, &editor, b"{}").await;
        for (other, status, error) in [("910000000000000009", 404, "not_found"), (&checked, 422, "import_state")] {
            editor.admin_post(&format!("/imports/{other}/undo"), &json!({})).await.assert_fails(status, error);
        }
        editor.admin_post(&format!("/imports/{id}/undo"), &json!({ "cursor": "x" })).await.assert_fails(400, "bad_request");
        t.clock.advance(29 * DAY_MS);
        t.app.housekeeper.0.finish();
        assert_eq!(recorded(t), 3);
        t.clock.advance(2 * DAY_MS);
        let editor = t.operator("li-jinshui", Role::Editor).await;
        editor.admin_post(&format!("/imports/{id}/undo"), &json!({})).await.assert_fails(422, "import_state");
        t.app.housekeeper.0.finish();
        assert_eq!((recorded(t), get(&editor, &id).await["undo"].clone()), (0, json!("none")));
        assert_eq!(t.numbers("").await.len(), 3);
    }

    async fn a_running_import_of_the_command_line_is_not_undone_and_a_killed_one_is(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = begun(t);
        write_as(t, id, "AAA-1").unwrap();
        let refuse = async || {
            let answer = editor.admin_post(&format!("/imports/{id}/undo"), &json!({})).await;
            answer.assert_fails(422, "import_state");
        };
        refuse().await;
        // It says that it runs, and so does each batch.
        t.clock.advance(100_000);
        t.app.state.db.execute_now(|conn| command::beat(conn, id, t.app.state.now())).unwrap();
        t.clock.advance(100_000);
        refuse().await;
        write_as(t, id, "AAA-2").unwrap();
        t.clock.advance(100_000);
        refuse().await;
        t.clock.advance(21_000);
        assert_eq!(undo(t, &editor, &id.to_string()).await, (2, 2, vec![]));
        // What was paused and goes on now writes nothing any more.
        assert!(write_as(t, id, "AAA-3").is_err());
        assert!(stored(t).is_empty());
        assert_eq!(get(&editor, &id.to_string()).await["undo"], "done");
    }

    async fn an_import_of_the_command_line_that_was_stopped_writes_nothing_more_and_is_undone(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = begun(t);
        write_as(t, id, "AAA-1").unwrap();
        assert_eq!(editor.admin_post(&format!("/imports/{id}/cancel"), &json!({})).await.status, 200);
        assert!(write_as(t, id, "AAA-2").is_err());
        assert_eq!(undo(t, &editor, &id.to_string()).await, (1, 1, vec![]));
        assert!(stored(t).is_empty());
    }
}

/// An import by the command line that has begun.
fn begun(t: &TestApp) -> i64 {
    let state = &t.app.state;
    let actor = Actor::system(state);
    let row = ImportRow::of_command(&actor, actor.next_id(), "films.ndjson".to_owned());
    let begin = |conn: &mut yingku_db::Conn| queries::insert(conn, &row);
    state.db.execute_now(begin).unwrap();
    row.id
}

/// Writes a batch of that import.
fn write_as(t: &TestApp, import: i64, number: &str) -> Result<(), DbError> {
    let state = &t.app.state;
    let line = film(number, "海边", json!({})).to_string();
    let work = Fingerprinted::from(parse_line(line.as_bytes()).unwrap());
    let store = Store::new(&state.db, state.clock.clone(), state.ids.clone());
    store.for_import(import).write(&[work]).map(|_| ())
}

/// Starts an import by the command line, which runs until its input ends.
fn import_of(program: &Program) -> (Child, ChildStdin) {
    // Longer than what is read to recognise the format, so that the import begins.
    let lines: Vec<String> = films("censored", 1_000)
        .iter()
        .map(Value::to_string)
        .collect();
    let mut command = program.command(&["import", "-"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut running = command.stderr(Stdio::null()).spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    input.write_all(lines.join("\n").as_bytes()).unwrap();
    (running, input)
}

/// The id of the newest import, once there is one that runs.
fn running_import(db: &Db) -> String {
    let newest = |conn: &mut yingku_db::Conn| {
        imports::table
            .order(imports::id.desc())
            .select((imports::id, imports::finished_at))
            .first::<(i64, Option<i64>)>(conn)
            .optional()
    };
    loop {
        match db.query_now(newest).unwrap() {
            Some((id, None)) => return id.to_string(),
            _ => std::thread::yield_now(),
        }
    }
}

#[test]
fn the_command_undoes_no_running_import_and_a_killed_one() {
    let program = Program::new();
    assert_eq!(program.run(&["migrate"]).code, 0);
    let file = program.path().join("data/yingku.db");
    let db = Db::open(&options(&format!("sqlite://{}", file.display()))).unwrap();
    let works = || {
        db.query_now(|conn| works::table.count().get_result::<i64>(conn))
            .unwrap()
    };
    let (mut running, input) = import_of(&program);
    let id = running_import(&db);
    let refused = program.run(&["import", "undo", &id]);
    assert_eq!(refused.code, 1);
    let message = "命令行导入还在进行";
    assert!(refused.err.contains(message), "{}", refused.err);
    drop(input);
    assert!(running.wait().unwrap().success());
    assert_eq!(works(), 1_000);
    assert_eq!(program.run(&["import", "undo", &id]).code, 0);
    assert_eq!(works(), 0);
    let (mut killed, _input) = import_of(&program);
    let id = running_import(&db);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(program.run(&["import", "undo", &id]).code, 1);
    db.execute_now(|conn| {
        diesel::update(imports::table.filter(imports::finished_at.is_null()))
            .set(imports::beat_at.eq(imports::beat_at - 121))
            .execute(conn)
    })
    .unwrap();
    let undone = program.run(&["import", "undo", &id]);
    assert_eq!(undone.code, 0, "{}", undone.err);
}
