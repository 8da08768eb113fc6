//! What an engine would refuse of a workflow, whatever values a run gives. Does not know which engine.

use std::collections::HashMap;

use super::default_models::missing_defaults;
use super::fill::fill;
use super::input_schema::InputSchema;
use workflow::classes::NodeClasses;
use workflow::lower::{class_problems, lower, unknown_classes};
use workflow::marks::StandIn;
use workflow::validation::{Fault, FaultKind, validate_outputs};
use workflow::{Link, NamedModel, Problem, Workflow};

/// Stands for the name that an uploaded file has on the engine.
const UPLOADED: &str = "upload";

/// Everything that keeps an engine with these classes from executing a workflow, which has these problems of its
/// `own`: node classes and models that it lacks, and what it refuses.
pub fn engine_problems(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    own: &[Problem],
) -> Vec<Problem> {
    let unknown = unknown_classes(workflow, classes);
    let mut problems = class_problems(&unknown);
    if unknown.is_empty() {
        let faults = engine_faults(workflow, schema, classes, own);
        problems.extend(Fault::problems(&faults, workflow));
    }
    let (models, needed) = (workflow.own_models(), workflow.needed_nodes(classes));
    let is_missing =
        |model: &&NamedModel| needed.contains(&model.node) && model.is_missing(classes);
    let missing: Vec<&NamedModel> = models.iter().filter(is_missing).collect();
    problems.extend(workflow.model_problems(&missing, classes));
    problems.extend(missing_defaults(workflow, schema, classes));
    problems
}

/// The faults that keep an engine with these classes from executing the main outputs of a workflow. The fields
/// have their defaults. Left out are faults of a value that a field may change, models that the engine lacks, which
/// [`Workflow::model_problems`] reports, and what the workflow's `own` problems say already.
pub fn engine_faults(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    own: &[Problem],
) -> Vec<Fault> {
    let files = schema.fields.iter();
    let files = files.filter(|field| field.kind.accept().is_some());
    let files = files.map(|field| (field.name.clone(), UPLOADED.to_owned()));
    let values = fill(schema, &HashMap::new(), &files.collect());
    let lowered = lower(workflow, &values, classes);
    let main = workflow.main_outputs(classes);
    let mut faults = validate_outputs(&lowered, classes, |id| main.contains(id)).faults;
    faults.retain(|fault| !has_field(workflow, fault) && !is_known(fault, own));
    if faults
        .iter()
        .any(|fault| fault.kind == FaultKind::ValueNotInList)
    {
        let models: Vec<NamedModel> = workflow.models();
        faults.retain(|fault| !is_missing_model(&models, fault, classes));
    }
    faults
}

/// Whether the problems of a workflow have the same cause as a fault of its prompt.
fn is_known(fault: &Fault, own: &[Problem]) -> bool {
    let code = match fault.kind {
        FaultKind::MissingSource => "missing_node",
        FaultKind::DependencyCycle => "circle",
        FaultKind::PromptNoOutputs => "no_output",
        _ => return false,
    };
    own.iter()
        .any(|problem| problem.code.as_deref() == Some(code))
}

/// Whether another value of a field would mend it.
fn has_field(workflow: &Workflow, fault: &Fault) -> bool {
    let (Some(node), Some(input)) = (&fault.node, &fault.input) else {
        return false;
    };
    fault.kind.is_about_value() && is_fed(workflow, node, input)
}

/// Whether an input of a node takes the value of a field: as a target of the exposure, as a marker node, or from one.
fn is_fed(workflow: &Workflow, id: &str, input: &str) -> bool {
    if workflow.app_input(id, input).is_some() {
        return true;
    }
    let exposure = workflow.exposure();
    let Some(node) = workflow.node(id) else {
        return false;
    };
    if let Some(mark) = exposure.mark(node) {
        let is_core = matches!(mark.stand_in, StandIn::Node(core) if core.input == input);
        return is_core || mark.value == Some(input);
    }
    let link = node.inputs.get(input).and_then(Link::of);
    let source = link.and_then(|link| workflow.node(link.node));
    source.is_some_and(|source| exposure.mark(source).is_some())
}

fn is_missing_model(models: &[NamedModel], fault: &Fault, classes: &NodeClasses) -> bool {
    let at_input = |model: &NamedModel| {
        fault.node.as_ref() == Some(&model.node) && fault.input.as_ref() == Some(&model.input)
    };
    let mut models = models.iter().filter(|model| at_input(model));
    fault.kind == FaultKind::ValueNotInList && models.any(|model| model.is_missing(classes))
}
