//! The conversion of a workflow in the editor's format: with the classes of all engines, and again for an engine
//! that defines a class differently. Knows no engine.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde_json::Value;

use json::tolerant;
use schema::{self, InputSchema};
use workflow::classes::NodeClasses;
use workflow::{ExposureDocument, Parsed, Problem, Workflow};

/// A converted workflow.
#[derive(Debug, Default)]
pub struct Conversion {
    /// The workflow.
    pub workflow: Workflow,
    /// What it was converted from; `None` if it needed no conversion.
    pub source: Option<Arc<Source>>,
    /// What was not applied of the saved exposure next to it.
    pub exposure_problems: Vec<Problem>,
}

/// The text of a workflow in the editor's format, with its conversions for engines that need their own.
#[derive(Debug)]
pub struct Source {
    text: String,
    /// The saved exposure next to it.
    exposure: Option<ExposureDocument>,
    /// The definitions that the workflow was converted with.
    used: NodeClasses,
    converted: Mutex<Vec<ConvertedFor>>,
}

/// A conversion with the identity of its classes; `None` if they give the same workflow.
type ConvertedFor = (Weak<NodeClasses>, Option<Arc<Converted>>);

/// A workflow as one engine's classes convert it, with its fields.
#[derive(Debug)]
pub struct Converted {
    pub workflow: Workflow,
    pub schema: InputSchema,
}

impl Conversion {
    /// Converts the text of a workflow with the classes of all engines, and applies the saved exposure next to it.
    pub fn new(
        text: String,
        exposure: Option<ExposureDocument>,
        classes: &NodeClasses,
    ) -> (Self, Vec<Problem>) {
        let parsed = Parsed::read(&text).ok();
        let is_editor_format = parsed
            .as_ref()
            .is_some_and(|parsed| parsed.entry("nodes").is_some());
        let unwrapped = parsed.as_ref().and_then(Parsed::unwrapped);
        let text = unwrapped.map(str::to_owned).unwrap_or(text);
        let (mut workflow, problems) = match parsed {
            Some(parsed) => parsed.workflow(classes),
            // It says what is wrong with the text.
            None => Workflow::parse_with(&text, classes),
        };
        let exposure_problems = expose(&mut workflow, exposure.as_ref(), classes);
        let source = is_editor_format.then(|| {
            let used = workflow.nodes.iter().map(|node| node.class.as_str());
            Arc::new(Source {
                used: classes.only(used),
                text,
                exposure,
                converted: Mutex::default(),
            })
        });
        let conversion = Self {
            workflow,
            source,
            exposure_problems,
        };
        (conversion, problems)
    }
}

impl Source {
    /// The file as its author saved it.
    pub fn authored(&self) -> Option<Value> {
        tolerant::from_slice(self.text.as_bytes()).ok()
    }

    /// The workflow as an engine with these classes needs it; `None` if that is the workflow it was converted to
    /// before, or if the classes cannot convert it. Converts once per identity of the classes.
    pub fn converted_for(&self, classes: &Arc<NodeClasses>) -> Option<Arc<Converted>> {
        let mut converted = self
            .converted
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        converted.retain(|(known, _)| known.strong_count() > 0);
        let identity = Arc::downgrade(classes);
        let known = converted.iter().find(|(known, _)| known.ptr_eq(&identity));
        if let Some((_, known)) = known {
            return known.clone();
        }
        let own = self.convert(classes);
        converted.push((identity, own.clone()));
        own
    }

    fn convert(&self, classes: &NodeClasses) -> Option<Arc<Converted>> {
        let differs = |(name, used)| {
            classes
                .get(name)
                .is_some_and(|own| !own.converts_like(used))
        };
        if !self.used.iter().any(differs) {
            return None;
        }
        let (mut workflow, problems) = Workflow::parse_with(&self.text, classes);
        expose(&mut workflow, self.exposure.as_ref(), classes);
        let (schema, _) = schema::read_with(&workflow, classes);
        problems
            .is_empty()
            .then(|| Arc::new(Converted { workflow, schema }))
    }
}

/// Decides the fields of a workflow. Returns what was not applied of a saved exposure.
fn expose(
    workflow: &mut Workflow,
    exposure: Option<&ExposureDocument>,
    classes: &NodeClasses,
) -> Vec<Problem> {
    // What is wrong with a workflow that could not be read is known.
    let exposure = exposure.filter(|_| !workflow.nodes.is_empty());
    let problems = exposure.map(|exposure| workflow.expose(exposure));
    workflow.expose_suggested(classes);
    problems.unwrap_or_default()
}

#[cfg(test)]
mod tests;
