//! A workflow as runs were accepted with it: its graph, and the fields that its values were checked against. Most
//! often that is the workflow as it is deployed now. Knows no values.

use std::sync::Arc;

use crate::catalog::{Converted, DeployedWorkflow};
use schema::{self, InputSchema};
use store::RunRecord;
use workflow::classes::NodeClasses;
use workflow::{NamedModel, Workflow};

/// A workflow as runs were accepted with it. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    form: Form,
    /// The version, unless it was deleted.
    deployed: Option<Arc<DeployedWorkflow>>,
    /// The models that it names itself.
    models: Arc<[NamedModel]>,
    /// Whether the version is converted to another workflow since then, because engines have changed.
    is_outdated: bool,
}

/// A graph with its fields.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Deployed(Arc<DeployedWorkflow>),
    Other(Arc<Converted>),
}

impl Form {
    pub(super) fn workflow(&self) -> &Workflow {
        match self {
            Self::Deployed(deployed) => &deployed.workflow,
            Self::Other(other) => &other.workflow,
        }
    }

    pub(super) fn schema(&self) -> &InputSchema {
        match self {
            Self::Deployed(deployed) => &deployed.schema,
            Self::Other(other) => &other.schema,
        }
    }
}

impl Accepted {
    /// A workflow as it is deployed.
    pub(crate) fn of(deployed: Arc<DeployedWorkflow>) -> Self {
        Self {
            models: deployed.models.clone(),
            form: Form::Deployed(deployed.clone()),
            deployed: Some(deployed),
            is_outdated: false,
        }
    }

    /// A workflow with its fields, of a version that is not deployed.
    pub(crate) fn stored(workflow: Workflow, schema: InputSchema) -> Self {
        Self {
            models: workflow.own_models().into(),
            form: Form::Other(Arc::new(Converted { workflow, schema })),
            deployed: None,
            is_outdated: false,
        }
    }

    /// The workflow of a stored run, whose version may be deployed. `None` when the run has ended.
    pub(crate) fn of_run(run: &RunRecord, deployed: Option<Arc<DeployedWorkflow>>) -> Option<Self> {
        let text = run.workflow.as_deref()?;
        let copy = deployed.as_ref().map(|deployed| deployed.copy());
        let is_same = copy.is_some_and(|copy| copy.workflow == text);
        if is_same
            && run
                .schema
                .as_ref()
                .is_none_or(|own| copy.is_some_and(|copy| copy.schema == *own))
        {
            return deployed.map(Self::of);
        }
        let (workflow, _) = Workflow::parse(text);
        let schema = run.schema.as_deref();
        let schema = schema.and_then(|text| serde_json::from_str(text).ok());
        // Runs of older programs have none.
        let schema = schema.unwrap_or_else(|| schema::read(&workflow).0);
        let mut accepted = Self::stored(workflow, schema);
        if let Some(deployed) = &deployed {
            let models = accepted.models.iter();
            let needed = models.filter(|model| deployed.needed.contains(&model.node));
            accepted.models = needed.cloned().collect();
        }
        accepted.is_outdated = !is_same;
        accepted.deployed = deployed;
        Some(accepted)
    }

    pub(crate) fn workflow(&self) -> &Workflow {
        self.form.workflow()
    }

    pub(crate) fn schema(&self) -> &InputSchema {
        self.form.schema()
    }

    /// The models that it names, whatever the values of its fields are.
    pub(crate) fn models(&self) -> &[NamedModel] {
        &self.models
    }

    /// Whether an output needs the node, as far as is known.
    pub(super) fn needs(&self, node: &str) -> bool {
        let deployed = self.deployed.as_ref();
        deployed.is_none_or(|deployed| deployed.needed.contains(node))
    }

    /// The graph and the fields as an engine with these classes needs them.
    pub(super) fn form_for(&self, classes: &Arc<NodeClasses>) -> Form {
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
