use super::*;

fn heard(event: &str) -> Option<RunProgress> {
    let event = Json::read(event.as_bytes(), 4).unwrap();
    told(event.get("type").text().unwrap(), event.get("data"))
}

fn step(value: u32, max: u32, node: &str) -> Option<RunProgress> {
    let node = Some(node.to_owned());
    Some(RunProgress { value, max, node })
}

#[test]
fn a_node_s_steps_are_told_as_they_are_done() {
    let event = r#"{"type":"progress","data":{"value":12,"max":20,"prompt_id":"p","node":"5"}}"#;
    assert_eq!(heard(event), step(12, 20, "5"));
}

#[test]
fn of_all_nodes_the_one_that_counts_its_steps_now_tells() {
    let event = r#"{"type":"progress_state","data":{"prompt_id":"p","nodes":{
        "4":{"value":9.0,"max":9.0,"state":"finished","node_id":"4","prompt_id":"p"},
        "5":{"value":12.0,"max":20.0,"state":"running","node_id":"5","prompt_id":"p"},
        "6":{"value":0.0,"max":1.0,"state":"running","node_id":"6","prompt_id":"p"}}}}"#;
    assert_eq!(heard(event), step(12, 20, "5"));
}

#[test]
fn a_node_that_counts_no_steps_tells_none() {
    let event = r#"{"type":"progress_state","data":{"prompt_id":"p","nodes":{
        "1":{"value":0.0,"max":1.0,"state":"running","node_id":"1","prompt_id":"p"}}}}"#;
    assert_eq!(heard(event), None);
}

#[test]
fn the_steps_of_a_node_are_over_when_another_begins() {
    let event = r#"{"type":"executing","data":{"node":"6","display_node":"6","prompt_id":"p"}}"#;
    assert_eq!(heard(event), None);
}

#[test]
fn an_event_of_another_shape_tells_nothing() {
    for data in ["null", "[]", r#"{"nodes":[]}"#, r#"{"nodes":{"1":7}}"#] {
        for kind in ["progress", "progress_state"] {
            let event = format!(r#"{{"type":"{kind}","data":{data}}}"#);
            assert_eq!(heard(&event), None, "{event}");
        }
    }
}
