use super::*;

fn read(text: &str) -> Option<NodeEvent> {
    let json = Json::read(text.as_bytes(), 4).unwrap();
    super::read(json.get("type").text().unwrap(), json.get("data"))
}

fn steps(node: &str, value: u32, max: u32) -> Steps {
    let node = node.to_owned();
    Steps { node, value, max }
}

#[test]
fn a_node_s_steps_are_read() {
    let text = r#"{"type":"progress","data":{"value":12,"max":20,"prompt_id":"p","node":"5"}}"#;
    assert_eq!(read(text), Some(NodeEvent::Steps(steps("5", 12, 20))));
}

#[test]
fn the_states_of_nodes_are_read() {
    let text = r#"{"type":"progress_state","data":{"prompt_id":"p","nodes":{
        "3":{"value":0.0,"max":1.0,"state":"pending","node_id":"3","prompt_id":"p"},
        "4":{"value":9.0,"max":9.0,"state":"finished","node_id":"4","prompt_id":"p"},
        "5":{"value":12.0,"max":20.0,"state":"running","node_id":"5","prompt_id":"p"},
        "6":{"value":0.0,"max":1.0,"state":"running","node_id":"6","prompt_id":"p"}}}}"#;
    let states = NodeEvent::States {
        finished: vec!["4".to_owned()],
        running: vec![steps("5", 12, 20), steps("6", 0, 1)],
    };
    assert_eq!(read(text), Some(states));
}

#[test]
fn cached_nodes_and_starts_are_read() {
    let text = r#"{"type":"execution_cached","data":{"nodes":["1","2",3],"prompt_id":"p"}}"#;
    let cached = vec!["1".to_owned(), "2".to_owned()];
    assert_eq!(read(text), Some(NodeEvent::Cached(cached)));
    let text = r#"{"type":"executing","data":{"node":"6","display_node":"6","prompt_id":"p"}}"#;
    assert_eq!(read(text), Some(NodeEvent::Executing("6".to_owned())));
}

#[test]
fn the_end_of_a_run_is_not_about_nodes() {
    let text = r#"{"type":"executing","data":{"node":null,"prompt_id":"p"}}"#;
    assert_eq!(read(text), None);
}

#[test]
fn an_event_of_another_shape_reports_nothing() {
    for data in [
        "null",
        "[]",
        r#"{"nodes":[]}"#,
        r#"{"nodes":{"1":7}}"#,
        r#"{"node":7}"#,
    ] {
        for kind in ["progress", "executing"] {
            let text = format!(r#"{{"type":"{kind}","data":{data}}}"#);
            assert_eq!(read(&text), None, "{text}");
        }
        let text = format!(r#"{{"type":"progress_state","data":{data}}}"#);
        let nothing = NodeEvent::States {
            finished: Vec::new(),
            running: Vec::new(),
        };
        assert_eq!(read(&text), Some(nothing), "{text}");
    }
}
