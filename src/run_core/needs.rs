//! What a workflow or a run needs of an engine: node classes, models, and that it accepts the prompt. No I/O.

use std::sync::Arc;

use workflow::classes::NodeClasses;
use workflow::lower::{ChosenModel, unknown_classes};
use workflow::{NamedModel, Problem, Workflow};

/// What a workflow or a run needs of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Needs<'a> {
    /// The graph.
    pub workflow: &'a Workflow,
    /// The models that the workflow names itself.
    pub models: &'a [NamedModel],
    /// The models that the values of a run name.
    pub chosen: &'a [ChosenModel],
    /// What engines say about its prompt; `None` if the prompt is checked elsewhere.
    pub verdicts: Option<&'a dyn Verdicts>,
}

/// What engines say about the prompt of a workflow.
pub trait Verdicts: std::fmt::Debug + Sync {
    /// The verdict of an engine with these classes, which has all classes of the workflow.
    fn verdict(&self, known: &Arc<NodeClasses>) -> Arc<Verdict>;
}

/// What an engine says about the prompt of a workflow.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What it refuses, whatever the values of fields are.
    pub problems: Vec<Problem>,
    /// What keeps only outputs from being produced that a run goes on without.
    pub left_out: Vec<Problem>,
    /// Whether some of it is the lack of an option, which the engine may have got since.
    pub lacks_option: bool,
}

/// What an engine lacks of it.
#[derive(Debug, Default)]
pub struct Missing<'a> {
    /// The names of the node classes.
    pub classes: Vec<&'a str>,
    /// The models that the workflow names itself.
    pub models: Vec<&'a NamedModel>,
    /// The models that the values name.
    pub chosen: Vec<&'a ChosenModel>,
    /// What it says about the prompt.
    pub verdict: Arc<Verdict>,
}

impl<'a> Needs<'a> {
    /// What an engine with these classes lacks.
    pub fn missing(self, known: &Arc<NodeClasses>) -> Missing<'a> {
        let models = self.models.iter().filter(|model| model.is_missing(known));
        let chosen = self.chosen.iter();
        let chosen = chosen.filter(|chosen| chosen.model.is_missing(known));
        let classes = unknown_classes(self.workflow, known);
        let verdicts = self.verdicts.filter(|_| classes.is_empty());
        Missing {
            models: models.collect(),
            chosen: chosen.collect(),
            verdict: verdicts.map_or_else(Arc::default, |verdicts| verdicts.verdict(known)),
            classes,
        }
    }

    /// Whether an engine with these classes has everything.
    pub fn are_met(self, known: &Arc<NodeClasses>) -> bool {
        self.missing(known).rank() == (0, 0, 0, 0)
    }
}

impl Missing<'_> {
    /// How much is missing: a class weighs more than any number of models, a model of the workflow more than what is
    /// refused, and that more than any number of models that another value would replace.
    pub fn rank(&self) -> (usize, usize, usize, usize) {
        let refused = self.verdict.problems.len();
        (
            self.classes.len(),
            self.models.len(),
            refused,
            self.chosen.len(),
        )
    }

    /// Whether another workflow or engine is needed, not only other values.
    pub fn is_of_workflow(&self) -> bool {
        let (classes, models, refused, _) = self.rank();
        (classes, models, refused) != (0, 0, 0)
    }
}
