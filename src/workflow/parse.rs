//! Parses JSON into a workflow, in ComfyUI's API format or its editor's. Does not know other kinds
//! of documents, but exposes the top level so that a caller can distinguish them.

use serde::Deserialize;
use serde_json::Value;

use super::classes::NodeClasses;
use super::dependencies::Dependencies;
use super::document::{Document, Entry};
use super::exposure_document::ExposureDocument;
use super::graph::Workflow;
use super::problem::{self, Problem};
use super::tolerant::Tolerant;
use super::{api_format, api_seeds, cycle, editor, wrapper};
use json::tolerant;

impl Workflow {
    /// Parses JSON text in the API format or the editor's, with ComfyUI's own classes; see
    /// [`Workflow::parse_with`].
    pub fn parse(text: &str) -> (Self, Vec<Problem>) {
        Self::parse_with(text, NodeClasses::core())
    }

    /// Parses JSON text in the API format or the editor's, which these classes convert. ComfyUI's own are
    /// used for a class that is not among them. Reports as problems what it cannot read, and returns the
    /// nodes it can.
    pub fn parse_with(text: &str, classes: &NodeClasses) -> (Self, Vec<Problem>) {
        match Parsed::read(text) {
            Ok(parsed) => parsed.workflow(classes),
            Err(error) => {
                let advice = "save or export the workflow from ComfyUI again";
                (Self::default(), vec![Problem::no_json(&error, advice)])
            }
        }
    }

    /// Reads a workflow from a JSON value; see [`Workflow::parse`].
    pub fn from_value(value: &Value) -> (Self, Vec<Problem>) {
        match Tolerant::deserialize(value) {
            Ok(document) => from_document(document, NodeClasses::core()),
            Err(error) => (Self::default(), vec![Problem::whole(error.to_string())]),
        }
    }

    /// The workflow in ComfyUI's API format, as `POST /prompt` takes it.
    pub fn to_value(&self) -> Value {
        api_format::write(self)
    }
}

/// JSON text, parsed once, that may be a workflow.
pub struct Parsed {
    document: Tolerant<Document>,
    /// The text of the workflow, if it was wrapped in other JSON.
    unwrapped: Option<String>,
}

impl Parsed {
    /// Parses JSON text: a workflow, or one that is wrapped as in the body of `POST /prompt`.
    ///
    /// # Errors
    /// The text is not JSON, or not JSON that a workflow could contain.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let document: Tolerant<Document> = tolerant::from_slice(text.as_bytes())?;
        let may_wrap = document.0.as_ref().is_some_and(wrapper::may_wrap);
        let unwrapped = may_wrap.then(|| wrapper::unwrapped(text)).flatten();
        let document = match &unwrapped {
            Some(text) => serde_json::from_str(text)?,
            None => document,
        };
        Ok(Self {
            document,
            unwrapped,
        })
    }

    /// The text of the workflow, if the text that was parsed has it within other JSON.
    pub fn unwrapped(&self) -> Option<&str> {
        self.unwrapped.as_deref()
    }

    /// The kind of value under a key of the top level. For `nodes`, only a list is reported.
    pub fn entry(&self, key: &str) -> Option<Entry<()>> {
        let document = self.document.0.as_ref()?;
        if key == "nodes" {
            return document.is_editor_format().then_some(Entry::List);
        }
        // The last of several equal keys counts, as in every JSON reader.
        let mut entries = document.api.iter().rev().filter(|(name, _)| name == key);
        entries.next().map(|(_, entry)| entry.shape())
    }

    /// Reads it as a workflow, with the problems found; see [`Workflow::parse_with`].
    pub fn workflow(self, classes: &NodeClasses) -> (Workflow, Vec<Problem>) {
        from_document(self.document, classes)
    }
}

fn from_document(document: Tolerant<Document>, classes: &NodeClasses) -> (Workflow, Vec<Problem>) {
    let Some(mut document) = document.0 else {
        return (Workflow::default(), vec![Problem::no_workflow()]);
    };
    let mut problems = Vec::new();
    let exposure = document.extra.exposure.take();
    let is_editor_format = document.is_editor_format();
    let (mut workflow, index) = match is_editor_format {
        true => editor::read(document, classes, &mut problems),
        false => api_format::read(document, &mut problems),
    };
    if let Some(exposure) = exposure {
        let (exposure, more) = ExposureDocument::read(&exposure);
        problems.extend(more);
        problems.extend(workflow.expose(&exposure));
    }
    if !is_editor_format {
        workflow.random = api_seeds::random(&workflow, classes);
    }
    if workflow.nodes.is_empty() && problems.is_empty() {
        problems.push(Problem::whole("the workflow has no nodes").coded("no_nodes", &[]));
    }
    let mut of_links = Vec::new();
    let dependencies = Dependencies::of(&workflow, &index, &mut of_links);
    of_links.extend(cycle::problems(&workflow, &dependencies));
    workflow.retain_needed(&mut of_links, classes);
    problems.extend(of_links);
    problem::truncate(&mut problems);
    (workflow, problems)
}
