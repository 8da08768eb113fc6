//! Whether a workflow is ready: what it would ask for, and what keeps an engine from running it. Does not know where
//! the workflow and the classes of the engine come from.

use serde::Serialize;

use super::engine_faults::engine_problems;
use super::from_workflow::read_with;
use super::input_schema::InputSchema;
use workflow::classes::NodeClasses;
use workflow::{Exposure, ExposureDocument, Problem, Workflow};

/// What a check of a workflow finds. It is ready if there are no problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// The fields it asks for, and its outputs.
    pub schema: InputSchema,
    /// What is wrong with it, and what the engine lacks.
    pub problems: Vec<Problem>,
    /// What keeps only outputs from being produced that a run goes on without, and notes on how the file was read.
    pub warnings: Vec<Problem>,
    /// Whether neither marks nor an exposure choose its fields, so that the likely ones are suggested.
    pub is_suggested: bool,
}

/// Checks the file of a workflow for an engine with these classes. `exposure` is a saved exposure, with its own
/// problems, that counts instead of the workflow's own.
pub fn readiness(
    bytes: &[u8],
    exposure: Option<(ExposureDocument, Vec<Problem>)>,
    classes: &NodeClasses,
) -> Readiness {
    let (mut workflow, mut problems) = Workflow::read_with(bytes, classes);
    if workflow.nodes.is_empty() && !problems.is_empty() {
        return Readiness {
            problems,
            ..Readiness::default()
        };
    }
    if let Some((exposure, more)) = exposure {
        problems.extend(more);
        problems.extend(workflow.expose(&exposure));
    }
    let is_suggested = workflow.exposure() == Exposure::Core;
    workflow.expose_suggested(classes);
    let (schema, more) = read_with(&workflow, classes);
    problems.extend(more);
    let refused = engine_problems(&workflow, &schema, classes, problems);
    Readiness {
        schema,
        problems: refused.blocking,
        warnings: refused.left_out,
        is_suggested,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn checked(file: &Value) -> Readiness {
        readiness(file.to_string().as_bytes(), None, NodeClasses::core())
    }

    fn marked(output: Value) -> Value {
        json!({
            "1": {"class_type": "InputImage", "inputs": {"name": "photo", "required": true}},
            "2": {"class_type": "FlowdeckSaveImage", "inputs": output},
        })
    }

    #[test]
    fn a_complete_workflow_is_ready() {
        let ready = checked(&marked(json!({"images": ["1", 0], "filename_prefix": "x"})));
        assert_eq!(ready.problems, []);
        assert_eq!(ready.schema.fields[0].name, "photo");
        assert_eq!(ready.schema.outputs.len(), 1);
        assert!(!ready.is_suggested);
    }

    #[test]
    fn a_missing_link_is_a_problem_of_its_node() {
        let checked = checked(&marked(json!({"filename_prefix": "x"})));
        assert_eq!(checked.problems.len(), 1, "{:?}", checked.problems);
        assert_eq!(checked.problems[0].node.as_deref(), Some("2"));
    }

    #[test]
    fn without_marks_the_fields_are_suggested() {
        let file = json!({
            "1": {"class_type": "EmptyImage", "inputs": {"width": 64, "height": 64, "batch_size": 1, "color": 0}},
            "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
        });
        let ready = checked(&file);
        assert!(ready.is_suggested && ready.problems.is_empty());
        assert!(!ready.schema.fields.is_empty());
    }

    /// The codes of problems, with their nodes.
    fn codes(problems: &[Problem]) -> Vec<(&str, &str)> {
        fn text(text: &Option<String>) -> &str {
            text.as_deref().unwrap_or_default()
        }
        let coded = problems.iter();
        coded
            .map(|one| (text(&one.code), text(&one.node)))
            .collect()
    }

    /// A workflow with one output, and these nodes.
    fn with(more: &Value) -> Value {
        let mut nodes = json!({
            "1": {"class_type": "EmptyImage", "inputs": {"width": 64, "height": 64, "batch_size": 1, "color": 0}},
            "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
        });
        let more = more.as_object().unwrap().clone();
        nodes.as_object_mut().unwrap().extend(more);
        nodes
    }

    #[test]
    fn a_branch_that_is_broken_is_a_warning_as_long_as_another_output_remains() {
        for (what, inputs) in [
            ("input_missing", json!({"filename_prefix": "y"})),
            (
                "missing_node",
                json!({"images": ["9", 0], "filename_prefix": "y"}),
            ),
        ] {
            let broken = json!({"3": {"class_type": "SaveImage", "inputs": inputs}});
            let ready = checked(&with(&broken));
            assert_eq!(codes(&ready.problems), [], "{what}");
            assert_eq!(codes(&ready.warnings), [(what, "3")]);
            let alone = checked(&broken);
            assert_eq!(codes(&alone.problems), [(what, "3")]);
            assert_eq!(codes(&alone.warnings), [], "{what}");
        }
    }

    #[test]
    fn an_output_that_a_saved_exposure_names_is_never_left_out() {
        let broken = json!({"3": {"class_type": "SaveImage", "inputs": {"filename_prefix": "y"}}});
        let named = |outputs: Value| {
            let document = json!({"flowdeck": 1, "fields": [], "outputs": outputs}).to_string();
            let exposure = ExposureDocument::parse(&document);
            let file = with(&broken).to_string();
            readiness(file.as_bytes(), Some(exposure), NodeClasses::core())
        };
        let both = named(json!(["2", "3"]));
        assert_eq!(codes(&both.problems), [("input_missing", "3")]);
        assert_eq!(named(json!(["2"])).problems, []);
    }

    #[test]
    fn nodes_that_no_output_needs_may_lack_sources_and_depend_on_themselves() {
        let dead = json!({
            "5": {"class_type": "ImageInvert", "inputs": {"image": ["77", 0]}},
            "6": {"class_type": "ImageInvert", "inputs": {"image": ["7", 0]}},
            "7": {"class_type": "ImageInvert", "inputs": {"image": ["6", 0]}},
        });
        let ready = checked(&with(&dead));
        assert_eq!(
            (codes(&ready.problems), codes(&ready.warnings)),
            (vec![], vec![])
        );
        let shown = json!({"8": {"class_type": "PreviewImage", "inputs": {"images": ["6", 0]}}});
        let mut dead = dead;
        dead.as_object_mut()
            .unwrap()
            .extend(shown.as_object().unwrap().clone());
        let ready = checked(&with(&dead));
        assert_eq!(codes(&ready.problems), []);
        assert_eq!(codes(&ready.warnings), [("circle", "7")]);
    }

    #[test]
    fn a_file_without_a_workflow_has_only_that_problem() {
        let checked = checked(&json!({}));
        assert_eq!(checked.problems.len(), 1);
        assert_eq!(checked.schema, InputSchema::default());
    }
}
