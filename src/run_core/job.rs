//! The job of one run: the workflow that it was accepted with, its values and its files. Makes its graph once for each
//! set of node classes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde_json::{Map, Value};

use super::accepted::Accepted;
use super::prepared::Prepared;
use crate::inputs::{StoredFile, StoredInput};
use crate::needs::Needs;
use crate::run_metadata::RunMetadata;
use workflow::SavedRun;
use workflow::classes::NodeClasses;
use workflow::lower::{ChosenModel, Fill};

/// The job of one run.
#[derive(Debug)]
pub struct Job {
    /// The id of the run.
    pub run_id: String,
    /// The id of its workflow, without a version.
    pub workflow_id: String,
    accepted: Accepted,
    texts: HashMap<String, String>,
    files: HashMap<String, StoredFile>,
    /// What the fields put into the workflow that was accepted.
    values: HashMap<String, Fill>,
    /// The models that the values name, in nodes that an output needs.
    chosen: Vec<ChosenModel>,
    /// What the files of the run contain about it.
    metadata: Option<RunMetadata>,
    /// Its graphs, with the identity of the classes.
    prepared: Mutex<Vec<(Weak<NodeClasses>, Arc<Prepared>)>>,
}

impl Job {
    /// The job of a run with these inputs.
    pub fn new(
        run_id: &str,
        workflow_id: &str,
        accepted: Accepted,
        inputs: &[StoredInput],
        metadata: Option<RunMetadata>,
    ) -> Self {
        let texts = inputs.iter().filter(|input| input.file.is_none());
        let texts: HashMap<String, String> = texts
            .map(|input| (input.path.clone(), input.value.clone()))
            .collect();
        let files = inputs
            .iter()
            .filter_map(|input| Some((input.path.clone(), input.file.clone()?)));
        let files: HashMap<String, StoredFile> = files
            .filter(|(name, _)| accepted.schema().field(name).is_some())
            .collect();
        let values = schema::fill(accepted.schema(), &texts, &sent_names(&files));
        let mut chosen = accepted.workflow().chosen_models(&values);
        chosen.retain(|one| accepted.needs(&one.model.node));
        Self {
            run_id: run_id.to_owned(),
            workflow_id: workflow_id.to_owned(),
            accepted,
            texts,
            files,
            values,
            chosen,
            metadata,
            prepared: Mutex::default(),
        }
    }

    /// The workflow that it was accepted with.
    pub fn accepted(&self) -> &Accepted {
        &self.accepted
    }

    /// The models that its values name.
    pub fn chosen(&self) -> &[ChosenModel] {
        &self.chosen
    }

    /// What it needs of an engine.
    pub fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: self.accepted.workflow(),
            models: self.accepted.models(),
            chosen: &self.chosen,
            verdicts: None,
        }
    }

    /// What an engine says, with the labels of fields in place of the names that their files have there.
    pub fn in_terms_of_fields(&self, why: &str) -> String {
        let mut why = why.to_owned();
        for (name, file) in &self.files {
            let label = self.accepted.schema().field(name).map(|field| &field.label);
            if let Some(label) = label {
                why = why.replace(&file.sent_as, &format!("“{label}”"));
            }
        }
        why
    }

    /// What the engine writes into the files it saves, by key; empty if they have no metadata.
    pub fn metadata(&self) -> Map<String, Value> {
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
        metadata.texts(run, self.accepted.workflow())
    }

    /// Its files.
    pub fn files(&self) -> impl Iterator<Item = &StoredFile> {
        self.files.values()
    }

    /// The size of its largest file, in bytes.
    pub fn largest_file(&self) -> u64 {
        let sizes = self.files.values().map(|file| file.size);
        sizes.max().unwrap_or_default()
    }

    /// The ids of its output nodes at an engine with these classes, in the order of its results.
    pub fn outputs(&self, classes: &Arc<NodeClasses>) -> Vec<String> {
        let form = self.accepted.form_for(classes);
        let known = form.schema().outputs.iter();
        let mut ids: Vec<String> = known.map(|output| output.node.clone()).collect();
        for output in schema::outputs(form.workflow(), classes) {
            if !ids.contains(&output.node) {
                ids.push(output.node);
            }
        }
        ids
    }

    /// Its graph for an engine with these node classes.
    pub fn prepared(&self, classes: &Arc<NodeClasses>) -> Arc<Prepared> {
        let mut known = self.graphs();
        known.retain(|(classes, _)| classes.strong_count() > 0);
        let identity = Arc::downgrade(classes);
        let found = known.iter().find(|(known, _)| known.ptr_eq(&identity));
        if let Some((_, prepared)) = found {
            return prepared.clone();
        }
        tracing::debug!("preparing the graph of the run {}", self.run_id);
        let prepared = Arc::new(self.prepare(classes));
        known.push((identity, prepared.clone()));
        prepared
    }

    fn prepare(&self, classes: &Arc<NodeClasses>) -> Prepared {
        let form = self.accepted.form_for(classes);
        if std::ptr::eq(form.schema(), self.accepted.schema()) {
            return Prepared::new(form, &self.values, classes);
        }
        let values = schema::fill(form.schema(), &self.texts, &sent_names(&self.files));
        Prepared::new(form, &values, classes)
    }

    /// The memory that it takes besides the workflow, in bytes, roughly.
    pub fn weight(&self) -> usize {
        // Texts are kept as they were sent, and as what the fields put into the graph.
        let texts = self.texts.iter();
        let texts = texts.map(|(name, text)| 200 + 2 * (name.len() + text.len()));
        let files = self.files.len() * 400;
        let graphs = self
            .graphs()
            .iter()
            .map(|(_, one)| one.weight())
            .sum::<usize>();
        size_of::<Self>() + self.values.len() * 100 + texts.sum::<usize>() + files + graphs
    }

    fn graphs(&self) -> MutexGuard<'_, Vec<(Weak<NodeClasses>, Arc<Prepared>)>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The names under which files are sent to engines, by field name.
fn sent_names(files: &HashMap<String, StoredFile>) -> HashMap<String, String> {
    let names = files.iter();
    let names = names.map(|(field, file)| (field.clone(), file.sent_as.clone()));
    names.collect()
}
