//! The sample workflows that come with flowdeck are ready to run.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use flowdeck::schema::{self, InputSchema, OutputKind};
use flowdeck::workflow::Workflow;

fn sample(name: &str) -> InputSchema {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("www/workflows")
        .join(name);
    let text = fs::read_to_string(&path).unwrap();
    let (workflow, mut problems) = Workflow::parse(&text);
    let (schema, more) = schema::read(&workflow);
    problems.extend(more);
    assert!(problems.is_empty(), "{name}: {problems:?}");
    schema
}

#[test]
fn the_poster_uses_every_kind_of_value_and_gives_a_picture_and_a_text() {
    let schema = sample("poster.json");
    let kinds: BTreeSet<_> = schema
        .fields
        .iter()
        .map(|field| field.kind.name())
        .collect();
    let expected = BTreeSet::from(["boolean", "choice", "image", "number", "slider", "text"]);
    assert_eq!(kinds, expected);
    let outputs: Vec<_> = schema.outputs.iter().map(|output| output.kind).collect();
    assert_eq!(outputs, [OutputKind::Image, OutputKind::Text]);
}

#[test]
fn the_slow_one_asks_for_nothing_it_has_no_default_for() {
    let schema = sample("slow-blur.json");
    assert!(
        schema.fields.iter().all(|field| field.default.is_some()),
        "{:?}",
        schema.fields
    );
}
