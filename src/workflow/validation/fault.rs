//! What an engine would refuse in a prompt. Does not know the rules that find it.

use crate::graph::Workflow;
use crate::problem::{Problem, short, truncate};

/// Something in a prompt that an engine refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The id of the node; `None` if it concerns the prompt as a whole.
    pub node: Option<String>,
    /// The name of the node's input, as the prompt has it.
    pub input: Option<String>,
    /// The kind of fault.
    pub kind: FaultKind,
    /// What is wrong, as the end of a sentence about the input, such as `must be at least 1, not 0`; about the node
    /// if there is no input, or about the prompt if there is no node.
    pub message: String,
    /// The code of the problem that it becomes.
    code: &'static str,
    /// The values in the message, in the order that the code defines.
    args: Vec<String>,
}

/// The kind of a fault, in ComfyUI's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// No node of the prompt is an output.
    PromptNoOutputs,
    /// The engine has no such class.
    MissingNodeType,
    /// A required input has neither a value nor a link.
    RequiredInputMissing,
    /// A list that is not a link.
    BadLinkedInput,
    /// The linked output has another type.
    ReturnTypeMismatch,
    /// The linked node does not exist.
    MissingSource,
    /// The linked node has no such output.
    MissingOutput,
    /// A value that cannot be compared with a bound.
    IncomparableValue,
    /// A value of the wrong type.
    InvalidInputType,
    /// A value below the least one.
    ValueSmallerThanMin,
    /// A value above the greatest one.
    ValueBiggerThanMax,
    /// A value that is not an option.
    ValueNotInList,
    /// A node that depends on itself.
    DependencyCycle,
}

/// Why an engine refuses an input.
pub(super) struct Refusal {
    kind: FaultKind,
    code: &'static str,
    args: Vec<String>,
    message: String,
}

impl Refusal {
    /// `code` and `args` are those of the problem, without the name of the input.
    pub(super) fn new<const N: usize>(
        kind: FaultKind,
        code: &'static str,
        args: [String; N],
        message: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            code,
            args: args.into(),
            message: message.into(),
        }
    }
}

impl FaultKind {
    /// ComfyUI's name, the `type` of an error.
    pub fn name(self) -> &'static str {
        match self {
            Self::PromptNoOutputs => "prompt_no_outputs",
            Self::MissingNodeType => "missing_node_type",
            Self::RequiredInputMissing => "required_input_missing",
            Self::BadLinkedInput => "bad_linked_input",
            Self::ReturnTypeMismatch => "return_type_mismatch",
            Self::MissingSource | Self::MissingOutput | Self::IncomparableValue => {
                "exception_during_validation"
            }
            Self::InvalidInputType => "invalid_input_type",
            Self::ValueSmallerThanMin => "value_smaller_than_min",
            Self::ValueBiggerThanMax => "value_bigger_than_max",
            Self::ValueNotInList => "value_not_in_list",
            Self::DependencyCycle => "dependency_cycle",
        }
    }

    /// Whether another value of the input would be accepted.
    pub fn is_about_value(self) -> bool {
        matches!(
            self,
            Self::RequiredInputMissing
                | Self::IncomparableValue
                | Self::InvalidInputType
                | Self::ValueSmallerThanMin
                | Self::ValueBiggerThanMax
                | Self::ValueNotInList
        )
    }
}

impl Fault {
    /// A refused input of a node.
    pub(super) fn of_input(node: &str, input: &str, refusal: Refusal) -> Self {
        Self {
            node: Some(node.to_owned()),
            input: Some(input.to_owned()),
            kind: refusal.kind,
            message: refusal.message,
            code: refusal.code,
            args: refusal.args,
        }
    }

    /// A fault of a node.
    pub(super) fn of_node(node: &str, refusal: Refusal) -> Self {
        Self {
            input: None,
            ..Self::of_input(node, "", refusal)
        }
    }

    /// A fault of the prompt as a whole.
    pub(super) fn whole(refusal: Refusal) -> Self {
        Self {
            node: None,
            ..Self::of_node("", refusal)
        }
    }

    /// Faults as problems of the workflow that the prompt was made of, the first of them if there are many.
    pub fn problems(faults: &[Self], workflow: &Workflow) -> Vec<Problem> {
        let mut problems = faults.iter().map(|fault| fault.problem(workflow)).collect();
        truncate(&mut problems);
        problems
    }

    /// The same as a problem of the workflow that the prompt was made of.
    pub fn problem(&self, workflow: &Workflow) -> Problem {
        let input = self.input.as_deref().map(short);
        let message = match &input {
            Some(input) => format!("its input `{input}` {}", self.message),
            None => self.message.clone(),
        };
        let problem = match &self.node {
            Some(id) => match workflow.node(id) {
                Some(node) => Problem::at(node, message),
                None => Problem::of(id, message),
            },
            None => Problem::whole(message),
        };
        let args = input.as_deref().into_iter();
        let args: Vec<&str> = args.chain(self.args.iter().map(String::as_str)).collect();
        let problem = problem.coded(self.code, &args);
        Problem { input, ..problem }
    }
}
