//! A workflow as runs were accepted with it: its graph, and the fields that its values were checked against. Most
//! often that is the workflow as it is deployed now. Knows no values.

use std::sync::Arc;

use crate::conversion::Converted;
use crate::runnable_workflow::RunnableWorkflow;
use schema::{self, InputSchema};
use workflow::classes::NodeClasses;
use workflow::{NamedModel, Workflow};

/// A workflow as runs were accepted with it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Accepted {
    form: Form,
    /// The version, unless it was deleted.
    deployed: Option<Arc<RunnableWorkflow>>,
    /// The models that it names itself.
    models: Arc<[NamedModel]>,
    /// Whether the version is converted to another workflow since then, because engines have changed.
    is_outdated: bool,
}

/// A graph with its fields.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Deployed(Arc<RunnableWorkflow>),
    Other(Arc<Converted>),
}

impl Form {
    pub(crate) fn workflow(&self) -> &Workflow {
        match self {
            Self::Deployed(deployed) => &deployed.workflow,
            Self::Other(other) => &other.workflow,
        }
    }

    pub(crate) fn schema(&self) -> &InputSchema {
        match self {
            Self::Deployed(deployed) => &deployed.schema,
            Self::Other(other) => &other.schema,
        }
    }
}

impl Accepted {
    /// A workflow as it is deployed.
    pub fn of(deployed: Arc<RunnableWorkflow>) -> Self {
        Self {
            models: deployed.models.clone(),
            form: Form::Deployed(deployed.clone()),
            deployed: Some(deployed),
            is_outdated: false,
        }
    }

    /// A workflow with its fields, of a version that is not deployed.
    pub fn stored(workflow: Workflow, schema: InputSchema) -> Self {
        Self {
            models: workflow.own_models().into(),
            form: Form::Other(Arc::new(Converted { workflow, schema })),
            deployed: None,
            is_outdated: false,
        }
    }

    /// The workflow of a stored run, from its text and that of its schema, which runs of older programs do not have.
    /// Its version may be deployed.
    pub fn of_run(
        text: &str,
        schema: Option<&str>,
        deployed: Option<Arc<RunnableWorkflow>>,
    ) -> Self {
        let copy = deployed.as_ref().map(|deployed| deployed.copy());
        let is_same = copy.is_some_and(|copy| copy.workflow == text);
        let is_own = |own: &str| copy.is_some_and(|copy| copy.schema == own);
        if let Some(deployed) = &deployed
            && is_same
            && schema.is_none_or(is_own)
        {
            return Self::of(deployed.clone());
        }
        let (workflow, _) = Workflow::parse(text);
        let schema = schema.and_then(|text| serde_json::from_str(text).ok());
        let schema = schema.unwrap_or_else(|| schema::read(&workflow).0);
        let mut accepted = Self::stored(workflow, schema);
        if let Some(deployed) = &deployed {
            let models = accepted.models.iter();
            let needed = models.filter(|model| deployed.needed.contains(&model.node));
            accepted.models = needed.cloned().collect();
        }
        accepted.is_outdated = !is_same;
        accepted.deployed = deployed;
        accepted
    }

    /// Its graph.
    pub fn workflow(&self) -> &Workflow {
        self.form.workflow()
    }

    /// Its fields.
    pub fn schema(&self) -> &InputSchema {
        self.form.schema()
    }

    /// The models that it names, whatever the values of its fields are.
    pub fn models(&self) -> &[NamedModel] {
        &self.models
    }

    /// Whether an output needs the node, as far as is known.
    pub(crate) fn needs(&self, node: &str) -> bool {
        let deployed = self.deployed.as_ref();
        deployed.is_none_or(|deployed| deployed.needed.contains(node))
    }

    /// The graph and the fields as an engine with these classes needs them.
    pub(crate) fn form_for(&self, classes: &Arc<NodeClasses>) -> Form {
        let source = self
            .deployed
            .as_ref()
            .and_then(|now| Some((now, now.source.as_ref()?)));
        let Some((now, source)) = source else {
            return self.form.clone();
        };
        match source.converted_for(classes) {
            Some(converted) => Form::Other(converted),
            None if self.is_outdated => Form::Deployed(now.clone()),
            None => self.form.clone(),
        }
    }
}
