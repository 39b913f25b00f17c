//! Names, numbers and titles in every spelling that people type, asked of a small index: `questions.tsv`.

use std::sync::Arc;

use tantivy::{Index, IndexWriter, TantivyDocument};
use yingku_base::kinds::{Channel, TermKind};

use crate::keyword::Keyword;
use crate::query::correct::correct;
use crate::query::filter::WorksFilter;
use crate::query::live::Live;
use crate::query::page::first;
use crate::schema::{Fields, settings, tokenizers};
use crate::{IndexedTerm, IndexedWork};

const QUESTIONS: &str = include_str!("../questions.tsv");

struct Asked {
    number: String,
    title: String,
    performer: String,
    questions: Vec<String>,
}

/// A text with its `\u{…}` as the characters.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut whole = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').unwrap();
        whole.extend(char::from_u32(u32::from_str_radix(code, 16).unwrap()));
        whole.push_str(rest);
    }
    whole
}

fn asked() -> Vec<Asked> {
    let lines = QUESTIONS.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let asked = lines.map(|line| {
        let mut columns = line.split('\t').map(unescaped);
        let mut column = || columns.next().unwrap();
        Asked {
            number: column(),
            title: column(),
            performer: column(),
            questions: column().split('|').map(str::to_owned).collect(),
        }
    });
    asked.collect()
}

/// A work whose performer has the id of the first work of theirs.
fn indexed(id: i64, asked: &[Asked], work: &Asked) -> IndexedWork {
    let mut numbered = (1..).zip(asked);
    let performer = numbered.find(|(_, other)| other.performer == work.performer);
    let term = IndexedTerm::new(
        TermKind::Performer,
        performer.unwrap().0,
        work.performer.clone(),
        String::new(),
        Vec::new(),
    );
    IndexedWork {
        id,
        channel: Channel::Censored,
        number: work.number.clone(),
        title: work.title.clone(),
        pub_time: 0,
        is_dht: true,
        has_covers: false,
        is_online: 0,
        collects: 0,
        average: 0.0,
        evaluates: 0,
        hot: 0,
        views: 0,
        likes: 0,
        duration: 0,
        updated_at: 0,
        editor: String::new(),
        lacks: Vec::new(),
        marks: Vec::new(),
        terms: vec![Arc::new(term)],
    }
}

fn index(asked: &[Asked]) -> Live {
    let fields = Fields::new();
    let builder = Index::builder().schema(fields.schema.clone());
    let builder = builder.settings(settings()).tokenizers(tokenizers());
    let index = builder.create_in_ram().unwrap();
    let mut writer: IndexWriter<TantivyDocument> =
        index.writer_with_num_threads(1, 20_000_000).unwrap();
    for (id, work) in (1..).zip(asked) {
        writer
            .add_document(fields.document(&indexed(id, asked, work)))
            .unwrap();
    }
    writer.commit().unwrap();
    Live::new(index, None).unwrap()
}

fn found(live: &Live, text: &str) -> Option<i64> {
    let ask = |keyword: Keyword| {
        let filter = WorksFilter {
            keyword: Some(keyword),
            ..WorksFilter::default()
        };
        first(live, &filter, 1).unwrap().first().copied()
    };
    ask(Keyword::parse(text)).or_else(|| ask(correct(live, text).unwrap()?.keyword))
}

#[test]
fn every_question_finds_its_work_first() {
    let asked = asked();
    let live = index(&asked);
    let mut missed = Vec::new();
    for (id, work) in (1..).zip(&asked) {
        for question in &work.questions {
            let first = found(&live, question);
            if first != Some(id) {
                let other = first.and_then(|id| asked.get(usize::try_from(id - 1).unwrap()));
                missed.push(format!(
                    "{question}: {} wanted, {:?}",
                    work.number,
                    other.map(|work| &work.number)
                ));
            }
        }
    }
    let all: usize = asked.iter().map(|work| work.questions.len()).sum();
    assert!(
        missed.is_empty(),
        "{} of {all}\n{}",
        missed.len(),
        missed.join("\n")
    );
}
