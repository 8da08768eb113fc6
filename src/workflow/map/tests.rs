use serde_json::{Value, json};

use super::graph_map::MAX_NODES;
use super::*;
use crate::Workflow;

fn map(file: &Value) -> GraphMap {
    let (workflow, _) = Workflow::from_value(file);
    let saved = SavedPositions::read(&file.to_string());
    GraphMap::of(&workflow, saved.as_ref()).unwrap()
}

fn rect(map: &GraphMap, id: &str) -> Rect {
    map.nodes.iter().find(|node| node.id == id).unwrap().rect
}

fn overlap(map: &GraphMap) -> bool {
    let rects = || map.nodes.iter().map(|node| node.rect).enumerate();
    rects()
        .any(|(one, rect)| rects().any(|(other, more)| one < other && rect.within(&more).is_some()))
}

fn node(id: u32, class: &str, pos: Value, size: Value) -> Value {
    json!({"id": id, "type": class, "pos": pos, "size": size, "inputs": [], "outputs": []})
}

#[test]
fn nodes_and_groups_are_where_the_editor_has_them() {
    let mut second = node(
        2,
        "SaveImage",
        json!({"0": 400, "1": 100}),
        json!([200, 100]),
    );
    second["inputs"] = json!([{"name": "images", "type": "IMAGE", "link": 1}]);
    let mut folded = node(3, "EmptyImage", json!([0, 300]), json!([200, 500]));
    folded["flags"] = json!({"collapsed": true});
    let file = json!({
        "nodes": [node(1, "EmptyImage", json!([-50.5, 100]), json!([200, 80])), second, folded,
            node(4, "Note", json!([9000, 0]), json!([10, 10]))],
        "links": [[1, 1, 0, 2, 0, "IMAGE"]],
        "groups": [
            {"title": "Start", "bounding": [-60, 50, 300, 400]},
            {"title": "Far away", "bounding": [5000, 0, 300, 400]},
            {"title": "Broken", "bounding": [1, 2]},
        ],
        "version": 0.4,
    });
    let map = map(&file);
    let names: Vec<_> = map
        .nodes
        .iter()
        .map(|node| (&*node.id, &*node.name))
        .collect();
    assert_eq!(
        names,
        [("1", "EmptyImage"), ("2", "SaveImage"), ("3", "EmptyImage")]
    );
    assert_eq!(rect(&map, "1"), Rect::new([24.0, 24.0], [200.0, 110.0]));
    assert_eq!(rect(&map, "2"), Rect::new([474.5, 24.0], [200.0, 130.0]));
    assert_eq!(rect(&map, "3").height, 30.0, "only its title");
    assert_eq!(map.links, [[0, 1]]);
    let areas: Vec<_> = map.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(areas, ["Start"]);
    let json = serde_json::to_value(&map).unwrap();
    assert_eq!(json["nodes"][1]["rect"], json!([475, 24, 200, 130]));
    assert_eq!(json["size"], json!([698, 278]));
}

#[test]
fn without_positions_nodes_are_in_layers() {
    let file = json!({
        "1": {"class_type": "EmptyImage", "inputs": {"width": 1}},
        "2": {"class_type": "ImageBlur", "inputs": {"image": ["1", 0]}, "_meta": {"title": "Soften"}},
        "3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0]}},
        "4": {"class_type": "LoadImage", "inputs": {"image": "a.png"}},
        "5": {"class_type": "ImageBatch", "inputs": {"image1": ["2", 0], "image2": ["4", 0]}},
    });
    let map = map(&file);
    let x = |id: &str| rect(&map, id).x;
    assert!(x("1") < x("2") && x("2") < x("3") && x("3") == x("5"));
    assert_eq!(x("4"), x("2"), "just left of its use");
    assert_eq!(map.nodes[1].name, "Soften");
    assert!(!overlap(&map) && map.areas.is_empty());
}

#[test]
fn one_missing_or_absurd_position_means_layers() {
    for broken in [json!(null), json!(["x", 1]), json!([1e300, 0]), json!([1])] {
        let nodes = [
            node(1, "EmptyImage", json!([7, 7]), json!([200, 80])),
            node(2, "EmptyImage", broken, json!([200, 80])),
        ];
        let map = map(&json!({"nodes": nodes, "links": []}));
        assert_eq!(rect(&map, "1").x, rect(&map, "2").x);
        assert!(!overlap(&map));
    }
}

/// A subgraph of two nodes, and nodes left of, right of and below its instance.
fn with_subgraph() -> Value {
    let id = "11111111-2222-4333-8444-555555555555";
    json!({
        "nodes": [
            node(1, "EmptyImage", json!([0, 0]), json!([100, 50])),
            {"id": 2, "type": id, "title": "Inside", "pos": [200, 0], "size": [100, 50], "inputs": [], "outputs": []},
            node(3, "EmptyImage", json!([320, 0]), json!([100, 50])),
            node(4, "EmptyImage", json!([200, 100]), json!([100, 50])),
        ],
        "links": [],
        "definitions": {"subgraphs": [{"id": id, "name": "Inside", "links": [], "inputs": [], "outputs": [],
            "inputNode": {"id": -10}, "outputNode": {"id": -20},
            "groups": [{"title": "Both", "bounding": [-10, -10, 800, 300]}],
            "nodes": [
                node(8, "EmptyImage", json!([0, 0]), json!([300, 200])),
                node(9, "EmptyImage", json!([400, 0]), json!([300, 200])),
            ]}]},
        "version": 1,
    })
}

#[test]
fn a_subgraph_is_unfolded_and_what_is_behind_it_moves_away() {
    let map = map(&with_subgraph());
    let at = |id: &str| rect(&map, id);
    assert!(!overlap(&map));
    assert_eq!(at("2:9").x - at("2:8").x, 400.0, "as inside the subgraph");
    assert!(at("2:8").x > at("1").right() && at("2:9").right() < at("3").x);
    assert!(at("2:8").bottom() < at("4").y);
    assert_eq!((at("1").x, at("1").y), (24.0, 24.0));
    let names: Vec<_> = map.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(names, ["Inside", "Both"]);
    assert!(at("2:8").within(&map.areas[0].rect) == Some(at("2:8")));
}

#[test]
fn real_files_are_placed_by_their_positions() {
    for text in [
        include_str!("../../../tests/workflows/subgraphs-app-mode.json"),
        include_str!("../../../tests/workflows/older-editor.json"),
        include_str!("../../../tests/workflows/group-node.json"),
    ] {
        let (workflow, _) = Workflow::parse(text);
        let saved = SavedPositions::read(text).unwrap();
        let ids: Vec<&str> = workflow.nodes.iter().map(|node| &*node.id).collect();
        let (rects, _) = placement::place(&saved, &ids).expect("every node has a position");
        assert_eq!(rects.len(), ids.len());
    }
}

#[test]
fn circles_and_many_nodes_are_placed_in_time() {
    let circle = json!({
        "1": {"class_type": "A", "inputs": {"x": ["2", 0], "y": ["2", 1]}},
        "2": {"class_type": "A", "inputs": {"x": ["1", 0]}},
        "3": {"class_type": "A", "inputs": {"x": ["3", 0]}},
    });
    assert_eq!(map(&circle).links, [[1, 0], [0, 1], [2, 2]]);
    assert!(!overlap(&map(&circle)));
    let chain = (0..500).map(|at| {
        let inputs = json!({"a": [(at + 1).to_string(), 0]});
        (at.to_string(), json!({"class_type": "A", "inputs": inputs}))
    });
    let [width, height] = map(&Value::Object(chain.collect())).size;
    assert!(
        width < 5 * height && height < 2 * width,
        "{width} × {height}"
    );
    let nodes = (0..MAX_NODES).map(|at| {
        let from = [at / 2, at / 3].map(|from| json!([from.to_string(), 0]));
        let inputs = json!({"a": from[0], "b": from[1]});
        (at.to_string(), json!({"class_type": "A", "inputs": inputs}))
    });
    let mut many: serde_json::Map<String, Value> = nodes.collect();
    let large = map(&Value::Object(many.clone()));
    assert!(!overlap(&large));
    let [width, height] = large.size;
    assert!(
        width < 8 * height && height < 8 * width,
        "{width} × {height}"
    );
    many.insert("more".to_owned(), json!({"class_type": "A", "inputs": {}}));
    let (workflow, _) = Workflow::from_value(&Value::Object(many));
    assert_eq!(GraphMap::of(&workflow, None), None);
}
