//! Labels for candidates: different from each other, by what people know of their nodes.

use std::collections::HashMap;

use super::wording::own_title;
use super::{Candidate, title};
use crate::classes::NodeClasses;
use crate::graph::Node;
use crate::problem::short;

/// Makes the labels unique.
pub(super) fn make_unique<'a>(
    candidates: &mut [Candidate],
    node_of: impl Fn(&Candidate) -> Option<&'a Node>,
    classes: &NodeClasses,
) {
    extend_shared(candidates, |candidate| {
        node_of(candidate).map_or_else(String::new, |node| node_name(node, classes))
    });
    extend_shared(candidates, |candidate| ["#", &candidate.node].concat());
    extend_shared(candidates, |candidate| {
        [&candidate.node, ".", &candidate.input].concat()
    });
}

/// Adds a text to the labels that several candidates have, if it tells them apart.
fn extend_shared(candidates: &mut [Candidate], addition: impl Fn(&Candidate) -> String) {
    let mut additions: HashMap<String, Vec<String>> = HashMap::new();
    for candidate in candidates.iter() {
        let of_label = additions.entry(candidate.label.clone()).or_default();
        of_label.push(addition(candidate));
    }
    for candidate in candidates {
        let addition = addition(candidate);
        let others = additions.get(&candidate.label);
        let differs = others.is_some_and(|others| others.iter().any(|other| *other != addition));
        if differs && addition != candidate.label {
            candidate.label = format!("{} ({addition})", candidate.label);
        }
    }
}

fn node_name(node: &Node, classes: &NodeClasses) -> String {
    if let Some(title) = own_title(node) {
        return title::label(title).replace(['(', ')'], "");
    }
    let class = classes.get_or_core(&node.class);
    let display = class.and_then(|class| class.display_name.as_deref());
    let name = display.unwrap_or(&node.class);
    // The label has its own parentheses.
    let start = name.split(" (").next();
    short(start.unwrap_or(name))
}
