//! Follows links step by step, and remembers where each output led. Does not know node roles.

use std::collections::HashMap;

use serde_json::Value;

use super::source::{Missing, Source};
use super::step::{OutputRef, Step, Steps};
use crate::editor::expansion::Scopes;
use crate::editor::node_role::NodeRole;
use crate::editor::widget::CONTROL_NAME;
use crate::serialized::SerializedSlot;

/// Finds the origins of values.
pub(crate) struct LinkResolver<'a> {
    steps: Steps<'a>,
    /// The origin of each output seen; `None` while it is being resolved.
    resolved: HashMap<OutputRef, Option<Source>>,
}

impl<'a> LinkResolver<'a> {
    pub(crate) fn new(scopes: &'a Scopes) -> Self {
        Self {
            steps: Steps::new(scopes),
            resolved: HashMap::new(),
        }
    }

    /// The origin of `input`, an input of a node in `scope`, that is linked by `link`.
    pub(crate) fn source(&mut self, scope: usize, input: &'a SerializedSlot, link: i64) -> Source {
        let slot_type = self.steps.slot_type(&input.kind);
        let mut path = Vec::new();
        let mut step = Step::Link(scope, link, slot_type);
        let mut source = loop {
            if !self.steps.spend(1) {
                break Source::Missing(Missing::Path);
            }
            step = match step {
                Step::Link(scope, link, slot_type) => self.steps.along(scope, link, slot_type),
                Step::Output(output) => match self.resolved.get(&output) {
                    Some(Some(known)) => break known.clone(),
                    Some(None) => break Source::Missing(Missing::Path),
                    None => {
                        self.resolved.insert(output, None);
                        path.push(output);
                        self.steps.out_of(output)
                    }
                },
                Step::Done(source) => break source,
            };
        };
        for output in path.into_iter().rev() {
            // A primitive only sets widgets that it is linked to, not those behind other nodes.
            let is_primitive = matches!(source, Source::Primitive(..));
            let node = self.steps.scopes.node(output.scope, output.node);
            if is_primitive && node.is_none_or(|node| node.role != NodeRole::Primitive) {
                source = Source::Nothing;
            }
            self.resolved.insert(output, Some(source.clone()));
        }
        source
    }

    /// The value of a primitive or a promoted widget.
    pub(crate) fn value(&self, source: &Source) -> Option<&'a Value> {
        let scopes = self.steps.scopes;
        match *source {
            Source::Promoted(scope, slot) => scopes.get(scope)?.promoted.slots.get(&slot),
            Source::Primitive(scope, node) => {
                let own = scopes.node(scope, node)?.raw.widgets.get(0);
                self.promoted(scope, node).or(own)
            }
            _ => None,
        }
    }

    /// The value that a subgraph's node has for a primitive inside.
    fn promoted(&self, scope: usize, primitive: usize) -> Option<&'a Value> {
        let scope = self.steps.scopes.get(scope)?;
        let widgets = scope.promoted.inner.get(&primitive)?;
        let mut widgets = widgets.iter().rev();
        let found = widgets.find(|(name, _)| name != CONTROL_NAME)?;
        Some(&found.1)
    }

    /// Whether the value goes into the widget that it sets, and from there into the prompt. The value of a subgraph's
    /// node goes directly into the prompt.
    pub(crate) fn sets_widget(&self, source: &Source) -> bool {
        matches!(*source, Source::Primitive(scope, node) if self.promoted(scope, node).is_none())
    }

    /// How the value of a primitive or a promoted widget changes between runs.
    pub(crate) fn control(&self, source: &Source) -> Option<&'a Value> {
        let scopes = self.steps.scopes;
        match *source {
            Source::Promoted(scope, slot) => scopes.get(scope)?.promoted.controls.get(&slot),
            Source::Primitive(scope, node) => {
                let own = || scopes.node(scope, node)?.raw.widgets.get(1);
                scopes.get(scope)?.promoted.control_of(node).or_else(own)
            }
            _ => None,
        }
    }

    /// The id of a node in the prompt.
    pub(crate) fn id(&self, scope: usize, node: usize) -> Option<String> {
        let prefix = &self.steps.scopes.get(scope)?.prefix;
        let node = self.steps.scopes.node(scope, node)?;
        Some(format!("{prefix}{}", node.id))
    }
}
