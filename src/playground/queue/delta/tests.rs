use super::*;

fn body(entries: &str) -> Vec<u8> {
    [
        r#"{"status":"success","data":["#,
        entries,
        r#"],"meta":"#,
        META,
        "}",
    ]
    .concat()
    .into_bytes()
}

const META: &str = r#"{"draining":["http://b"],"waiting":{"count":9,"ids":["w1","w2"],
  "own":[{"id":"w1","position":1},{"id":"w9","position":9,"starts_in":12.4}]}}"#;

const TWO: &str = r#"
  {"comfy_uri":"http://a","queue":{"queue_running":[[0,"r"]],"queue_pending":[[7,"late"],[3,"soon",{"text":"secret"}]]}},
  {"comfy_uri":"http://b","queue":{"queue_running":[],"queue_pending":[]}}"#;

#[test]
fn the_worker_reports_the_whole_first_snapshot() {
    let text = SnapshotReader::default().read(&body(TWO), "late\tw1\tw9");
    let snapshot = QueueSnapshot::read(&body(TWO), "late\tw1\tw9").unwrap();
    assert_eq!(snapshot.instances[1].condition, Some(Condition::Draining));
    assert_eq!((snapshot.waiting.count, snapshot.waiting.own.len()), (9, 2));
    assert_eq!(SnapshotDelta::decode(&text), snapshot.into());
}

#[test]
fn the_worker_reports_only_what_changed() {
    let mut reader = SnapshotReader::default();
    reader.read(&body(TWO), "");
    let text = reader.read(&body(&TWO.replace("[0,\"r\"]", "")), "");
    let delta = SnapshotDelta::decode(&text);
    assert_eq!(delta.addresses, None);
    assert_eq!(delta.instances.len(), 1);
    let (index, instance) = &delta.instances[0];
    assert_eq!((*index, &*instance.ids), (0, "soon\tlate"));
}

#[test]
fn the_worker_reports_why_a_body_is_not_a_queue() {
    let text = SnapshotReader::default().read(b"{\"data\":", "");
    assert!(text.starts_with('!'));
}
