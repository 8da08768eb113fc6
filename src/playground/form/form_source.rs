//! The workflow that a form is for.

use api::Example;
use schema::{InputSchema, Problem};

/// A workflow, from a deployment's list or from a person's file.
pub(crate) struct FormSource {
    /// The deployment's base URL.
    pub(crate) deployment: String,
    /// The workflow's id.
    pub(crate) id: String,
    /// Its name for people.
    pub(crate) name: String,
    /// Its description.
    pub(crate) about: Option<String>,
    /// Its fields and outputs.
    pub(crate) schema: InputSchema,
    /// The problems that keep it from running, also only with the default of a field.
    pub(crate) problems: Vec<Problem>,
    /// The problems that keep only some of its outputs from being produced, and notes on how its file was read.
    pub(crate) warnings: Vec<Problem>,
    /// Whether the deployment says that it cannot run.
    pub(crate) is_refused: bool,
    /// Its examples, if the deployment lists them.
    pub(crate) examples: Vec<Example>,
    /// The fingerprint of the file that a person opened it from.
    pub(crate) file: Option<String>,
    /// Whether the deployment lists it, rather than a person having opened it.
    pub(crate) listed: bool,
}

impl FormSource {
    /// What its draft belongs to: the workflow with its id, or else its file, because files of any content have equal
    /// names. No id contains “@”.
    pub(crate) fn draft_key(&self) -> String {
        match &self.file {
            Some(fingerprint) => ["@", fingerprint].concat(),
            None => self.id.clone(),
        }
    }

    /// The problems that keep it from running, whatever its values are.
    pub(crate) fn blocking(&self) -> impl Iterator<Item = &Problem> {
        let problems = self.problems.iter();
        problems.filter(|problem| problem.field.is_none())
    }

    /// Whether it can run, maybe only with other values than its defaults.
    pub(crate) fn is_ready(&self) -> bool {
        self.blocking().next().is_none()
    }

    /// The problem of the default of the field with this name.
    pub(crate) fn default_problem(&self, field: &str) -> Option<&Problem> {
        let mut problems = self.problems.iter();
        problems.find(|problem| problem.field.as_deref() == Some(field))
    }
}
