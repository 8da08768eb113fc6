//! A file that a person opened: its schemas and, for a workflow, what to choose fields from.

use serde::Serialize;

use super::default_models::missing_defaults;
use super::engine_faults::own_problems;
use super::field_choice::FieldChoice;
use super::format_detection::from_text;
use super::from_workflow::read_with;
use super::input_schema::Schemas;
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

/// A workflow as an exposure sets it.
#[derive(Default)]
struct Exposed {
    schemas: Schemas,
    problems: Vec<Problem>,
    missing: Vec<Problem>,
    /// The inputs to choose fields from, and the map; `None` without nodes.
    choice: Option<Option<(FieldChoice, Option<GraphMap>)>>,
}

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
        let Exposed {
            schemas,
            problems,
            missing,
            choice,
        } = with_exposure((workflow, problems), exposure, engines, positions);
        opened = choice.map(|choice| {
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
    let (schemas, mut problems) = match text {
        Some(text) => from_text(text, classes, &mut read),
        None => read(Workflow::read_with(bytes, classes)),
    };
    problems.extend(text.and_then(|_| Problem::of_encoding(bytes)));
    OpenedFile {
        schemas,
        problems,
        workflow: opened,
    }
}

fn with_exposure(
    (mut workflow, mut problems): (Workflow, Vec<Problem>),
    exposure: Option<&str>,
    engines: Option<&NodeClasses>,
    positions: impl Fn() -> Option<SavedPositions>,
) -> Exposed {
    if workflow.nodes.is_empty() {
        return Exposed {
            problems,
            ..Exposed::default()
        };
    }
    let classes = engines.unwrap_or_else(|| NodeClasses::core());
    if let Some(exposure) = exposure {
        let (document, more) = ExposureDocument::parse(exposure);
        problems.extend(more);
        problems.extend(workflow.expose(&document));
    }
    let is_own = exposure.is_none() && workflow.exposure() == Exposure::App;
    workflow.expose_suggested(classes);
    let (schema, more) = read_with(&workflow, classes);
    problems.extend(more);
    let problems = own_problems(&workflow, &schema, classes, problems).blocking;
    let choice = FieldChoice::of(&workflow, classes);
    let choice = choice.map(|choice| {
        let map = GraphMap::of(&workflow, positions().as_ref());
        (FieldChoice { is_own, ..choice }, map)
    });
    let missing = engines.map(|engines| {
        let mut missing = workflow.missing_on(engines);
        missing.extend(missing_defaults(&workflow, &schema, engines));
        missing
    });
    Exposed {
        schemas: vec![(None, schema)],
        problems,
        missing: missing.unwrap_or_default(),
        choice: Some(choice),
    }
}

#[cfg(test)]
mod tests;
