//! The nodes of the prompt: every node that is executed, with its widget values and links. Does not
//! know App Mode.

use serde_json::{Map, Value, json};

use super::expansion::{ROOT, Scope, Scopes};
use super::graph::GraphNode;
use super::link_resolver::{LinkResolver, Source};
use super::node_role::{self, NodeRole};
use super::widget::NamedValues;
use super::{copy_size, renamed, widget};
use crate::app_input::Target;
use crate::classes::{NodeClass, NodeClasses};
use crate::custom_combo;
use crate::dependencies::NodeIndex;
use crate::graph::{Link, Node, Workflow};
use crate::problem::Problem;

/// Maximum size of the values that primitives and promoted widgets copy into other nodes, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The nodes of the prompt, and their inputs that are drawn anew, in the order of ComfyUI's own export: first nodes with a numeric id, in
/// numeric order; then those of subgraphs. Problems of nodes that no output needs are left out.
pub(super) fn nodes(
    scopes: &Scopes,
    classes: &NodeClasses,
    problems: &mut Vec<Problem>,
) -> (Workflow, NodeIndex) {
    let mut writer = PromptWriter {
        resolver: LinkResolver::new(scopes),
        classes,
        bytes_left: MOST_BYTES,
        random: Vec::new(),
        problems: Vec::new(),
    };
    let mut nodes = Vec::new();
    let mut pending = vec![ROOT];
    while let Some(at) = pending.pop() {
        let Some(scope) = scopes.get(at) else {
            continue;
        };
        let mut inner: Vec<usize> = Vec::new();
        for (node_index, node) in scope.graph.nodes.iter().enumerate() {
            inner.extend(scope.children.get(&node_index));
            if node.role != NodeRole::Executed || node.is_muted() || node.is_bypassed() {
                continue;
            }
            if node_role::is_subgraph_id(&node.class)
                || node_role::group_name(&node.class).is_some()
            {
                let message =
                    "its subgraph or group is missing from the file; save the workflow again";
                let problem = node.problem(&scope.prefix, message);
                problems.push(problem.coded("missing_subgraph", &[]));
                continue;
            }
            nodes.push(writer.node(scope, (at, node_index), node));
        }
        pending.extend(inner.into_iter().rev());
    }
    nodes.sort_by_cached_key(|node| node.id.parse::<u64>().unwrap_or(u64::MAX));
    let ids = nodes.iter().enumerate();
    let index = ids.map(|(index, node)| (node.id.clone(), index)).collect();
    drop_dangling_links(&mut nodes, &index);
    let workflow = Workflow {
        nodes,
        random: writer.random,
        ..Workflow::default()
    };
    workflow.retain_needed(&mut writer.problems, classes);
    problems.append(&mut writer.problems);
    (workflow, index)
}

struct PromptWriter<'a> {
    resolver: LinkResolver<'a>,
    classes: &'a NodeClasses,
    bytes_left: usize,
    random: Vec<Target>,
    problems: Vec<Problem>,
}

impl<'a> PromptWriter<'a> {
    fn node(
        &mut self,
        scope: &Scope,
        (at, node_index): (usize, usize),
        node: &'a GraphNode,
    ) -> Node {
        let mut named = widget::named(&node.class, &node.raw, self.classes);
        named.send(&node.class, &node.id);
        if named.lost > 0 {
            self.problems.push(lost(node, &scope.prefix, &named));
        }
        let id = format!("{}{}", scope.prefix, node.id);
        if let Some(control) = scope.promoted.control_of(node_index) {
            let is_random = widget::is_random(control);
            let controlled = named.controlled.iter_mut();
            controlled.for_each(|(_, own)| *own = is_random);
        }
        let inputs = &mut named.values;
        for (name, value) in scope.promoted.inner.get(&node_index).into_iter().flatten() {
            if name != widget::CONTROL_NAME && self.takes_value(&node.class, name, inputs) {
                inputs.insert(name.clone(), widget::wrapped(value.clone()));
            }
        }
        self.add_linked_inputs(scope, (at, node_index), node, &mut named);
        custom_combo::update(&node.class, &mut named.values);
        let random = named.controlled.into_iter().filter(|(_, random)| *random);
        self.random.extend(random.map(|(input, _)| Target {
            node: id.clone(),
            input,
        }));
        Node {
            id,
            class: node.class.clone(),
            title: node.raw.title.clone(),
            inputs: named.values,
        }
    }

    /// Adds the inputs that are linked, in place of their widget values.
    fn add_linked_inputs(
        &mut self,
        scope: &Scope,
        (at, node_index): (usize, usize),
        node: &'a GraphNode,
        named: &mut NamedValues,
    ) {
        let promoted = scope.promoted.inner.get(&node_index);
        let is_promoted = |name: &str| {
            let mut widgets = promoted.into_iter().flatten();
            widgets.any(|(widget, _)| widget == name)
        };
        let class = self.classes.get_or_core(&node.class);
        for input in &node.raw.inputs {
            let Some(link) = input.link else { continue };
            let name = renamed::input(input, &node.raw, class);
            let source = self.resolver.source(at, input, link);
            // A widget that the subgraph's node shows by itself does not share the value of an input.
            if matches!(source, Source::Promoted(..)) && is_promoted(name) {
                continue;
            }
            let is_link = matches!(source, Source::Node(..));
            let sets_widget = self.resolver.sets_widget(&source);
            let own = class.and_then(|class| class.input(name));
            let control = self.resolver.control(&source);
            match self.value(source) {
                Ok(Some(value))
                    if is_link || self.takes_value(&node.class, name, &named.values) =>
                {
                    let value = match own.filter(|_| sets_widget) {
                        Some(own) => named.set_value(name, widget::fitted(value, own)),
                        None => value,
                    };
                    named.values.insert(name.to_owned(), value);
                    if let Some(control) = control {
                        named.set_control(name, control);
                    }
                }
                Ok(_) => {}
                Err(why) => {
                    let message = format!("its input `{}` {why}", input.name);
                    let problem = node.problem(&scope.prefix, message);
                    self.problems.push(problem.of_input(&input.name));
                }
            }
        }
    }

    /// Whether an input can have a value other than a link. An input that another brings has its name in front.
    fn takes_value(&self, class: &str, input: &str, named: &Map<String, Value>) -> bool {
        let first = input.split('.').next().unwrap_or(input);
        let has = |class: &NodeClass| class.input(input).or(class.input(first)).is_some();
        let class = self.classes.get_or_core(class);
        named.contains_key(input) || class.is_none_or(has)
    }

    fn spend(&mut self, value: &Value) -> Result<(), &'static str> {
        if self.bytes_left > 0 {
            self.bytes_left = self.bytes_left.saturating_sub(copy_size::of_value(value));
        }
        match self.bytes_left {
            0 => Err("is left out: the primitives in the file hold too much data"),
            _ => Ok(()),
        }
    }

    /// The value of an input with this source; `None` keeps its widget's value.
    fn value(&mut self, source: Source) -> Result<Option<Value>, String> {
        match source {
            Source::Node(scope, node, slot) => {
                let id = self.resolver.id(scope, node);
                Ok(id.map(|id| json!([id, slot])))
            }
            Source::Primitive(..) | Source::Promoted(..) => {
                let Some(value) = self.resolver.value(&source) else {
                    return Ok(None);
                };
                self.spend(value)?;
                Ok(Some(widget::wrapped(value.clone())))
            }
            Source::Nothing => Ok(None),
            Source::Missing(missing) => Err(missing.description()),
        }
    }
}

/// The problem of a node with values that have no name.
fn lost(node: &GraphNode, prefix: &str, named: &NamedValues) -> Problem {
    let count = named.lost.to_string();
    if let Some((input, kind)) = &named.unknown {
        let message = format!(
            "{count} of its values cannot be matched to its widgets, since its input `{input}` is of \
             the type {kind}, which is unknown here; use Export (API) in ComfyUI"
        );
        let problem = node.problem(prefix, message);
        return problem.coded("values_of_type", &[&count, input, kind]);
    }
    let message = format!(
        "{count} of its values cannot be matched to its widgets; save the workflow again with the \
         engine's version of this node"
    );
    let problem = node.problem(prefix, message);
    problem.coded("values_unnamed", &[&count])
}

/// Drops links to nodes that are not executed, as ComfyUI does.
fn drop_dangling_links(nodes: &mut [Node], index: &NodeIndex) {
    for node in nodes {
        node.inputs
            .retain(|_, value| Link::of(value).is_none_or(|link| index.contains_key(link.node)));
    }
}
