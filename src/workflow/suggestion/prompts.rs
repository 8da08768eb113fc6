//! Finds the texts that become prompts, by following links from where conditioning is used: titles and classes
//! of text nodes vary, but what a text is used for does not.

use std::collections::{HashMap, HashSet};

use super::role::Role;
use crate::classes::{InputKind, NodeClasses};
use crate::graph::{Link, Node, Workflow};

/// The type of encoded prompts.
const CONDITIONING: &str = "CONDITIONING";
const TEXT: &str = "STRING";

/// The role of the texts in each node, by node id.
pub(super) fn find<'a>(workflow: &'a Workflow, classes: &'a NodeClasses) -> HashMap<&'a str, Role> {
    let by_id = workflow
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    let mut finder = Finder {
        by_id,
        classes,
        seen: HashSet::new(),
        found: HashMap::new(),
    };
    for node in &workflow.nodes {
        for (input, link) in node.links() {
            if finder.ends_conditioning(node, link) {
                finder.follow(link, role_of(input));
            }
        }
    }
    finder.found
}

fn role_of(input: &str) -> Role {
    match input.to_ascii_lowercase().contains("neg") {
        true => Role::NegativePrompt,
        false => Role::Prompt,
    }
}

struct Finder<'a> {
    by_id: HashMap<&'a str, &'a Node>,
    classes: &'a NodeClasses,
    seen: HashSet<(&'a str, Role)>,
    found: HashMap<&'a str, Role>,
}

impl<'a> Finder<'a> {
    /// Whether a node uses conditioning without passing it on.
    fn ends_conditioning(&self, node: &Node, link: Link<'_>) -> bool {
        let passes_on = self.classes.get_or_core(&node.class);
        let passes_on =
            passes_on.is_some_and(|class| class.outputs.iter().any(|kind| kind == CONDITIONING));
        !passes_on && self.output_type(link) == Some(CONDITIONING)
    }

    fn output_type(&self, link: Link<'_>) -> Option<&'a str> {
        let node = self.by_id.get(link.node)?;
        let class = self.classes.get_or_core(&node.class)?;
        class.outputs.get(link.slot).map(String::as_str)
    }

    /// Follows conditioning, and the texts that it is made of, to where they come from.
    fn follow(&mut self, link: Link<'a>, role: Role) {
        let mut pending = vec![(link, role)];
        while let Some((link, role)) = pending.pop() {
            let Some(node) = self.by_id.get(link.node).copied() else {
                continue;
            };
            if !self.seen.insert((&node.id, role)) {
                continue;
            }
            // What is used as a prompt anywhere is one.
            let known = self.found.entry(&node.id).or_insert(role);
            *known = (*known).min(role);
            for (input, next) in node.links() {
                let kind = self.output_type(next);
                if !matches!(kind, Some(CONDITIONING | TEXT)) {
                    continue;
                }
                match self.side(node, link.slot) {
                    // A node that takes both passes each one on.
                    Some(side) if kind == Some(CONDITIONING) && role_of(input) != side => {}
                    _ => pending.push((next, role)),
                }
            }
        }
    }

    /// Which of its two conditionings a node passes on at an output: the first is positive.
    fn side(&self, node: &Node, slot: usize) -> Option<Role> {
        let both = ["positive", "negative"]
            .iter()
            .all(|input| node.inputs.contains_key(*input));
        let side = match slot {
            0 => Role::Prompt,
            _ => Role::NegativePrompt,
        };
        both.then_some(side)
    }
}

/// Whether an input holds a text that can be a prompt.
pub(super) fn is_prompt_input(name: &str, kind: Option<&InputKind>) -> bool {
    let is_text = matches!(kind, None | Some(InputKind::Text));
    let is_setting = matches!(name, "filename_prefix" | "delimiter" | "separator");
    is_text && !is_setting
}

/// The side that an input names itself, of a node that has both.
pub(super) fn own_side(name: &str) -> Option<Role> {
    let name = name.to_ascii_lowercase();
    match (name.contains("negative"), name.contains("positive")) {
        (true, false) => Some(Role::NegativePrompt),
        (false, true) => Some(Role::Prompt),
        _ => None,
    }
}
