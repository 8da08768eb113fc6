//! Dependency cycles: nodes that depend on each other, so that no engine can run them.

use std::slice;

use super::dependencies::Dependencies;
use super::graph::Workflow;
use super::problem::Problem;

/// Maximum number of cycles reported, and of nodes named per cycle.
const MOST_NAMED: usize = 10;

/// The cycles, each as a problem of one of its nodes that names the others.
pub(super) fn problems(workflow: &Workflow, dependencies: &Dependencies) -> Vec<Problem> {
    let cycles = cycles(dependencies).into_iter().take(MOST_NAMED);
    let problems = cycles.filter_map(|cycle| {
        let nodes = cycle.iter().filter_map(|node| workflow.nodes.get(*node));
        let first = nodes.clone().next()?;
        let ids = nodes.clone().take(MOST_NAMED).map(|node| node.id.as_str());
        let mut path = ids.collect::<Vec<_>>().join(" → ");
        if cycle.len() > MOST_NAMED {
            path.push_str(" → …");
        }
        path.push_str(" → ");
        path.push_str(&first.id);
        let message = format!("it depends on itself: {path}; remove one of these links");
        let problem = Problem::at(first, message).coded("circle", &[&path]);
        let source = nodes.clone().next_back()?;
        let mut links = first.links();
        Some(match links.find(|(_, link)| link.node == source.id) {
            Some((input, _)) => problem.of_input(input),
            None => problem,
        })
    });
    problems.collect()
}

/// The state of a node in the depth-first search.
#[derive(Clone, Copy)]
enum Visit {
    New,
    /// On the current path, at this position.
    OnPath(usize),
    Done,
}

/// Searches depth first from every node: a link to a node on the current path closes a cycle.
fn cycles(dependencies: &Dependencies) -> Vec<Vec<usize>> {
    let mut visits = vec![Visit::New; dependencies.len()];
    let mut cycles = Vec::new();
    for start in 0..dependencies.len() {
        let mut path = Vec::new();
        // The nodes to visit next: the start, and the dependencies of each node on the path.
        let mut open = vec![slice::from_ref(&start).iter()];
        while let Some(next) = open.last_mut() {
            let Some(&node) = next.next() else {
                open.pop();
                if let Some(visit) = path.pop().and_then(|node| visits.get_mut(node)) {
                    *visit = Visit::Done;
                }
                continue;
            };
            match visits.get_mut(node) {
                Some(visit @ Visit::New) => {
                    *visit = Visit::OnPath(path.len());
                    path.push(node);
                    open.push(dependencies.of_node(node).iter());
                }
                Some(Visit::OnPath(from)) if cycles.len() < MOST_NAMED => {
                    cycles.push(path.iter().skip(*from).rev().copied().collect());
                }
                _ => {}
            }
        }
    }
    cycles
}
