//! Dependency cycles: nodes that depend on each other, so that no engine can run them.

use super::dependencies::Dependencies;
use super::graph::Workflow;
use super::problem::Problem;

/// Maximum number of cycles reported, and of nodes named per cycle.
const MOST_NAMED: usize = 10;

/// The cycles, each as a problem of one of its nodes that names the others.
pub(super) fn problems(workflow: &Workflow, dependencies: &Dependencies) -> Vec<Problem> {
    let cycles = cycles(dependencies).into_iter().take(MOST_NAMED);
    let problems = cycles.map(|cycle| {
        let first = &workflow.nodes[cycle[0]];
        let ids = cycle
            .iter()
            .take(MOST_NAMED)
            .map(|node| workflow.nodes[*node].id.as_str());
        let mut path = ids.collect::<Vec<_>>().join(" → ");
        if cycle.len() > MOST_NAMED {
            path.push_str(" → …");
        }
        path.push_str(" → ");
        path.push_str(&first.id);
        let message = format!("it depends on itself: {path}; remove one of these links");
        let problem = Problem::at(first, message).coded("circle", &[&path]);
        let source = cycle.last().map(|node| workflow.nodes[*node].id.as_str());
        let mut links = first.links();
        match links.find(|(_, link)| Some(link.node) == source) {
            Some((input, _)) => problem.of_input(input),
            None => problem,
        }
    });
    problems.collect()
}

/// The state of a node in the depth-first search.
#[derive(Clone, Copy, PartialEq)]
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
        if visits[start] != Visit::New {
            continue;
        }
        visits[start] = Visit::OnPath(0);
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&dependency) = dependencies.of_node(*node).get(*next) else {
                visits[*node] = Visit::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match visits[dependency] {
                Visit::New => {
                    visits[dependency] = Visit::OnPath(path.len());
                    path.push((dependency, 0));
                }
                Visit::OnPath(from) if cycles.len() < MOST_NAMED => {
                    cycles.push(path[from..].iter().map(|(node, _)| *node).rev().collect());
                }
                _ => {}
            }
        }
    }
    cycles
}
