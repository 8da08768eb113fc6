//! The models that the defaults of fields name: a run with another value does without them. Does not know which
//! engine has which.

use std::collections::{HashMap, HashSet};

use super::fill::fill;
use super::input_schema::InputSchema;
use workflow::classes::NodeClasses;
use workflow::lower::ChosenModel;
use workflow::{Problem, Workflow};

/// The models that the defaults of a workflow's fields name. Files of ComfyUI's input folder are not among them.
pub fn default_models(workflow: &Workflow, schema: &InputSchema) -> Vec<ChosenModel> {
    workflow.chosen_models(&fill(schema, &HashMap::new(), &HashMap::new()))
}

/// A problem at the field of each of these models, which engines with these classes lack.
pub fn default_problems<'a>(
    workflow: &Workflow,
    schema: &InputSchema,
    missing: impl IntoIterator<Item = &'a ChosenModel>,
    classes: &NodeClasses,
) -> Vec<Problem> {
    let mut fields = HashSet::new();
    let problem = |chosen: &ChosenModel| {
        let mut all = schema.fields.iter();
        let field = &all.find(|field| field.node == chosen.key)?.name;
        let problem = workflow.default_problem(&chosen.model, field, classes)?;
        fields.insert(field.clone()).then_some(problem)
    };
    missing.into_iter().filter_map(problem).collect()
}

/// The problems of defaults that need a model which engines with these classes lack.
pub(crate) fn missing_defaults(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
) -> Vec<Problem> {
    let needed = workflow.main_nodes(classes);
    let mut models = default_models(workflow, schema);
    models.retain(|chosen| needed.contains(&chosen.model.node) && chosen.model.is_missing(classes));
    default_problems(workflow, schema, &models, classes)
}
