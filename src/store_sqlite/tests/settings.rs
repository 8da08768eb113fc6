//! What the service itself remembers changes row by row: what somebody else has stored stays.

use placement::LearnedDuration;

use super::*;

fn engine(address: &str, depth: usize) -> KeptEngine {
    KeptEngine {
        address: address.to_owned(),
        labels: vec!["gpu".to_owned()],
        depth: Some(depth),
        is_added: true,
        is_draining: false,
    }
}

#[tokio::test]
async fn embedded_engines_that_have_ended_make_room_for_those_that_start() {
    let (_folder, store) = store();
    let change = async |started: &[&str], ended: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let changed = store.change_embedded_engines(owned(started), owned(ended));
        changed.await.unwrap();
        let mut addresses = store.embedded_engines().await.unwrap();
        addresses.sort();
        addresses
    };
    assert_eq!(change(&["a", "b"], &[]).await, ["a", "b"]);
    assert_eq!(change(&["b", "c"], &["a", "b"]).await, ["b", "c"]);
    assert_eq!(change(&[], &["x"]).await, ["b", "c"]);
}

#[tokio::test]
async fn a_changed_engine_leaves_the_others_and_keeps_its_place() {
    let (_folder, store) = store();
    let both = vec![engine("a", 1), engine("b", 2)];
    store.change_engines(both, Vec::new(), None).await.unwrap();
    let changed = vec![engine("a", 3)];
    store
        .change_engines(changed, Vec::new(), None)
        .await
        .unwrap();
    assert_eq!(
        store.engines().await.unwrap(),
        [engine("a", 3), engine("b", 2)]
    );
    let by = Author::service();
    let line = by.does(AuditAction::RemoveEngine, "a");
    let forgotten = vec!["a".to_owned(), "unknown".to_owned()];
    store
        .change_engines(vec![engine("c", 1)], forgotten, Some(line))
        .await
        .unwrap();
    assert_eq!(
        store.engines().await.unwrap(),
        [engine("b", 2), engine("c", 1)]
    );
    let (lines, _) = store.audit(AuditFilter::default()).await.unwrap();
    assert_eq!(lines, 1);
}

#[tokio::test]
async fn what_is_learned_replaces_only_what_was_known_of_the_same() {
    let (_folder, store) = store();
    let duration = |workflow: &str, warm| LearnedDuration {
        workflow: workflow.to_owned(),
        instance: "e".to_owned(),
        warm: Some(warm),
        cold: None,
    };
    let node = |node: &str, seconds| LearnedNode {
        workflow: "w".to_owned(),
        node: node.to_owned(),
        seconds,
    };
    for (durations, nodes) in [
        (
            vec![duration("w", 1.0), duration("v", 2.0)],
            vec![node("1", 1.0), node("2", 2.0)],
        ),
        (vec![duration("w", 3.0)], vec![node("1", 3.0)]),
    ] {
        store.learn_durations(durations).await.unwrap();
        store.learn_node_times(nodes).await.unwrap();
    }
    let mut durations = store.durations().await.unwrap();
    durations.sort_by(|one, other| one.workflow.cmp(&other.workflow));
    assert_eq!(durations, [duration("v", 2.0), duration("w", 3.0)]);
    let mut nodes = store.node_times().await.unwrap();
    nodes.sort_by(|one, other| one.node.cmp(&other.node));
    assert_eq!(nodes, [node("1", 3.0), node("2", 2.0)]);
}
