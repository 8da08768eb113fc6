//! One deployed workflow: its graph, its schema, its examples and its entry in the list. Does not know where the
//! workflow came from.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::conversion::{Conversion, Source};
use super::examples::Examples;
use super::source::WorkflowSource;
use super::verdict_cache::{self, VerdictCache};
use crate::catalog::filename_prefix;
use crate::catalog::needs::{Needs, Verdict, Verdicts};
use api::WorkflowEntry;
use schema::{self, FieldKind, InputSchema, OutputKind};
use workflow::classes::NodeClasses;
use workflow::lower::ChosenModel;
use workflow::{NamedModel, Problem, Workflow};

/// One deployed workflow.
#[derive(Debug)]
pub(crate) struct DeployedWorkflow {
    /// Counted from 1.
    pub(crate) version: u32,
    pub(crate) entry: WorkflowEntry,
    pub(crate) workflow: Workflow,
    pub(crate) schema: InputSchema,
    /// What the listing says of its fields besides.
    pub(crate) hints: Map<String, Value>,
    /// The models that it names, whatever the values of its fields are.
    pub(crate) models: Arc<[NamedModel]>,
    /// The models that the defaults of its fields name.
    defaults: Vec<ChosenModel>,
    /// The ids of the nodes that the outputs need which its runs are for.
    pub(crate) needed: HashSet<String>,
    /// What an instance with other classes converts; `None` in ComfyUI's API format.
    pub(crate) source: Option<Arc<Source>>,
    /// What is wrong with the saved exposure next to it; also among the problems of the entry.
    pub(super) exposure_problems: Vec<Problem>,
    pub(crate) examples: Examples,
    /// What engines said about its prompt.
    verdicts: VerdictCache,
    /// Whether no engine's classes were known. ComfyUI's own have made the form then, and the problems are only those
    /// that the file has in any case.
    pub(crate) is_provisional: bool,
    copy: OnceLock<StoredCopy>,
}

/// What is stored of a workflow with each of its runs.
#[derive(Debug)]
pub(crate) struct StoredCopy {
    /// The graph, in ComfyUI's API format.
    pub(crate) workflow: String,
    /// The schema as JSON, without what only a form needs.
    pub(crate) schema: String,
}

impl Verdicts for DeployedWorkflow {
    fn verdict(&self, known: &Arc<NodeClasses>) -> Arc<Verdict> {
        let problems = &self.entry.problems;
        self.verdicts.get_or_judge(known, || {
            let converted = self.source.as_ref();
            match converted.and_then(|source| source.converted_for(known)) {
                Some(own) => verdict_cache::judge(&own.workflow, &own.schema, known, problems),
                None => verdict_cache::judge(&self.workflow, &self.schema, known, problems),
            }
        })
    }
}

impl DeployedWorkflow {
    /// Reads the schema and the examples of a workflow, and collects every problem that keeps it from
    /// running. Bad examples do not.
    pub(super) fn new(
        files: &dyn WorkflowSource,
        id: &str,
        version: u32,
        conversion: Conversion,
        classes: &NodeClasses,
        mut problems: Vec<Problem>,
    ) -> Self {
        let Conversion {
            workflow,
            source,
            exposure_problems,
        } = conversion;
        let (schema, schema_problems) = schema::read_with(&workflow, classes);
        // Without any node, further problems only repeat that the file could not be read.
        if !workflow.nodes.is_empty() {
            problems.extend(exposure_problems.iter().cloned());
            problems.extend(schema_problems);
            problems.extend(filename_prefix::unsafe_prefixes(&workflow));
        }
        let is_provisional = classes.is_empty();
        problems.retain(|problem| !is_provisional || problem.is_of_the_file());
        let own = schema::own_problems(&workflow, &schema, classes, problems);
        let inputs = schema.fields.iter();
        let inputs = inputs.map(|field| (field.name.clone(), input_type(&field.kind)));
        let outputs = schema.outputs.iter();
        let outputs = outputs.map(|output| (output.node.clone(), output_type(output.kind)));
        let about = &workflow.about;
        let examples = Examples::read(files, id, version, &schema, about);
        let entry = WorkflowEntry {
            id: id.to_owned(),
            version: Some(version),
            name: about.title.clone().unwrap_or_else(|| display_name(id)),
            description: about.description.clone(),
            cover: examples.cover.clone(),
            typical_ms: None,
            share: Some(about.sharing.to_value().to_string()),
            keep: None,
            inputs: Some(json_object(inputs)),
            outputs: Some(json_object(outputs)),
            schema: serde_json::to_string(&schema).ok(),
            problems: own.blocking,
            warnings: own.left_out,
            examples: examples.json.clone(),
        };
        let needed = workflow.main_nodes(classes);
        let mut models = workflow.own_models();
        models.retain(|model| needed.contains(&model.node));
        let mut defaults = schema::default_models(&workflow, &schema);
        defaults.retain(|chosen| needed.contains(&chosen.model.node));
        Self {
            version,
            entry,
            models: models.into(),
            defaults,
            needed,
            workflow,
            hints: schema::listing::hints(&schema),
            schema,
            source,
            exposure_problems,
            examples,
            verdicts: VerdictCache::default(),
            is_provisional,
            copy: OnceLock::new(),
        }
    }

    /// What is stored with each of its runs; written once.
    pub(crate) fn copy(&self) -> &StoredCopy {
        self.copy.get_or_init(|| StoredCopy {
            workflow: self.workflow.to_value().to_string(),
            schema: serde_json::to_string(&self.schema.for_filling()).unwrap_or_default(),
        })
    }

    /// What it needs of an engine.
    pub(crate) fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: &self.workflow,
            models: &self.models,
            verdicts: Some(self),
            chosen: &[],
        }
    }

    /// What a run with the defaults of its fields needs of an engine.
    pub(crate) fn needs_with_defaults(&self) -> Needs<'_> {
        Needs {
            chosen: &self.defaults,
            ..self.needs()
        }
    }
}

fn json_object(types: impl Iterator<Item = (String, &'static str)>) -> String {
    let object: Map<String, Value> = types
        .map(|(name, kind)| (name, Value::from(kind)))
        .collect();
    Value::Object(object).to_string()
}

fn input_type(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => "string",
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) if bounds.integer => "integer",
        FieldKind::Number(_) | FieldKind::Slider(_) => "number",
        FieldKind::Boolean => "boolean",
        FieldKind::Image => "image",
        FieldKind::Video => "video",
        FieldKind::Audio => "audio",
        FieldKind::File { .. } => "file",
    }
}

fn output_type(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Image => "image",
        OutputKind::Text => "string",
        OutputKind::Video => "video",
        OutputKind::Audio => "audio",
        OutputKind::File => "file",
    }
}

/// `poster-with_title` → `Poster with title`.
fn display_name(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(
        || id.to_owned(),
        |first| first.to_uppercase().chain(letters).collect(),
    )
}
