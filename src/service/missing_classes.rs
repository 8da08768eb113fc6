//! What to say about node classes that no engine has, and about engines that are offline. No I/O.

use crate::workflow::lower::class_problems;
use crate::workflow::{Problem, WAITING_FOR_ENGINE};

/// How many classes a sentence names.
const MAX_NAMED: usize = 4;

/// The problems of a workflow that needs these classes. Embedded engines lack all that need a model, so one
/// sentence says what to do instead.
pub(crate) fn problems(classes: &[&str], embedded: bool) -> Vec<Problem> {
    if classes.is_empty() || !embedded {
        return class_problems(classes);
    }
    let mut names = classes[..classes.len().min(MAX_NAMED)].join(", ");
    if classes.len() > MAX_NAMED {
        names.push_str(", …");
    }
    let message = format!(
        "the embedded engines don’t have {names}; connect ComfyUI: \
         flowdeck serve --engine http://127.0.0.1:8188"
    );
    vec![Problem::whole(message).coded("needs_comfyui", &[&names])]
}

/// The problem of a workflow that only an offline instance can execute.
pub(crate) fn waiting_for(address: &str) -> Problem {
    let message = format!(
        "waiting for the engine {address}, which has the nodes and models of this workflow"
    );
    Problem::whole(message).coded(WAITING_FOR_ENGINE, &[address])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(classes: &[&str], embedded: bool) -> Vec<String> {
        let problems = problems(classes, embedded);
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
                "the embedded engines don’t have KSampler, VAEDecode, CLIPTextEncode, EmptyLatentImage, …; \
              connect ComfyUI: flowdeck serve --engine http://127.0.0.1:8188"
            ]
        );
        assert!(texts(&["KSampler"], true)[0].contains("don’t have KSampler;"));
    }

    #[test]
    fn other_engines_get_one_problem_per_class() {
        let texts = texts(&["KSampler", "Sharpen"], false);
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("no connected engine has the node KSampler"));
    }

    #[test]
    fn without_missing_classes_there_is_no_problem() {
        assert!(problems(&[], true).is_empty() && problems(&[], false).is_empty());
    }
}
