//! What a workflow or a run needs of an engine: node classes and models. No I/O.

use crate::workflow::classes::NodeClasses;
use crate::workflow::lower::unknown_classes;
use crate::workflow::{NamedModel, Workflow};

/// What a workflow or a run needs of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs<'a> {
    pub(crate) workflow: &'a Workflow,
    pub(crate) models: &'a [NamedModel],
}

/// What an engine lacks of it.
#[derive(Debug, Default)]
pub(crate) struct Missing<'a> {
    pub(crate) classes: Vec<&'a str>,
    pub(crate) models: Vec<&'a NamedModel>,
}

impl<'a> Needs<'a> {
    /// What an engine with these classes lacks.
    pub(crate) fn missing(self, known: &NodeClasses) -> Missing<'a> {
        let models = self.models.iter().filter(|model| model.is_missing(known));
        Missing {
            classes: unknown_classes(self.workflow, known),
            models: models.collect(),
        }
    }

    /// Whether an engine with these classes has everything.
    pub(crate) fn are_met(self, known: &NodeClasses) -> bool {
        self.missing(known).rank() == (0, 0)
    }
}

impl Missing<'_> {
    /// How much is missing: a class weighs more than any number of models.
    pub(crate) fn rank(&self) -> (usize, usize) {
        (self.classes.len(), self.models.len())
    }
}
