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
    let more = engine_problems(&workflow, &schema, classes, &problems);
    problems.extend(more);
    Readiness {
        schema,
        problems,
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

    #[test]
    fn a_file_without_a_workflow_has_only_that_problem() {
        let checked = checked(&json!({}));
        assert_eq!(checked.problems.len(), 1);
        assert_eq!(checked.schema, InputSchema::default());
    }
}
