//! Finds node classes that an engine cannot run.

use std::collections::HashSet;

use crate::classes::NodeClasses;
use crate::exposure::Exposure;
use crate::graph::{Node, Workflow};
use crate::marks::{self, StandIn};
use crate::problem::{self, Problem};

/// How many classes the sentence about embedded engines names.
const MAX_NAMED: usize = 4;

/// The classes of a workflow that an engine cannot run, each once: it knows neither the class nor the one
/// that [`lower`](super::lower()) replaces it by.
pub fn unknown_classes<'a>(workflow: &'a Workflow, known: &NodeClasses) -> Vec<&'a str> {
    let exposure = workflow.exposure();
    let knows = |class: &str| known.contains(class);
    let unknown = |node: &'a Node| {
        let class = stand_in(node, exposure)?;
        (!knows(&node.class) && !knows(class)).then_some(class)
    };
    let mut seen = HashSet::new();
    let classes = workflow.nodes.iter().filter_map(unknown);
    classes.filter(|class| seen.insert(*class)).collect()
}

/// One problem for each unknown class.
pub fn class_problems(classes: &[&str]) -> Vec<Problem> {
    let problem = |class: &&str| {
        let message = format!(
            "no connected engine has the node {class}; update ComfyUI, install the custom node, or remove it \
             from the workflow"
        );
        Problem::whole(message).coded("unknown_class", &[class])
    };
    let mut problems = classes.iter().map(problem).collect();
    problem::truncate(&mut problems);
    problems
}

/// The problems of a workflow that needs these classes, which no connected engine has. Embedded engines lack all that
/// need a model, so one sentence says what to do instead.
pub fn missing_class_problems(classes: &[&str], embedded: bool) -> Vec<Problem> {
    if classes.is_empty() || !embedded {
        return class_problems(classes);
    }
    let names = match classes.split_at_checked(MAX_NAMED) {
        Some((named, [_, ..])) => named.join(", ") + ", …",
        _ => classes.join(", "),
    };
    let message = format!(
        "the embedded engines don't have {names}; connect ComfyUI: \
         flowdeck serve --engine http://127.0.0.1:8188"
    );
    vec![Problem::whole(message).coded("needs_comfyui", &[&names])]
}

/// The class that replaces an unknown node; `None` if a value replaces it.
fn stand_in(node: &Node, exposure: Exposure) -> Option<&str> {
    if let Some(mark) = exposure.mark(node) {
        return match mark.stand_in {
            StandIn::Literal => None,
            StandIn::Node(core) => Some(core.class),
            StandIn::None => Some(&node.class),
        };
    }
    let core = marks::output(&node.class).and_then(|mark| mark.core);
    Some(core.map_or(&node.class, |(core, _)| core.class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(classes: &[&str], embedded: bool) -> Vec<String> {
        let problems = missing_class_problems(classes, embedded);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn embedded_engines_get_one_sentence_that_says_how_to_connect_comfyui() {
        let many = [
            "KSampler",
            "VAEDecode",
            "CLIPTextEncode",
            "EmptyLatentImage",
            "Note",
        ];
        assert_eq!(
            texts(&many, true),
            [
                "the embedded engines don't have KSampler, VAEDecode, CLIPTextEncode, EmptyLatentImage, …; \
              connect ComfyUI: flowdeck serve --engine http://127.0.0.1:8188"
            ]
        );
        assert!(texts(&["KSampler"], true)[0].contains("don't have KSampler;"));
    }

    #[test]
    fn other_engines_get_one_problem_per_class() {
        let texts = texts(&["KSampler", "Sharpen"], false);
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("no connected engine has the node KSampler"));
    }

    #[test]
    fn without_missing_classes_there_is_no_problem() {
        assert!(
            missing_class_problems(&[], true).is_empty()
                && missing_class_problems(&[], false).is_empty()
        );
    }
}
