use super::*;
use crate::queue::clean_text::MAX_ID;

fn body(entries: &str) -> Vec<u8> {
    [r#"{"status":"success","data":["#, entries, "]}"]
        .concat()
        .into_bytes()
}

fn read(body: &[u8], own_ids: &str) -> QueueSnapshot {
    QueueSnapshot::read(body, own_ids).unwrap()
}

fn silent(body: &[u8]) -> Vec<bool> {
    let instances = read(body, "").instances;
    instances.iter().map(|instance| instance.silent).collect()
}

const TWO: &str = r#"
  {"comfy_uri":"http://a","queue":{"queue_running":[[0,"r"]],"queue_pending":[[7,"late"],[3,"soon",{"text":"secret"}]]}},
  {"comfy_uri":"http://b","queue":{"queue_running":[],"queue_pending":[]}}"#;

#[test]
fn ids_are_in_execution_order() {
    let snapshot = read(&body(TWO), "");
    assert_eq!(snapshot.addresses, ["http://a", "http://b"]);
    let first = &snapshot.instances[0];
    assert_eq!(first.ids, "r\tsoon\tlate");
    assert_eq!((first.running, first.pending), (1, 2));
}

#[test]
fn only_own_tasks_are_found() {
    let own_tasks = read(&body(TWO), "late\tr").own_tasks;
    let found: Vec<_> = own_tasks
        .iter()
        .map(|own| (&*own.id, own.instance, own.task))
        .collect();
    assert_eq!(found, [("r", 0, 0), ("late", 0, 2)]);
}

#[test]
fn an_instance_without_a_queue_is_silent() {
    let body = body(r#"{"comfy_uri":"a","queue":null},{"comfy_uri":"b","queue":{}}"#);
    assert_eq!(silent(&body), [true, false]);
}

#[test]
fn an_instance_that_the_envelope_lists_as_stopped_is_silent() {
    let body = br#"{"data":[{"comfy_uri":"a","queue":{}},{"comfy_uri":"b","queue":{}}],"meta":{"stopped":["b"]}}"#;
    assert_eq!(silent(body), [false, true]);
}

#[test]
fn missing_and_repeated_addresses_are_made_unique() {
    let body = body(r#"{"comfy_uri":"a"},{"comfy_uri":"a"},{"queue":{}}"#);
    assert_eq!(read(&body, "").addresses, ["a", "a #2", " #3"]);
}

#[test]
fn long_ids_are_cut_and_control_characters_replaced() {
    let long = "ä".repeat(MAX_ID);
    let entry = [
        r#"{"comfy_uri":"a","queue":{"queue_running":[[0,"x\ty\n"],[1,""#,
        &long,
        r#""]]}}"#,
    ];
    let snapshot = read(&body(&entry.concat()), "");
    let ids = &snapshot.instances[0].ids;
    assert!(ids.starts_with("x\u{fffd}y\u{fffd}\t"));
    assert!(ids.len() < 2 * MAX_ID);
}
