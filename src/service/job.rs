//! Everything needed to execute a run: its workflow, values and files. Builds the graph for one
//! engine. Does not know which instance executes it.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::catalog::{Converted, DeployedWorkflow, Source};
use super::filename_prefix;
use super::needs::Needs;
use super::run_metadata::RunMetadata;
use super::store::{RunRecord, StoredFile, StoredInput};
use crate::api::ValidationItem;
use crate::schema::{self, InputSchema};
use crate::workflow::classes::NodeClasses;
use crate::workflow::{NamedModel, SavedRun, Workflow, lower};

/// Everything needed to execute a run.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) run_id: String,
    pub(crate) workflow_id: String,
    pub(crate) workflow: Workflow,
    pub(crate) schema: InputSchema,
    texts: HashMap<String, String>,
    files: HashMap<String, StoredFile>,
    /// The models of its graph, with its values.
    models: Vec<NamedModel>,
    /// The run's uploads folder.
    folder: PathBuf,
    /// What an instance with other classes converts.
    source: Option<Arc<Source>>,
    /// What the files of the run contain about it.
    metadata: Option<RunMetadata>,
}

impl Job {
    /// The job of a run of this workflow and schema. Its files are below `uploads`.
    pub(crate) fn new(
        run_id: &str,
        workflow_id: &str,
        workflow: Workflow,
        schema: InputSchema,
        inputs: &[StoredInput],
        uploads: &Path,
    ) -> Self {
        let texts = inputs.iter().filter(|input| input.file.is_none());
        let texts: HashMap<String, String> = texts
            .map(|input| (input.path.clone(), input.value.clone()))
            .collect();
        let values = schema::fill(&schema, &texts, &HashMap::new());
        let models = lower::lower(&workflow, &values, &NodeClasses::default()).models();
        let files = inputs
            .iter()
            .filter_map(|input| Some((input.path.clone(), input.file.clone()?)));
        let files = files
            .filter(|(name, _)| schema.field(name).is_some())
            .collect();
        Self {
            run_id: run_id.to_owned(),
            workflow_id: workflow_id.to_owned(),
            workflow,
            schema,
            texts,
            files,
            models,
            folder: uploads.join(run_id),
            source: None,
            metadata: None,
        }
    }

    /// Adds what only the deployed workflow has: its source, for instances whose classes convert it differently,
    /// and the metadata for the run's files. Of the models, those stay that its outputs need.
    pub(crate) fn of_deployed(
        self,
        deployed: &DeployedWorkflow,
        metadata: Option<RunMetadata>,
    ) -> Self {
        let mut models = self.models;
        models.retain(|model| deployed.needed.contains(&model.node));
        Self {
            models,
            source: deployed.source.clone(),
            metadata,
            ..self
        }
    }

    /// The job of a stored run, with the workflow it was accepted with. `None` when it has ended.
    pub(crate) fn from_record(run: &RunRecord, uploads: &Path) -> Option<Self> {
        let (workflow, _) = Workflow::parse(run.workflow.as_deref()?);
        let (schema, _) = schema::read(&workflow);
        let id = &run.workflow_id;
        Some(Self::new(
            &run.id,
            id,
            workflow,
            schema,
            &run.inputs,
            uploads,
        ))
    }

    /// What it needs of an engine.
    pub(crate) fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: &self.workflow,
            models: &self.models,
            verdicts: None,
        }
    }

    /// What the engine writes into the files it saves, by key; empty if they have no metadata.
    pub(crate) fn metadata(&self) -> Map<String, Value> {
        let Some(metadata) = &self.metadata else {
            return Map::new();
        };
        let texts = self.texts.iter();
        let run = SavedRun {
            run_id: self.run_id.clone(),
            workflow_id: self.workflow_id.clone(),
            version: None,
            values: texts
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect(),
        };
        metadata.texts(run, &self.workflow)
    }

    /// Its files by field name.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&String, &StoredFile)> {
        self.files.iter()
    }

    /// Where a file of it is.
    pub(crate) fn path_of(&self, file: &StoredFile) -> PathBuf {
        self.folder.join(&file.stored)
    }

    /// The size of its largest file, in bytes.
    pub(crate) fn largest_file(&self) -> u64 {
        let sizes = self.files.values().map(|file| file.size);
        sizes.max().unwrap_or_default()
    }

    /// The values that do not fit the inputs that they feed at an engine with these node classes.
    pub(crate) fn misfits(&self, classes: &Arc<NodeClasses>) -> Vec<ValidationItem> {
        let converted = self.converted_for(classes);
        let (workflow, schema) = self.parts(converted.as_deref());
        let values = schema::fill(schema, &self.texts, &HashMap::new());
        let misfits = lower::lower_checked(workflow, &values, classes).1;
        let mut seen = HashSet::new();
        // One error per field: the first that was found.
        let first = misfits.iter().filter(|misfit| seen.insert(&misfit.key));
        let items = first.filter_map(|misfit| {
            let mut fields = schema.fields.iter();
            let field = fields.find(|field| field.node == misfit.key)?;
            let message = misfit.message.as_str();
            Some(ValidationItem::new(
                "body",
                &field.name,
                message,
                misfit.kind,
            ))
        });
        items.collect()
    }

    /// The workflow as an engine with these classes converts it, if that differs.
    fn converted_for(&self, classes: &Arc<NodeClasses>) -> Option<Arc<Converted>> {
        self.source.as_ref()?.converted_for(classes)
    }

    fn parts<'a>(&'a self, converted: Option<&'a Converted>) -> (&'a Workflow, &'a InputSchema) {
        match converted {
            Some(converted) => (&converted.workflow, &converted.schema),
            None => (&self.workflow, &self.schema),
        }
    }

    /// The graph for an engine with these node classes. Prefixes are checked again, because they may
    /// contain a caller's text.
    pub(crate) fn graph(
        &self,
        files: &HashMap<String, String>,
        classes: &Arc<NodeClasses>,
    ) -> Result<Workflow, UnsafePrefix> {
        let converted = self.converted_for(classes);
        let (workflow, schema) = self.parts(converted.as_deref());
        let values = schema::fill(schema, &self.texts, files);
        let lowered = lower::lower(workflow, &values, classes);
        let problems = filename_prefix::unsafe_prefixes(&lowered);
        match problems.into_iter().next() {
            None => Ok(lowered),
            Some(problem) => Err(UnsafePrefix {
                node: problem.node.unwrap_or_default(),
                message: problem.message,
            }),
        }
    }
}

/// A file name prefix that points outside the output folder.
#[derive(Debug)]
pub(crate) struct UnsafePrefix {
    pub(crate) node: String,
    pub(crate) message: String,
}
