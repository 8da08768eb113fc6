//! Labels for candidates: readable, and different from each other.

use std::collections::HashMap;
use std::hash::Hash;

use super::Candidate;
use super::role::Role;
use crate::classes::NodeClasses;
use crate::graph::{Node, Workflow};
use crate::marks;
use crate::problem::short;

/// Gives each candidate its label.
pub(super) fn make_unique(
    candidates: &mut [Candidate],
    workflow: &Workflow,
    classes: &NodeClasses,
) {
    let nodes: HashMap<&str, &Node> = workflow
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let node_of = |candidate: &Candidate| nodes.get(candidate.node.as_str()).copied();
    let has_negative = candidates
        .iter()
        .any(|candidate| candidate.role == Role::NegativePrompt);
    for candidate in &mut *candidates {
        candidate.label = label(candidate, node_of(candidate), has_negative);
    }
    // Several texts of one node differ by their inputs, equal inputs of several nodes by the nodes.
    let of_node = |candidate: &Candidate| (candidate.label.clone(), candidate.node.clone());
    extend_shared(candidates, of_node, |candidate| words(&candidate.input));
    let of_all = |candidate: &Candidate| candidate.label.clone();
    let name = |candidate: &Candidate| node_of(candidate).map(|node| node_name(node, classes));
    extend_shared(candidates, of_all, |candidate| {
        name(candidate).unwrap_or_default()
    });
    extend_shared(candidates, of_all, |candidate| {
        format!("#{}", candidate.node)
    });
    extend_shared(candidates, of_all, |candidate| {
        format!("{}.{}", candidate.node, candidate.input)
    });
}

/// Adds a text to the labels of candidates that have the same key.
fn extend_shared<K: Eq + Hash>(
    candidates: &mut [Candidate],
    key: impl Fn(&Candidate) -> K,
    addition: impl Fn(&Candidate) -> String,
) {
    let mut counts: HashMap<K, usize> = HashMap::new();
    for candidate in candidates.iter() {
        *counts.entry(key(candidate)).or_default() += 1;
    }
    for candidate in candidates {
        if counts.get(&key(candidate)).is_some_and(|count| *count > 1) {
            candidate.label = format!("{} ({})", candidate.label, addition(candidate));
        }
    }
}

fn label(candidate: &Candidate, node: Option<&Node>, has_negative: bool) -> String {
    let title = node.and_then(|node| own_title(node)).map(short);
    match (candidate.role, title) {
        (Role::Prompt, _) if has_negative => "Positive prompt".to_owned(),
        (Role::Prompt, _) => "Prompt".to_owned(),
        (Role::NegativePrompt, _) => "Negative prompt".to_owned(),
        (Role::File, Some(title)) => title,
        // A primitive has one input, so its title says what it is for.
        (_, Some(title)) if candidate.input == "value" => title,
        (Role::File, None) => node.map_or_else(|| words(&candidate.input), file_kind),
        _ => words(&candidate.input),
    }
}

/// The title that an author gave a node; the editor also saves the class as the title.
fn own_title(node: &Node) -> Option<&str> {
    let title = node.title.as_deref()?.trim();
    let is_class = title.replace(' ', "").eq_ignore_ascii_case(&node.class);
    (!title.is_empty() && !is_class).then_some(title)
}

fn file_kind(node: &Node) -> String {
    let mark = marks::input(&node.class);
    words(mark.map_or("file", |mark| mark.kind.name()))
}

fn node_name(node: &Node, classes: &NodeClasses) -> String {
    let class = classes.get_or_core(&node.class);
    let display = class.and_then(|class| class.display_name.as_deref());
    short(own_title(node).or(display).unwrap_or(&node.class))
}

/// `noise_seed` → `Noise seed`, `cfg` → `CFG`.
fn words(name: &str) -> String {
    const UPPER: [&str; 4] = ["cfg", "fps", "vae", "url"];
    if UPPER.contains(&name) {
        return name.to_uppercase();
    }
    let words = name.replace(['_', '-', '.'], " ");
    let mut letters = words.trim().chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
