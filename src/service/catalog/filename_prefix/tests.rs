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
    fill_in_times(&mut workflow);
    let prefix = |node: usize| workflow.nodes[node].inputs["filename_prefix"].clone();
    let filled = prefix(0).as_str().unwrap().to_owned();
    let (year, rest) = filled.split_at(2);
    assert!(
        year.parse::<u32>().is_ok() && rest == "_%width%",
        "{filled}"
    );
    assert_eq!(prefix(1), json!(["1", 0]));
}

#[test]
fn a_clock_may_be_before_1970() {
    let early = SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(40 * 24 * 3600);
    assert_eq!(times::filled("%year%", local_time(early)), "1969");
}
