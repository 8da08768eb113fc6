use super::*;

fn reported(event: &str) -> Option<RunProgress> {
    let event = Json::read(event.as_bytes(), 4).unwrap();
    from_event(event.get("type").text().unwrap(), event.get("data"))
}

fn step(value: u32, max: u32, node: &str) -> Option<RunProgress> {
    let node = Some(node.to_owned());
    Some(RunProgress { value, max, node })
}

#[test]
fn a_node_s_steps_are_reported() {
    let event = r#"{"type":"progress","data":{"value":12,"max":20,"prompt_id":"p","node":"5"}}"#;
    assert_eq!(reported(event), step(12, 20, "5"));
}

#[test]
fn the_running_node_that_counts_its_steps_is_reported() {
    let event = r#"{"type":"progress_state","data":{"prompt_id":"p","nodes":{
        "4":{"value":9.0,"max":9.0,"state":"finished","node_id":"4","prompt_id":"p"},
        "5":{"value":12.0,"max":20.0,"state":"running","node_id":"5","prompt_id":"p"},
        "6":{"value":0.0,"max":1.0,"state":"running","node_id":"6","prompt_id":"p"}}}}"#;
    assert_eq!(reported(event), step(12, 20, "5"));
}

#[test]
fn a_node_that_counts_no_steps_has_no_progress() {
    let event = r#"{"type":"progress_state","data":{"prompt_id":"p","nodes":{
        "1":{"value":0.0,"max":1.0,"state":"running","node_id":"1","prompt_id":"p"}}}}"#;
    assert_eq!(reported(event), None);
}

#[test]
fn the_progress_is_reset_when_another_node_starts() {
    let event = r#"{"type":"executing","data":{"node":"6","display_node":"6","prompt_id":"p"}}"#;
    assert_eq!(reported(event), None);
}

#[test]
fn an_event_of_another_shape_reports_nothing() {
    for data in ["null", "[]", r#"{"nodes":[]}"#, r#"{"nodes":{"1":7}}"#] {
        for kind in ["progress", "progress_state"] {
            let event = format!(r#"{{"type":"{kind}","data":{data}}}"#);
            assert_eq!(reported(&event), None, "{event}");
        }
    }
}
