use serde_json::json;

use super::*;

fn is_refused(prefix: &str) -> bool {
    let nodes = json!({"1": {"class_type": "SaveImage", "inputs": {"filename_prefix": prefix}}});
    !unsafe_prefixes(&Workflow::from_value(&nodes).0).is_empty()
}

#[test]
fn prefixes_that_point_outside_the_folder_are_unsafe() {
    for prefix in [
        "../x",
        "a/../../x",
        "..\\x",
        "/etc/x",
        "\\\\host\\x",
        "C:\\x",
        "~/x",
        "..",
        "a/.. /x",
        "a/C:x",
        "%date:../..%/x",
        "x/%date:/..%/../y",
    ] {
        assert!(is_refused(prefix), "{prefix}");
    }
}

#[test]
fn plain_prefixes_are_safe() {
    for prefix in [
        "ComfyUI",
        "cap/img",
        "a..b",
        "...",
        "",
        "%date%/x",
        "%date:yyyy-MM-dd hh:mm%",
        "%a:b%",
        "at 12:30",
    ] {
        assert!(!is_refused(prefix), "{prefix}");
    }
}

#[test]
fn times_are_filled_in() {
    let nodes = json!({"1": {"class_type": "SaveImage", "inputs": {"filename_prefix": "%date:yy%_%width%"}},
        "2": {"class_type": "SaveImage", "inputs": {"filename_prefix": ["1", 0]}}});
    let mut workflow = Workflow::from_value(&nodes).0;
    fill_in_times(&mut workflow, SOME_TIME);
    let prefix = |node: usize| workflow.nodes[node].inputs["filename_prefix"].clone();
    assert_eq!(prefix(0), json!("70_%width%"));
    assert_eq!(prefix(1), json!(["1", 0]));
}
