//! A workflow that runs can be made with: its graph, its fields, and what it needs of an engine. Does not know where the
//! workflow came from.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::conversion::{Conversion, Source};
use crate::filename_prefix;
use crate::needs::{Needs, Verdict, Verdicts};
use crate::verdict_cache::{self, VerdictCache};
use schema::{self, InputSchema};
use workflow::classes::NodeClasses;
use workflow::lower::ChosenModel;
use workflow::{NamedModel, Problem, Workflow};

/// A workflow that runs can be made with.
#[derive(Debug)]
pub struct RunnableWorkflow {
    /// Counted from 1.
    pub version: u32,
    /// Its graph.
    pub workflow: Workflow,
    /// Its fields and outputs.
    pub schema: InputSchema,
    /// What keeps it from running at any engine.
    pub problems: Vec<Problem>,
    /// What keeps only outputs from being produced that a run goes on without.
    pub warnings: Vec<Problem>,
    /// What is wrong with the saved exposure next to it; also among the problems.
    pub exposure_problems: Vec<Problem>,
    /// Whether no engine's classes were known. ComfyUI's own have made the form then, and the problems are only those
    /// that the file has in any case.
    pub is_provisional: bool,
    /// The models that it names, whatever the values of its fields are.
    pub(crate) models: Arc<[NamedModel]>,
    /// The models that the defaults of its fields name.
    defaults: Vec<ChosenModel>,
    /// The ids of the nodes that the outputs need which its runs are for.
    pub(crate) needed: HashSet<String>,
    /// What an instance with other classes converts; `None` in ComfyUI's API format.
    pub(crate) source: Option<Arc<Source>>,
    /// What engines said about its prompt.
    verdicts: VerdictCache,
    copy: OnceLock<StoredCopy>,
}

/// What is stored of a workflow with each of its runs.
#[derive(Debug)]
pub struct StoredCopy {
    /// The graph, in ComfyUI's API format.
    pub workflow: String,
    /// The schema as JSON, without what only a form needs.
    pub schema: String,
}

impl Verdicts for RunnableWorkflow {
    fn verdict(&self, known: &Arc<NodeClasses>) -> Arc<Verdict> {
        let problems = &self.problems;
        self.verdicts.get_or_judge(known, || {
            let converted = self.source.as_ref();
            match converted.and_then(|source| source.converted_for(known)) {
                Some(own) => verdict_cache::judge(&own.workflow, &own.schema, known, problems),
                None => verdict_cache::judge(&self.workflow, &self.schema, known, problems),
            }
        })
    }
}

impl RunnableWorkflow {
    /// Reads the fields of a workflow with the classes of all engines, and adds to these problems every other one that
    /// keeps it from running.
    pub fn new(
        version: u32,
        conversion: Conversion,
        classes: &NodeClasses,
        mut problems: Vec<Problem>,
    ) -> Self {
        let Conversion {
            workflow,
            source,
            exposure_problems,
        } = conversion;
        let (schema, schema_problems) = schema::read_with(&workflow, classes);
        // Without any node, further problems only repeat that the file could not be read.
        if !workflow.nodes.is_empty() {
            problems.extend(exposure_problems.iter().cloned());
            problems.extend(schema_problems);
            problems.extend(filename_prefix::unsafe_prefixes(&workflow));
        }
        let is_provisional = classes.is_empty();
        problems.retain(|problem| !is_provisional || problem.is_of_the_file());
        let own = schema::own_problems(&workflow, &schema, classes, problems);
        let needed = workflow.main_nodes(classes);
        let mut models = workflow.own_models();
        models.retain(|model| needed.contains(&model.node));
        let mut defaults = schema::default_models(&workflow, &schema);
        defaults.retain(|chosen| needed.contains(&chosen.model.node));
        Self {
            version,
            workflow,
            schema,
            problems: own.blocking,
            warnings: own.left_out,
            exposure_problems,
            is_provisional,
            models: models.into(),
            defaults,
            needed,
            source,
            verdicts: VerdictCache::default(),
            copy: OnceLock::new(),
        }
    }

    /// What is stored with each of its runs; written once.
    pub fn copy(&self) -> &StoredCopy {
        self.copy.get_or_init(|| StoredCopy {
            workflow: self.workflow.to_value().to_string(),
            schema: serde_json::to_string(&self.schema.for_filling()).unwrap_or_default(),
        })
    }

    /// What it needs of an engine.
    pub fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: &self.workflow,
            models: &self.models,
            verdicts: Some(self),
            chosen: &[],
        }
    }

    /// What a run with the defaults of its fields needs of an engine.
    pub fn needs_with_defaults(&self) -> Needs<'_> {
        Needs {
            chosen: &self.defaults,
            ..self.needs()
        }
    }
}
