//! Circles among the nodes of a workflow: nodes that wait for each other, so that no engine runs
//! them.

use std::collections::HashMap;

use super::{Problem, Workflow};

/// How many circles, and of each how many nodes, are worth naming.
const MOST_NAMED: usize = 10;

/// The circles, each a problem at one of its nodes that names the others.
pub(super) fn problems(workflow: &Workflow) -> Vec<Problem> {
    let named = circles(workflow)
        .into_iter()
        .take(MOST_NAMED)
        .map(|circle| {
            let first = &workflow.nodes[circle[0]];
            let ids = circle
                .iter()
                .take(MOST_NAMED)
                .map(|node| workflow.nodes[*node].id.as_str());
            let mut way = ids.collect::<Vec<_>>().join(" → ");
            if circle.len() > MOST_NAMED {
                way.push_str(" → …");
            }
            let message = format!(
                "it waits for itself: {way} → {}; take one of these links away",
                first.id
            );
            Problem::at(first, message)
        });
    named.collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    No,
    OnTheWay(usize),
    Done,
}

/// A walk along the links from every node: a link to a node on the way closes a circle.
fn circles(workflow: &Workflow) -> Vec<Vec<usize>> {
    let feeds = feeds(workflow);
    let mut seen = vec![Seen::No; feeds.len()];
    let mut circles = Vec::new();
    for start in 0..feeds.len() {
        if seen[start] != Seen::No {
            continue;
        }
        seen[start] = Seen::OnTheWay(0);
        let mut way = vec![(start, 0)];
        while let Some((node, next)) = way.last_mut() {
            let Some(&feed) = feeds[*node].get(*next) else {
                seen[*node] = Seen::Done;
                way.pop();
                continue;
            };
            *next += 1;
            match seen[feed] {
                Seen::No => {
                    seen[feed] = Seen::OnTheWay(way.len());
                    way.push((feed, 0));
                }
                Seen::OnTheWay(from) if circles.len() < MOST_NAMED => {
                    circles.push(way[from..].iter().map(|(node, _)| *node).rev().collect());
                }
                _ => {}
            }
        }
    }
    circles
}

/// Which nodes feed each node, by place.
fn feeds(workflow: &Workflow) -> Vec<Vec<usize>> {
    let nodes = workflow.nodes.iter().enumerate();
    let places: HashMap<&str, usize> = nodes.map(|(place, node)| (&*node.id, place)).collect();
    let feeds = workflow.nodes.iter().map(|node| {
        let links = node
            .links()
            .filter_map(|(_, link)| places.get(link.node.as_str()).copied());
        links.collect()
    });
    feeds.collect()
}
