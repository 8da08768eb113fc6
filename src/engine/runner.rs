//! Runs a workflow that passed its check: one node after the other, each when all that feeds it is
//! there. Knows nothing of queues or of who listens.

mod values;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

use serde_json::{Map, Value as Json};

use super::call::{Call, Done, Failure, Job, Steps};
use super::class::Class;
use super::value::Value;
use super::{coerce, nodes};
use crate::workflow::{Link, Node, Workflow};
use values::Values;

/// What happens while a workflow runs, in this order for each node.
pub(crate) enum Event<'a> {
    /// A node is about to be computed.
    Started(&'a Node),
    /// A node is so many steps of so many on its way.
    Advanced(&'a Node, u32, u32),
    /// An output node has something to show.
    Shown(&'a Node, &'a Map<String, Json>),
    /// A node was computed.
    Finished(&'a Node),
}

/// Where and why a run ended early.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// The id of the node.
    pub(crate) node: String,
    /// Its class.
    pub(crate) class: String,
    /// The nodes computed before it.
    pub(crate) executed: Vec<String>,
    /// Why.
    pub(crate) failure: Failure,
}

/// Runs all that these output nodes need.
pub(crate) fn run(
    workflow: &Workflow,
    outputs: &[String],
    job: &Job,
    watch: &mut dyn FnMut(Event),
) -> Result<(), Stopped> {
    let order = order(workflow, outputs);
    let mut values = Values::new(&order);
    let mut executed = Vec::new();
    let watch = RefCell::new(watch);
    for node in order {
        watch.borrow_mut()(Event::Started(node));
        let tell = |done, all| watch.borrow_mut()(Event::Advanced(node, done, all));
        match step(node, &mut values, job, Steps::new(&tell)) {
            Ok(Some(shown)) => watch.borrow_mut()(Event::Shown(node, &shown)),
            Ok(None) => {}
            Err(failure) => {
                let (node, class) = (node.id.clone(), node.class.clone());
                return Err(Stopped {
                    node,
                    class,
                    executed,
                    failure,
                });
            }
        }
        watch.borrow_mut()(Event::Finished(node));
        executed.push(node.id.clone());
    }
    Ok(())
}

fn step(
    node: &Node,
    values: &mut Values,
    job: &Job,
    steps: Steps,
) -> Result<Option<Map<String, Json>>, Failure> {
    if job.stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let class = nodes::class(&node.class)
        .ok_or_else(|| Failure::because(format!("this engine has no node class {}", node.class)))?;
    let call = Call {
        class,
        inputs: inputs(node, class, values)?,
        job,
        steps,
    };
    let Done { outputs, shown } = (class.run)(&call)?;
    drop(call);
    values.release(node);
    values.keep(node, outputs)?;
    Ok(shown)
}

fn inputs(
    node: &Node,
    class: &'static Class,
    values: &Values,
) -> Result<HashMap<&'static str, Value>, Failure> {
    let mut inputs = HashMap::new();
    for input in class.inputs {
        let given = node.inputs.get(input.name);
        let value = match given.map(|given| (given, Link::of(given))) {
            Some((_, Some(link))) => values.get(link),
            Some((given, None)) => coerce::literal(input, given).ok(),
            None => None,
        };
        let value = value
            .ok_or_else(|| Failure::because(format!("the input `{}` has no value", input.name)))?;
        inputs.insert(input.name, value);
    }
    Ok(inputs)
}

/// The nodes these outputs need, each after all that feeds it; outputs in their given order.
fn order<'a>(workflow: &'a Workflow, outputs: &[String]) -> Vec<&'a Node> {
    let nodes = workflow.nodes.iter();
    let by_id: HashMap<&str, &Node> = nodes.map(|node| (node.id.as_str(), node)).collect();
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for output in outputs
        .iter()
        .filter_map(|id| by_id.get(id.as_str()).copied())
    {
        if !seen.insert(output.id.as_str()) {
            continue;
        }
        let mut path = vec![(output, sources(output, &by_id))];
        while let Some((node, open)) = path.last_mut() {
            match open.pop() {
                Some(source) if seen.insert(&source.id) => {
                    path.push((source, sources(source, &by_id)))
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}

/// What feeds a node, the last input first.
fn sources<'a>(node: &Node, by_id: &HashMap<&str, &'a Node>) -> Vec<&'a Node> {
    let class = nodes::class(&node.class);
    let known = |name: &str| class.is_some_and(|class| class.input(name).is_some());
    let links = node.links().filter(|(name, _)| known(name));
    let mut found: Vec<_> = links
        .filter_map(|(_, link)| by_id.get(link.node).copied())
        .collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests;
