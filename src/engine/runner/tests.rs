//! The execution order, and how a run ends early.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::{RunError, RunEvent, run};
use crate::context::RunContext;
use crate::execution_error::ExecutionError;
use crate::files::MemoryStore;
use workflow::Workflow;

/// Runs the nodes that these outputs need and returns the finished ones; `watch` may set the flag
/// that interrupts the run.
fn run_graph(
    graph: &Value,
    outputs: &[&str],
    watch: impl Fn(&RunEvent, &AtomicBool),
) -> (Vec<String>, Result<(), RunError>) {
    let workflow = Workflow::from_value(graph).0;
    let outputs: Vec<String> = outputs.iter().map(|id| str::to_owned(id)).collect();
    let interrupted = AtomicBool::new(false);
    let store = MemoryStore::default();
    let context = RunContext {
        store: &store,
        interrupted: &interrupted,
        h264: None,
        png_metadata: &[],
    };
    let mut finished = Vec::new();
    let ended = run(&workflow, &outputs, &context, &mut |event| {
        watch(&event, &interrupted);
        if let RunEvent::Finished(node) = event {
            finished.push(node.id.clone());
        }
    });
    (finished, ended)
}

fn join(a: &str, b: &str) -> Value {
    let inputs = json!({ "string_a": [a, 0], "string_b": [b, 0], "delimiter": "" });
    json!({ "class_type": "StringConcatenate", "inputs": inputs })
}

/// A diamond: 1 feeds 2 and 3, which feed 4; 5 previews 4, 6 previews 1, and 7 feeds nothing.
fn diamond() -> Value {
    let preview = |id: &str| json!({ "class_type": "PreviewAny", "inputs": { "source": [id, 0] } });
    json!({
        "6": preview("1"),
        "5": preview("4"),
        "4": join("2", "3"),
        "3": join("1", "1"),
        "2": join("1", "1"),
        "1": { "class_type": "PrimitiveString", "inputs": { "value": "x" } },
        "7": join("1", "1"),
    })
}

#[test]
fn each_node_runs_once_after_its_sources() {
    let (finished, ended) = run_graph(&diamond(), &["5", "6"], |_, _| {});
    assert!(ended.is_ok());
    assert_eq!(finished, ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn only_nodes_that_an_output_needs_run() {
    assert_eq!(run_graph(&diamond(), &["6"], |_, _| {}).0, ["1", "6"]);
}

#[test]
fn a_value_reaches_every_linked_input() {
    let (_, ended) = run_graph(&diamond(), &["5"], |event, _| {
        if let RunEvent::Executed(node, ui) = event {
            assert_eq!((node.id.as_str(), &ui["text"]), ("5", &json!(["xxxx"])));
        }
    });
    assert!(ended.is_ok());
}

#[test]
fn an_interrupted_run_stops_before_the_next_node() {
    let (finished, ended) = run_graph(&diamond(), &["5"], |event, interrupted| {
        if matches!(event, RunEvent::Finished(node) if node.id == "2") {
            interrupted.store(true, Ordering::Relaxed);
        }
    });
    let error = ended.unwrap_err();
    assert_eq!(finished, ["1", "2"]);
    assert_eq!(
        (error.node.as_str(), error.cause),
        ("3", ExecutionError::Interrupted)
    );
    assert_eq!(error.executed, ["1", "2"]);
}

#[test]
fn an_interrupt_stops_a_long_node_midway() {
    let graph = json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 8, "height": 64, "batch_size": 1, "color": 0 } },
        "2": { "class_type": "ImageBlur", "inputs": { "image": ["1", 0], "blur_radius": 1, "sigma": 1.0 } },
        "3": { "class_type": "PreviewImage", "inputs": { "images": ["2", 0] } },
    });
    let (finished, ended) = run_graph(&graph, &["3"], |event, interrupted| {
        assert!(
            !matches!(event, RunEvent::Advanced(_, done, _) if *done > 10),
            "it did not stop"
        );
        if matches!(event, RunEvent::Advanced(_, 10, 128)) {
            interrupted.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(finished, ["1"]);
    assert_eq!(ended.unwrap_err().cause, ExecutionError::Interrupted);
}

#[test]
fn an_interrupt_stops_an_audio_encoder_midway() {
    for (class, more) in [
        ("SaveAudio", json!({})),
        ("SaveAudioOpus", json!({ "quality": "64k" })),
    ] {
        let mut graph = json!({
            "1": { "class_type": "EmptyAudio", "inputs": { "duration": 60, "sample_rate": 8000, "channels": 1 } },
            "2": { "class_type": class, "inputs": more },
        });
        graph["2"]["inputs"]["audio"] = json!(["1", 0]);
        graph["2"]["inputs"]["filename_prefix"] = json!("a");
        let (finished, ended) = run_graph(&graph, &["2"], |event, interrupted| {
            assert!(
                !matches!(event, RunEvent::Advanced(_, done, _) if *done > 10),
                "it did not stop"
            );
            if matches!(event, RunEvent::Advanced(_, 10, _)) {
                interrupted.store(true, Ordering::Relaxed);
            }
        });
        assert_eq!(finished, ["1"]);
        assert_eq!(ended.unwrap_err().cause, ExecutionError::Interrupted);
    }
}

#[test]
fn text_instead_of_an_image_fails_with_the_inputs_name() {
    let graph = json!({ "1": { "class_type": "PreviewImage", "inputs": { "images": "text" } } });
    let error = run_graph(&graph, &["1"], |_, _| {}).1.unwrap_err();
    let ExecutionError::Failed(message) = error.cause else {
        panic!("it was interrupted")
    };
    assert!(
        message.contains("`images`") && message.contains("is text"),
        "{message}"
    );
}

#[test]
fn results_are_dropped_after_their_last_use() {
    let size = json!({ "width": 8192, "height": 4000, "batch_size": 1, "color": 0 });
    let mut graph = json!({});
    for id in ["1", "2", "3"] {
        graph[id] = json!({ "class_type": "EmptyImage", "inputs": size });
        graph[format!("show {id}")] =
            json!({ "class_type": "PreviewAny", "inputs": { "source": [id, 0] } });
    }
    let (_, ended) = run_graph(&graph, &["show 1", "show 2", "show 3"], |_, _| {});
    assert!(ended.is_ok(), "{ended:?}");
}

/// A text of a mebibyte, and nodes that double it this many times.
fn doubling(times: usize) -> Value {
    let mut graph = json!({ "0": { "class_type": "PrimitiveString", "inputs": { "value": "x".repeat(1 << 20) } } });
    for number in 1..=times {
        let before = (number - 1).to_string();
        graph[number.to_string()] = join(&before, &before);
    }
    graph
}

fn failure(ended: Result<(), RunError>) -> (String, String) {
    let error = ended.unwrap_err();
    let ExecutionError::Failed(message) = error.cause else {
        panic!("it was interrupted")
    };
    (error.node, message)
}

#[test]
fn texts_that_double_fail_at_the_node_that_exceeds_the_limit() {
    let graph = doubling(8);
    // 2 + 4 + … MB: the inputs are still held while a node joins them.
    let (node, message) = failure(run_graph(&graph, &["8"], |_, _| {}).1);
    assert_eq!(node, "6");
    assert!(message.contains("64 MB"), "{message}");
    assert!(run_graph(&graph, &["5"], |_, _| {}).1.is_ok());
}

#[test]
fn texts_that_the_history_shows_count_until_the_run_ends() {
    let mut graph = doubling(3);
    let ids: Vec<String> = (0..8).map(|number| format!("show {number}")).collect();
    for id in &ids {
        graph[id] = json!({ "class_type": "PreviewAny", "inputs": { "source": ["3", 0] } });
    }
    let outputs: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert!(run_graph(&graph, &outputs[..4], |_, _| {}).1.is_ok());
    let (node, message) = failure(run_graph(&graph, &outputs, |_, _| {}).1);
    assert!(
        node.starts_with("show ") && message.contains("64 MB"),
        "{node}: {message}"
    );
}
