//! Circles among the nodes of a workflow: nodes that wait for each other, so that no engine runs
//! them.

use super::links::Feeds;
use super::{Problem, Workflow};

/// How many circles, and of each how many nodes, are worth naming.
const MOST_NAMED: usize = 10;

/// The circles, each a problem at one of its nodes that names the others.
pub(super) fn problems(workflow: &Workflow, feeds: &Feeds) -> Vec<Problem> {
    let named = circles(feeds).into_iter().take(MOST_NAMED).map(|circle| {
        let first = &workflow.nodes[circle[0]];
        let ids = circle
            .iter()
            .take(MOST_NAMED)
            .map(|node| workflow.nodes[*node].id.as_str());
        let mut way = ids.collect::<Vec<_>>().join(" → ");
        if circle.len() > MOST_NAMED {
            way.push_str(" → …");
        }
        way.push_str(" → ");
        way.push_str(&first.id);
        let message = format!("it depends on itself: {way}; remove one of these links");
        Problem::at(first, message).coded("circle", &[&way])
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
fn circles(feeds: &Feeds) -> Vec<Vec<usize>> {
    let mut seen = vec![Seen::No; feeds.len()];
    let mut circles = Vec::new();
    for start in 0..feeds.len() {
        if seen[start] != Seen::No {
            continue;
        }
        seen[start] = Seen::OnTheWay(0);
        let mut way = vec![(start, 0)];
        while let Some((node, next)) = way.last_mut() {
            let Some(&feed) = feeds.feeding(*node).get(*next) else {
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
