//! The nodes that depend on themselves. Nothing here recurses, because a prompt may be one long chain.

use std::slice;

/// The nodes on the cycles that a depth-first search finds, which follows the links of each node in `links`.
/// Every cycle has at least one of them.
pub(super) fn on_cycles(links: &[Vec<usize>]) -> Vec<usize> {
    let mut search = Search {
        links,
        depths: vec![Depth::New; links.len()],
        cyclic: Vec::new(),
    };
    for start in 0..links.len() {
        search.visit(start);
    }
    search.cyclic
}

#[derive(Clone, Copy)]
enum Depth {
    New,
    /// On the current path, at this position.
    OnPath(usize),
    Done,
}

struct Search<'a> {
    links: &'a [Vec<usize>],
    depths: Vec<Depth>,
    cyclic: Vec<usize>,
}

/// A node on the current path.
struct Step<'a> {
    node: usize,
    /// The links that are not followed yet.
    links: slice::Iter<'a, usize>,
    /// The first position on the path that a link leads back to, from here or from what was visited after it.
    back_to: usize,
}

impl<'a> Search<'a> {
    fn visit(&mut self, start: usize) {
        let mut path = Vec::new();
        self.enter(start, &mut path);
        while let Some(step) = path.last_mut() {
            let Some(&source) = step.links.next() else {
                self.leave(&mut path);
                continue;
            };
            match self.depths.get(source) {
                Some(Depth::New) => self.enter(source, &mut path),
                Some(Depth::OnPath(position)) => step.back_to = step.back_to.min(*position),
                Some(Depth::Done) | None => {}
            }
        }
    }

    fn enter(&mut self, node: usize, path: &mut Vec<Step<'a>>) {
        if let Some(links) = self.links.get(node)
            && let Some(depth @ Depth::New) = self.depths.get_mut(node)
        {
            *depth = Depth::OnPath(path.len());
            path.push(Step {
                node,
                links: links.iter(),
                back_to: usize::MAX,
            });
        }
    }

    fn leave(&mut self, path: &mut Vec<Step>) {
        let Some(step) = path.pop() else { return };
        if let Some(depth) = self.depths.get_mut(step.node) {
            *depth = Depth::Done;
        }
        let position = path.len();
        if step.back_to <= position {
            self.cyclic.push(step.node);
        }
        if let Some(before) = path.last_mut().filter(|_| step.back_to < position) {
            before.back_to = before.back_to.min(step.back_to);
        }
    }
}
