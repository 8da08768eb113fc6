use super::*;

fn body(entries: &str) -> Vec<u8> {
    [r#"{"status":"success","data":["#, entries, "]}"]
        .concat()
        .into_bytes()
}

const TWO: &str = r#"
  {"comfy_uri":"http://a","queue":{"queue_running":[[0,"r"]],"queue_pending":[[7,"late"],[3,"soon",{"text":"secret"}]]}},
  {"comfy_uri":"http://b","queue":{"queue_running":[],"queue_pending":[]}}"#;

#[test]
fn ids_stand_in_the_order_in_which_tasks_run() {
    let changes = read(&body(TWO), "").unwrap();
    assert_eq!(changes.addresses.unwrap(), ["http://a", "http://b"]);
    assert_eq!(changes.seen[0].1.ids, "r\tsoon\tlate");
    assert_eq!(
        (changes.seen[0].1.running, changes.seen[0].1.pending),
        (1, 2)
    );
}

#[test]
fn only_runs_of_ours_are_found() {
    let found = read(&body(TWO), "late\tr").unwrap().found;
    let places: Vec<_> = found
        .iter()
        .map(|found| (&*found.id, found.instance, found.task))
        .collect();
    assert_eq!(places, [("r", 0, 0), ("late", 0, 2)]);
}

#[test]
fn an_instance_without_a_queue_did_not_answer() {
    let changes = read(
        &body(r#"{"comfy_uri":"a","queue":null},{"comfy_uri":"b","queue":{}}"#),
        "",
    );
    let silent: Vec<bool> = changes
        .unwrap()
        .seen
        .iter()
        .map(|(_, seen)| seen.silent)
        .collect();
    assert_eq!(silent, [true, false]);
}

#[test]
fn an_instance_that_the_envelope_calls_stopped_did_not_answer() {
    let body = br#"{"data":[{"comfy_uri":"a","queue":{}},{"comfy_uri":"b","queue":{}}],"meta":{"stopped":["b"]}}"#;
    let silent: Vec<bool> = read(body, "")
        .unwrap()
        .seen
        .iter()
        .map(|(_, seen)| seen.silent)
        .collect();
    assert_eq!(silent, [false, true]);
}

#[test]
fn instances_of_one_name_or_none_are_told_apart() {
    let changes = read(
        &body(r#"{"comfy_uri":"a"},{"comfy_uri":"a"},{"queue":{}}"#),
        "",
    );
    assert_eq!(changes.unwrap().addresses.unwrap(), ["a", "a #2", " #3"]);
}

#[test]
fn an_id_that_would_part_texts_is_cut_and_cleaned() {
    let long = "ä".repeat(LONGEST);
    let changes = read(
        &body(
            &[
                r#"{"comfy_uri":"a","queue":{"queue_running":[[0,"x\ty\n"],[1,""#,
                &long,
                r#""]]}}"#,
            ]
            .concat(),
        ),
        "",
    );
    let ids = changes.unwrap().seen[0].1.ids.clone();
    assert!(ids.starts_with("x\u{fffd}y\u{fffd}\t"));
    assert!(ids.len() < 2 * LONGEST);
}

#[test]
fn a_worker_tells_the_whole_first_picture() {
    let told = Reading::default().tell(&body(TWO), "late");
    assert_eq!(Changes::told(&told), read(&body(TWO), "late").unwrap());
}

#[test]
fn a_worker_tells_only_what_changed() {
    let mut reading = Reading::default();
    reading.tell(&body(TWO), "");
    let told = reading.tell(&body(&TWO.replace("[0,\"r\"]", "")), "");
    let changes = Changes::told(&told);
    assert_eq!(changes.addresses, None);
    assert_eq!(changes.seen.len(), 1);
    assert_eq!(
        (changes.seen[0].0, &*changes.seen[0].1.ids),
        (0, "soon\tlate")
    );
}

#[test]
fn what_is_no_queue_is_told_with_its_reason() {
    assert!(Reading::default().tell(b"{\"data\":", "").starts_with('!'));
}
