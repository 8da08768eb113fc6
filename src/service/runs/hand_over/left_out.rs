//! What an engine leaves out of a graph that it has accepted in part: outputs that need a node with an error. No I/O.
//! Source: `node_errors` in the answer to ComfyUI's `POST /prompt`.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use api::LeftOut;
use run_core::prompt_errors;
use workflow::classes::NodeClasses;
use workflow::{Node, Workflow};

/// The outputs that an engine leaves out because of these errors, by node; `None` if one of the `main` outputs is
/// among them, or nothing is left.
pub(super) fn of(
    errors: &Map<String, Value>,
    graph: &Workflow,
    classes: &NodeClasses,
    main: &HashSet<String>,
) -> Option<Vec<LeftOut>> {
    if errors.is_empty() {
        return Some(Vec::new());
    }
    let nodes = graph.nodes.iter().map(|node| (node.id.as_str(), node));
    let by_id: HashMap<&str, &Node> = nodes.collect();
    let mut left_out = Vec::new();
    let mut explained = HashSet::new();
    let mut remaining = 0;
    let outputs = graph.nodes.iter();
    for output in outputs.filter(|node| classes.is_output(&node.class)) {
        let faulty = faulty(output, &by_id, errors);
        if faulty.is_empty() {
            remaining += 1;
            continue;
        }
        if main.contains(output.id.as_str()) {
            return None;
        }
        explained.extend(faulty.iter().copied());
        left_out.push(entry(output, &faulty, errors));
    }
    // Every error must be accounted for.
    let is_explained = errors.keys().all(|node| explained.contains(node.as_str()));
    (remaining > 0 && is_explained).then_some(left_out)
}

/// The nodes with errors that an output needs.
fn faulty<'a>(
    output: &'a Node,
    by_id: &HashMap<&str, &'a Node>,
    errors: &Map<String, Value>,
) -> Vec<&'a str> {
    let mut seen = HashSet::from([output.id.as_str()]);
    let (mut open, mut faulty) = (vec![output], Vec::new());
    while let Some(node) = open.pop() {
        if errors.contains_key(&node.id) {
            faulty.push(node.id.as_str());
        }
        let sources = node.links().filter_map(|(_, link)| by_id.get(link.node));
        open.extend(
            sources
                .filter(|source| seen.insert(source.id.as_str()))
                .copied(),
        );
    }
    faulty
}

fn entry(output: &Node, faulty: &[&str], errors: &Map<String, Value>) -> LeftOut {
    let reasons = faulty.iter().filter_map(|node| {
        let error = errors.get(*node)?;
        Some(prompt_errors::node_texts(node, error))
    });
    let reasons: Vec<String> = reasons.flatten().collect();
    LeftOut {
        node: output.id.clone(),
        title: output.title.clone().unwrap_or_else(|| output.class.clone()),
        reason: reasons.join("; "),
    }
}

/// The graph without these outputs, as the engine executes it.
pub(super) fn without(mut graph: Workflow, left_out: &[LeftOut]) -> Workflow {
    graph
        .nodes
        .retain(|node| left_out.iter().all(|one| one.node != node.id));
    graph
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn graph() -> Workflow {
        let nodes = json!({
            "1": {"class_type": "Source", "inputs": {}},
            "2": {"class_type": "Odd", "inputs": {"image": ["1", 0]}},
            "8": {"class_type": "Compare", "_meta": {"title": "Before and after"}, "inputs": {"image": ["2", 0]}},
            "9": {"class_type": "Save", "inputs": {"images": ["1", 0]}},
        });
        Workflow::from_value(&nodes).0
    }

    fn classes() -> NodeClasses {
        let output = json!({"output_node": true});
        let named = [("Compare", &output), ("Save", &output), ("Odd", &json!({}))];
        let named = named.map(|(name, class)| (name.to_owned(), class.clone()));
        named.into_iter().collect()
    }

    fn left_out(nodes: &[&str], main: &[&str]) -> Option<Vec<LeftOut>> {
        let errors = nodes.iter().map(|node| {
            let error = json!({"type": "required_input_missing", "message": "Required input is missing",
                "details": "view", "extra_info": {"input_name": "view"}});
            let node_errors = json!({"class_type": "Odd", "errors": [error]});
            ((*node).to_owned(), node_errors)
        });
        let main = main.iter().map(|node| (*node).to_owned()).collect();
        of(&errors.collect(), &graph(), &classes(), &main)
    }

    #[test]
    fn an_output_that_is_not_shown_is_left_out_with_the_reason() {
        let expected = LeftOut {
            node: "8".to_owned(),
            title: "Before and after".to_owned(),
            reason: "Required input is missing: view (Odd, node 2)".to_owned(),
        };
        assert_eq!(left_out(&["2"], &["9"]), Some(vec![expected]));
        assert_eq!(left_out(&["8"], &["9"]).unwrap()[0].node, "8");
        assert_eq!(left_out(&[], &["9"]), Some(Vec::new()));
    }

    #[test]
    fn nothing_that_is_shown_is_left_out() {
        assert_eq!(left_out(&["2"], &["8", "9"]), None);
        assert_eq!(left_out(&["1"], &["9"]), None, "both outputs need it");
    }

    #[test]
    fn an_error_that_explains_no_output_or_all_is_a_rejection() {
        assert_eq!(left_out(&["unknown"], &["9"]), None);
        assert_eq!(left_out(&["1"], &[]), None);
    }

    #[test]
    fn the_executed_graph_is_without_them() {
        let left_out = left_out(&["2"], &["9"]).unwrap();
        let executed = without(graph(), &left_out);
        let ids: Vec<&str> = executed.nodes.iter().map(|node| node.id.as_str()).collect();
        assert_eq!(ids, ["1", "2", "9"]);
    }
}
