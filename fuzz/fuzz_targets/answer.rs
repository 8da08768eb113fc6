//! The body of an answer, for every operation.
#![no_main]

use api::{self, Answer, Operation, decode, error_body};
use json::Json;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|body: &[u8]| {
    agrees(body);
    decodes::<Vec<api::RunEntry>>(&api::RUN, body);
    decodes::<Vec<api::RunEntry>>(&api::REGENERATE, body);
    decodes::<()>(&api::QUEUE, body);
    decodes::<Vec<api::Health>>(&api::HEALTH, body);
    decodes::<Vec<api::WorkflowEntry>>(&api::WORKFLOWS, body);
    decodes::<api::RunList>(&api::RUNS, body);
    decodes::<api::RunDetail>(&api::GET_RUN, body);
    decodes::<Option<api::OutputLink>>(&api::OUTPUT, body);
    decodes::<()>(&api::CANCEL, body);
    decodes::<()>(&api::OPENAPI, body);
    let length: usize = error_body::validation(body)
        .iter()
        .map(|item| item.msg.len())
        .sum();
    let text = error_body::error_text(body).unwrap_or_default();
    assert!(length <= body.len() && text.len() <= body.len());
    if let Ok(answer) = decode::queue_answer(body) {
        assert_eq!(answer.entries.len(), answer.silent.len());
        assert!(answer.waiting.count >= answer.waiting.ids.len());
    }
    if let Ok(queue) = decode::engine_queue(body) {
        let numbers = queue.pending.iter().map(|task| task.number);
        assert!(numbers.is_sorted_by(|left, right| left.total_cmp(right).is_le()));
    }
});

/// A normalised answer is JSON, decodes as its type, and is not much longer than the body.
fn decodes<T: Answer>(operation: &Operation, body: &[u8]) {
    if let Ok(normal) = operation.read_text(body, "asked") {
        assert!(normal.len() <= 64 * (body.len() + 1));
        serde_json::from_str::<Value>(&normal).expect("a normalised answer is JSON");
        if let Err(error) = decode::answer::<T>(operation, body, "asked") {
            panic!("{} {normal}: {error}", operation.name);
        }
    }
}

/// Our parser and `serde_json` agree.
fn agrees(body: &[u8]) {
    let ours = Json::read(body, 200);
    // Our parser skips a byte order mark.
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    match serde_json::from_slice::<Value>(body) {
        Ok(theirs) => {
            let text = ours.expect("what serde_json reads is JSON").to_text();
            let again = serde_json::from_str::<Value>(&text).expect("what is written is JSON");
            assert_eq!(again, theirs);
        }
        // serde_json reserves a key for numbers and has its own depth limit.
        Err(error) => {
            let own = String::from_utf8_lossy(body).contains("$serde_json")
                || error.to_string().starts_with("recursion limit");
            assert!(own || ours.is_err(), "{error}");
        }
    }
}
