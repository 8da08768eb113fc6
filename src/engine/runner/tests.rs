//! The order of nodes, and what ends a run early.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::{Event, Stopped, run};
use crate::engine::call::{Failure, Job};
use crate::engine::store::shelf::Shelf;
use crate::workflow::Workflow;

/// Runs a graph up to these outputs; `watch` may raise the flag that stops it.
fn ran(
    graph: &Value,
    outputs: &[&str],
    watch: impl Fn(&Event, &AtomicBool),
) -> (Vec<String>, Result<(), Stopped>) {
    let workflow = Workflow::from_value(graph).0;
    let outputs: Vec<String> = outputs.iter().map(|id| str::to_owned(id)).collect();
    let stop = AtomicBool::new(false);
    let shelf = Shelf::default();
    let job = Job {
        store: &shelf,
        stop: &stop,
        notes: &[],
    };
    let mut finished = Vec::new();
    let ended = run(&workflow, &outputs, &job, &mut |event| {
        watch(&event, &stop);
        if let Event::Finished(node) = event {
            finished.push(node.id.clone());
        }
    });
    (finished, ended)
}

fn join(a: &str, b: &str) -> Value {
    let inputs = json!({ "string_a": [a, 0], "string_b": [b, 0], "delimiter": "" });
    json!({ "class_type": "StringConcatenate", "inputs": inputs })
}

/// A diamond: 1 feeds 2 and 3, they feed 4; 5 shows 4, 6 shows 1, and 7 feeds nothing.
fn diamond() -> Value {
    let show = |id: &str| json!({ "class_type": "PreviewAny", "inputs": { "source": [id, 0] } });
    json!({
        "6": show("1"),
        "5": show("4"),
        "4": join("2", "3"),
        "3": join("1", "1"),
        "2": join("1", "1"),
        "1": { "class_type": "PrimitiveString", "inputs": { "value": "x" } },
        "7": join("1", "1"),
    })
}

#[test]
fn each_node_is_computed_once_and_after_all_that_feeds_it() {
    let (finished, ended) = ran(&diamond(), &["5", "6"], |_, _| {});
    assert!(ended.is_ok());
    assert_eq!(finished, ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn only_what_an_output_needs_is_computed() {
    assert_eq!(ran(&diamond(), &["6"], |_, _| {}).0, ["1", "6"]);
}

#[test]
fn a_value_reaches_all_that_it_feeds() {
    let (_, ended) = ran(&diamond(), &["5"], |event, _| {
        if let Event::Shown(node, shown) = event {
            assert_eq!((node.id.as_str(), &shown["text"]), ("5", &json!(["xxxx"])));
        }
    });
    assert!(ended.is_ok());
}

#[test]
fn a_wish_to_stop_is_granted_before_the_next_node() {
    let (finished, ended) = ran(&diamond(), &["5"], |event, stop| {
        if matches!(event, Event::Finished(node) if node.id == "2") {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let stopped = ended.unwrap_err();
    assert_eq!(finished, ["1", "2"]);
    assert_eq!(
        (stopped.node.as_str(), stopped.failure),
        ("3", Failure::Interrupted)
    );
    assert_eq!(stopped.executed, ["1", "2"]);
}

#[test]
fn a_long_node_stops_in_its_middle() {
    let graph = json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 8, "height": 64, "batch_size": 1, "color": 0 } },
        "2": { "class_type": "ImageBlur", "inputs": { "image": ["1", 0], "blur_radius": 1, "sigma": 1.0 } },
        "3": { "class_type": "PreviewImage", "inputs": { "images": ["2", 0] } },
    });
    let (finished, ended) = ran(&graph, &["3"], |event, stop| {
        assert!(
            !matches!(event, Event::Advanced(_, done, _) if *done > 10),
            "it went on"
        );
        if matches!(event, Event::Advanced(_, 10, 128)) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(finished, ["1"]);
    assert_eq!(ended.unwrap_err().failure, Failure::Interrupted);
}

#[test]
fn a_text_in_the_place_of_an_image_fails_with_its_name() {
    let graph = json!({ "1": { "class_type": "PreviewImage", "inputs": { "images": "text" } } });
    let stopped = ran(&graph, &["1"], |_, _| {}).1.unwrap_err();
    let Failure::Failed(message) = stopped.failure else {
        panic!("it was interrupted")
    };
    assert!(
        message.contains("`images`") && message.contains("a text"),
        "{message}"
    );
}

#[test]
fn what_no_node_needs_any_more_is_let_go() {
    let size = json!({ "width": 8192, "height": 4000, "batch_size": 1, "color": 0 });
    let mut graph = json!({});
    for id in ["1", "2", "3"] {
        graph[id] = json!({ "class_type": "EmptyImage", "inputs": size });
        graph[format!("show {id}")] =
            json!({ "class_type": "PreviewAny", "inputs": { "source": [id, 0] } });
    }
    let (_, ended) = ran(&graph, &["show 1", "show 2", "show 3"], |_, _| {});
    assert!(ended.is_ok(), "{ended:?}");
}
