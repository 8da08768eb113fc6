//! Runs a valid workflow: one node at a time, each after its sources. Knows nothing about queues or
//! listeners.

mod execution_order;
mod result_cache;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

use serde_json::{Map, Value as Json};

use super::coercion::coerce;
use super::context::{NodeContext, RunContext};
use super::execution_error::ExecutionError;
use super::input::Input;
use super::node_output::NodeOutput;
use super::nodes;
use super::progress::Progress;
use super::value::Value;
use execution_order::execution_order;
use result_cache::ResultCache;
use workflow::{Link, Node, Workflow};

/// An event of a run; for each node they come in this order.
pub enum RunEvent<'a> {
    /// A node starts.
    Started(&'a Node),
    /// A node has done this many steps of a total.
    Advanced(&'a Node, u32, u32),
    /// An output node has a `ui` output.
    Executed(&'a Node, &'a Map<String, Json>),
    /// A node is finished.
    Finished(&'a Node),
}

/// Where and why a run ended early.
#[derive(Debug)]
pub struct RunError {
    /// The id of the node.
    pub node: String,
    /// Its class.
    pub class: String,
    /// The ids of the nodes that finished before it.
    pub executed: Vec<String>,
    /// Why the node produced no result.
    pub cause: ExecutionError,
}

/// Runs every node that these outputs need.
pub fn run(
    workflow: &Workflow,
    outputs: &[String],
    context: &RunContext,
    on_event: &mut dyn FnMut(RunEvent),
) -> Result<(), RunError> {
    let order = execution_order(workflow, outputs);
    let mut cache = ResultCache::new(&order);
    let mut executed = Vec::new();
    let on_event = RefCell::new(on_event);
    for node in order {
        on_event.borrow_mut()(RunEvent::Started(node));
        let report = |done, total| on_event.borrow_mut()(RunEvent::Advanced(node, done, total));
        match run_node(node, &mut cache, context, Progress::new(&report)) {
            Ok(Some(ui)) => on_event.borrow_mut()(RunEvent::Executed(node, &ui)),
            Ok(None) => {}
            Err(cause) => {
                return Err(RunError {
                    node: node.id.clone(),
                    class: node.class.clone(),
                    executed,
                    cause,
                });
            }
        }
        on_event.borrow_mut()(RunEvent::Finished(node));
        executed.push(node.id.clone());
    }
    Ok(())
}

fn run_node(
    node: &Node,
    cache: &mut ResultCache,
    run: &RunContext,
    progress: Progress,
) -> Result<Option<Map<String, Json>>, ExecutionError> {
    if run.interrupted.load(Ordering::Relaxed) {
        return Err(ExecutionError::Interrupted);
    }
    let class = nodes::class(&node.class).ok_or_else(|| {
        ExecutionError::new(format!("this engine has no node class {}", node.class))
    })?;
    let declared = class.inputs_of(&node.inputs);
    let context = NodeContext {
        inputs: inputs(node, &declared, cache)?,
        declared,
        run,
        text_left: cache.text_left(),
        progress,
    };
    let NodeOutput { values, ui } = (class.run)(&context)?;
    drop(context);
    cache.release(node);
    cache.insert(node, values, ui.as_ref())?;
    Ok(ui)
}

fn inputs(
    node: &Node,
    declared: &[&'static Input],
    cache: &ResultCache,
) -> Result<HashMap<&'static str, Value>, ExecutionError> {
    let mut inputs = HashMap::new();
    for input in declared {
        let given = node.inputs.get(input.name);
        let value = match given.map(|given| (given, Link::of(given))) {
            Some((_, Some(link))) => cache.get(link),
            Some((given, None)) => coerce(input, given).ok(),
            None if input.optional => continue,
            None => None,
        };
        let value = value.ok_or_else(|| {
            ExecutionError::new(format!("the input `{}` has no value", input.name))
        })?;
        inputs.insert(input.name, value);
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests;
