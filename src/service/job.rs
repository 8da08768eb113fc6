//! What is to be run, whole: the workflow, its values and its files. Becomes a graph for one engine
//! instance.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::instance::{HttpError, Instance, ObjectInfo};
use super::prefix;
use super::store::{Run, StoredFile, StoredInput};
use crate::schema::{self, InputSchema};
use crate::workflow::{Workflow, lower};

/// What is to be run.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) run_id: String,
    pub(crate) workflow: Workflow,
    pub(crate) schema: InputSchema,
    texts: HashMap<String, String>,
    files: HashMap<String, StoredFile>,
    /// Where the files are.
    folder: PathBuf,
}

impl Job {
    /// The job of a run with these inputs, whose files lie below `uploads`.
    pub(crate) fn new(
        run_id: &str,
        workflow: &Workflow,
        inputs: &[StoredInput],
        uploads: &Path,
    ) -> Self {
        let (schema, _) = schema::read(workflow);
        let texts = inputs.iter().filter(|input| input.file.is_none());
        let texts = texts
            .map(|input| (input.path.clone(), input.value.clone()))
            .collect();
        let files = inputs
            .iter()
            .filter_map(|input| Some((input.path.clone(), input.file.clone()?)));
        let files = files
            .filter(|(name, _)| schema.field(name).is_some())
            .collect();
        let folder = uploads.join(run_id);
        Self {
            run_id: run_id.to_owned(),
            workflow: workflow.clone(),
            schema,
            texts,
            files,
            folder,
        }
    }

    /// The job of a stored run; `None` when the run has ended.
    pub(crate) fn of(run: &Run, uploads: &Path) -> Option<Self> {
        let (workflow, _) = Workflow::parse(run.workflow.as_deref()?);
        Some(Self::new(&run.id, &workflow, &run.inputs, uploads))
    }

    /// Sends the files to an instance: field name to the name under which it keeps them.
    pub(crate) async fn send_files(
        &self,
        instance: &Instance,
    ) -> Result<HashMap<String, String>, HttpError> {
        let mut kept = HashMap::new();
        for (field, file) in &self.files {
            let path = self.folder.join(&file.stored);
            let name = instance
                .http
                .upload(&path, &file.sent_as, &file.content_type, file.size)
                .await?;
            kept.insert(field.clone(), name);
        }
        Ok(kept)
    }

    /// The graph for an engine with these classes; or what in it leads out of the output folder: a
    /// caller's text may have gone into a file name.
    pub(crate) fn graph(
        &self,
        files: &HashMap<String, String>,
        classes: &ObjectInfo,
    ) -> Result<Value, Escape> {
        let values = schema::fill(&self.schema, &self.texts, files);
        let lowered = lower::lower(&self.workflow, &values, classes);
        match prefix::escapes(&lowered).into_iter().next() {
            None => Ok(lowered.to_value()),
            Some(problem) => Err(Escape {
                node: problem.node.unwrap_or_default(),
                message: problem.message,
            }),
        }
    }
}

/// A file name prefix that leads out of the output folder.
#[derive(Debug)]
pub(crate) struct Escape {
    pub(crate) node: String,
    pub(crate) message: String,
}
