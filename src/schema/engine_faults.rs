//! What an engine would refuse of a workflow, whatever values a run gives. Does not know which engine.

use std::collections::{HashMap, HashSet};

use super::default_models::missing_defaults;
use super::fill::fill;
use super::input_schema::InputSchema;
use workflow::classes::NodeClasses;
use workflow::lower::{class_problems, lower, unknown_classes};
use workflow::marks::StandIn;
use workflow::validation::{Fault, FaultKind, MainVerdict, validate_main};
use workflow::{Link, NamedModel, Problem, Workflow};

/// Stands for the name that an uploaded file has on the engine.
const UPLOADED: &str = "upload";

/// What engines refuse of a workflow.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused<T> {
    /// What keeps a run from starting.
    pub blocking: Vec<T>,
    /// What keeps only outputs from being produced that a run goes on without, and notes.
    pub left_out: Vec<T>,
}

impl<T> Default for Refused<T> {
    fn default() -> Self {
        Self {
            blocking: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

/// Everything that keeps an engine with these classes from executing a workflow, which has these problems of its
/// `own`: node classes and models that it lacks, and what it refuses. The own problems are among them, unless an
/// engine does not look at their nodes.
pub fn engine_problems(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    own: Vec<Problem>,
) -> Refused<Problem> {
    let unknown = unknown_classes(workflow, classes);
    let lacking = class_problems(&unknown);
    let faults = match unknown.is_empty() {
        true => engine_faults(workflow, schema, classes, &own),
        false => Refused::default(),
    };
    let mut refused = own_problems(workflow, schema, classes, own);
    refused.blocking.extend(lacking);
    let problems = |faults: &[Fault]| Fault::problems(faults, workflow);
    refused.blocking.extend(problems(&faults.blocking));
    refused.left_out.extend(problems(&faults.left_out));
    let (models, needed) = (workflow.own_models(), workflow.main_nodes(classes));
    let is_missing =
        |model: &&NamedModel| needed.contains(&model.node) && model.is_missing(classes);
    let missing: Vec<&NamedModel> = models.iter().filter(is_missing).collect();
    let missing = workflow.model_problems(&missing, classes);
    refused.blocking.extend(missing);
    let defaults = missing_defaults(workflow, schema, classes);
    refused.blocking.extend(defaults);
    refused
}

/// What of these problems of a workflow keeps a run from starting. Notes do not. An engine does not look at the links and values of
/// nodes that no output needs.
pub fn own_problems(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    problems: Vec<Problem>,
) -> Refused<Problem> {
    let (notes, problems) = problems.into_iter().partition(Problem::is_note);
    let mut refused = of_execution(workflow, schema, classes, problems);
    refused.left_out.extend::<Vec<_>>(notes);
    refused
}

fn of_execution(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    problems: Vec<Problem>,
) -> Refused<Problem> {
    let main = workflow.main_outputs(classes);
    let is_of_execution = |problem: &Problem| is_of_execution(problem, classes);
    if main.is_empty() || !problems.iter().any(is_of_execution) {
        return Refused {
            blocking: problems,
            left_out: Vec::new(),
        };
    }
    let main = verdict(workflow, schema, classes).outputs;
    let main = main
        .iter()
        .filter_map(|id| Some(workflow.node(id)?.id.as_str()));
    let main = workflow.needed_by(main);
    let executed = workflow.needed_nodes(classes);
    let mut refused = Refused::default();
    for problem in problems {
        let is_of = |nodes: &HashSet<String>| {
            let mut node = problem.node.iter();
            node.any(|node| nodes.contains(node))
        };
        if !is_of_execution(&problem) || is_of(&main) {
            refused.blocking.push(problem);
        } else if is_of(&executed) {
            refused.left_out.push(problem);
        }
    }
    refused
}

/// Whether a problem matters only if its node is executed. An engine refuses a class that it does not know wherever it
/// is.
fn is_of_execution(problem: &Problem, classes: &NodeClasses) -> bool {
    let is_known = |class: &String| classes.contains(class);
    match problem.code.as_deref() {
        Some("missing_node" | "circle") => problem.node.is_some(),
        Some("values_of_type" | "values_unnamed") => problem.class.as_ref().is_some_and(is_known),
        _ => false,
    }
}

/// The verdict on a workflow whose fields have their defaults.
fn verdict(workflow: &Workflow, schema: &InputSchema, classes: &NodeClasses) -> MainVerdict {
    let files = schema.fields.iter();
    let files = files.filter(|field| field.kind.accept().is_some());
    let files = files.map(|field| (field.name.clone(), UPLOADED.to_owned()));
    let values = fill(schema, &HashMap::new(), &files.collect());
    let lowered = lower(workflow, &values, classes);
    validate_main(workflow, &lowered, classes, |fault| {
        has_field(workflow, fault)
    })
}

/// The faults that keep an engine with these classes from executing the main outputs of a workflow. The fields
/// have their defaults. Left out are faults of a value that a field may change, models that the engine lacks, which
/// [`Workflow::model_problems`] reports, and what the workflow's `own` problems say already.
pub fn engine_faults(
    workflow: &Workflow,
    schema: &InputSchema,
    classes: &NodeClasses,
    own: &[Problem],
) -> Refused<Fault> {
    let MainVerdict {
        mut faults,
        mut left_out,
        ..
    } = verdict(workflow, schema, classes);
    faults.retain(|fault| !has_field(workflow, fault) && !is_known(fault, own));
    left_out.retain(|fault| !has_field(workflow, fault) && !is_known(fault, own));
    if faults
        .iter()
        .any(|fault| fault.kind == FaultKind::ValueNotInList)
    {
        let models: Vec<NamedModel> = workflow.models();
        faults.retain(|fault| !is_missing_model(&models, fault, classes));
    }
    Refused {
        blocking: faults,
        left_out,
    }
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
