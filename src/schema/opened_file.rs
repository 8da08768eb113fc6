//! A file that a person opened: its schemas and, for a workflow, what to choose fields from.

use serde::Serialize;

use super::default_models::missing_defaults;
use super::field_choice::FieldChoice;
use super::format_detection::from_text;
use super::from_workflow::read_with;
use super::input_schema::{InputSchema, Schemas};
use json::tolerant;
use workflow::classes::NodeClasses;
use workflow::map::{GraphMap, SavedPositions};
use workflow::{Exposure, ExposureDocument, Problem, Workflow};

/// What a file contains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenedFile {
    /// Its schemas.
    pub schemas: Schemas,
    /// The problems found.
    pub problems: Vec<Problem>,
    /// Its workflow, if it is one.
    pub workflow: Option<OpenedWorkflow>,
}

/// A workflow that was opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenedWorkflow {
    /// What to choose fields from; `None` if marks declare them.
    pub choice: Option<FieldChoice>,
    /// What the connected engines lack to run it; empty if they are not known.
    pub missing: Vec<Problem>,
    /// Where its nodes are; only with a choice, and not for very large workflows.
    pub map: Option<GraphMap>,
    /// The workflow in ComfyUI's API format, if the file is not JSON text in UTF-8 but an image, say.
    pub api_format: Option<String>,
}

/// The inputs of a workflow to choose fields from, as an exposure sets them, with its map, and what engines lack of it;
/// `None` without nodes.
type Exposed = (
    Schemas,
    Vec<Problem>,
    Option<(Option<(FieldChoice, Option<GraphMap>)>, Vec<Problem>)>,
);

/// Opens a file, like [`super::from_file_with`], with the classes of the connected engines, or else with ComfyUI's own.
/// `exposure` is the JSON text of an exposure document, which counts instead of the workflow's own.
pub fn open_file(
    bytes: &[u8],
    exposure: Option<&str>,
    engines: Option<&NodeClasses>,
) -> OpenedFile {
    let classes = engines.unwrap_or_else(|| NodeClasses::core());
    let text = tolerant::text(bytes);
    let text = text.as_deref();
    let mut opened = None;
    let mut read = |(workflow, problems): (Workflow, Vec<Problem>)| {
        let is_utf_8 = std::str::from_utf8(bytes).is_ok();
        let api_format = (!is_utf_8).then(|| workflow.to_value().to_string());
        let positions = || SavedPositions::read(text?);
        let missing = |workflow: &Workflow, schema: &InputSchema| {
            let missing = |engines| {
                let mut missing = workflow.missing_on(engines);
                missing.extend(missing_defaults(workflow, schema, engines));
                missing
            };
            engines.map(missing).unwrap_or_default()
        };
        let (schemas, problems, exposed) =
            with_exposure(workflow, problems, exposure, classes, positions, missing);
        opened = exposed.map(|(choice, missing)| {
            let (choice, map) = choice.unzip();
            OpenedWorkflow {
                choice,
                missing,
                map: map.flatten(),
                api_format,
            }
        });
        (schemas, problems)
    };
    let (schemas, problems) = match text {
        Some(text) => from_text(text, classes, &mut read),
        None => read(Workflow::read_with(bytes, classes)),
    };
    OpenedFile {
        schemas,
        problems,
        workflow: opened,
    }
}

fn with_exposure(
    mut workflow: Workflow,
    mut problems: Vec<Problem>,
    exposure: Option<&str>,
    classes: &NodeClasses,
    positions: impl Fn() -> Option<SavedPositions>,
    missing: impl Fn(&Workflow, &InputSchema) -> Vec<Problem>,
) -> Exposed {
    if workflow.nodes.is_empty() {
        return (Vec::new(), problems, None);
    }
    if let Some(exposure) = exposure {
        let (document, more) = ExposureDocument::parse(exposure);
        problems.extend(more);
        problems.extend(workflow.expose(&document));
    }
    let is_own = exposure.is_none() && workflow.exposure() == Exposure::App;
    workflow.expose_suggested(classes);
    let (schema, more) = read_with(&workflow, classes);
    problems.extend(more);
    let choice = FieldChoice::of(&workflow, classes);
    let choice = choice.map(|choice| {
        let map = GraphMap::of(&workflow, positions().as_ref());
        (FieldChoice { is_own, ..choice }, map)
    });
    let missing = missing(&workflow, &schema);
    (vec![(None, schema)], problems, Some((choice, missing)))
}

#[cfg(test)]
mod tests;
