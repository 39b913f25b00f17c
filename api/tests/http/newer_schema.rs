//! A rolling upgrade: the new version has run `migrate`, and the old one still has to serve, also after a restart.

use diesel::connection::SimpleConnection as _;
use yingku_db::{Db, DbError, Engine};

use crate::support::command::Program;
use crate::support::db::{TestDb, options};
use crate::support::serving::Serving;

/// What a newer version may do to tables that an older one uses: add columns with a default.
const EXPANSION: &str = "
    INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000');
    CREATE TABLE of_a_newer_program (id BIGINT NOT NULL PRIMARY KEY);
    ALTER TABLE users ADD COLUMN of_a_newer_program TEXT NOT NULL DEFAULT '';
    ALTER TABLE likes ADD COLUMN of_a_newer_program BIGINT NOT NULL DEFAULT 0;";

#[test]
fn an_older_program_serves_a_newer_schema() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let program = Program::new();
        let database = TestDb::on(engine, program.path());
        let db = Db::open(&options(&database.url)).unwrap();
        db.maintain::<_, DbError, _>(|conn| Ok(conn.batch_execute(EXPANSION)?))
            .unwrap();
        drop(db);
        let migrated = program.run_with("DATABASE_URL", &database.url, &["migrate"]);
        assert_eq!(migrated.code, 0, "{}", migrated.err);
        let serving = Serving::start(&program, &database.url);
        let mut wire = serving.connect();
        wire.register("lin_xia");
        let me = wire.call("GET", "/v2/user/getInfo", None).unwrap();
        assert_eq!(me["code"], 200, "{me}");
    }
}
