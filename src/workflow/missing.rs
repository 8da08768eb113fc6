//! What the connected engines lack of a workflow that a person opens.

use super::classes::NodeClasses;
use super::graph::Workflow;
use super::lower::{missing_class_problems, unknown_classes};
use super::models::NamedModel;
use super::problem::Problem;

/// A class that every ComfyUI has. Embedded engines don't: it needs a model.
const SAMPLER: &str = "KSampler";

impl Workflow {
    /// Why engines with these classes cannot run the workflow: classes and models that they do not have.
    pub fn missing_on(&self, engines: &NodeClasses) -> Vec<Problem> {
        let is_embedded = !engines.contains(SAMPLER);
        let mut problems = missing_class_problems(&unknown_classes(self, engines), is_embedded);
        let needed = self.main_nodes(engines);
        let models = self.own_models();
        let missing: Vec<&NamedModel> = models
            .iter()
            .filter(|model| needed.contains(&model.node) && model.is_missing(engines))
            .collect();
        problems.extend(self.model_problems(&missing, engines));
        problems
    }
}
