//! The nodes that depend on themselves. Nothing here recurses, because a prompt may be one long chain.

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
struct Step {
    node: usize,
    /// The next of its links.
    next: usize,
    /// The first position on the path that a link leads back to, from here or from what was visited after it.
    back_to: usize,
}

impl Search<'_> {
    fn visit(&mut self, start: usize) {
        let mut path = Vec::new();
        self.enter(start, &mut path);
        while let Some(step) = path.last_mut() {
            let Some(&source) = self.links[step.node].get(step.next) else {
                self.leave(&mut path);
                continue;
            };
            step.next += 1;
            match self.depths[source] {
                Depth::New => self.enter(source, &mut path),
                Depth::OnPath(position) => step.back_to = step.back_to.min(position),
                Depth::Done => {}
            }
        }
    }

    fn enter(&mut self, node: usize, path: &mut Vec<Step>) {
        if matches!(self.depths[node], Depth::New) {
            self.depths[node] = Depth::OnPath(path.len());
            path.push(Step {
                node,
                next: 0,
                back_to: usize::MAX,
            });
        }
    }

    fn leave(&mut self, path: &mut Vec<Step>) {
        let Some(step) = path.pop() else { return };
        self.depths[step.node] = Depth::Done;
        let position = path.len();
        if step.back_to <= position {
            self.cyclic.push(step.node);
        }
        if let Some(before) = path.last_mut().filter(|_| step.back_to < position) {
            before.back_to = before.back_to.min(step.back_to);
        }
    }
}
