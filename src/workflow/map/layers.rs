//! Places nodes without positions in layers, from the inputs on the left to the outputs on the right.

use super::rect::Rect;

const NODE: [f64; 2] = [200.0, 72.0];
const GAP: [f64; 2] = [72.0, 28.0];
/// Every layer may have as many nodes in one column.
const MIN_ROWS: usize = 6;
/// Every row has room for as many columns.
const MIN_COLUMNS: usize = 8;
/// The most that a map is wider than high, if it has more columns.
const WIDEST: f64 = 3.0;
/// How often the order within the layers is improved.
const SWEEPS: usize = 4;

/// The places of nodes with these links, each from one node to another.
pub(super) fn layout(count: usize, links: &[[usize; 2]]) -> Vec<Rect> {
    let graph = Graph::new(count, links);
    let mut layers = graph.layers();
    graph.order(&mut layers);
    place(count, &layers)
}

struct Graph {
    /// For each node, the nodes before and after it.
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl Graph {
    fn new(count: usize, links: &[[usize; 2]]) -> Self {
        let (mut before, mut after) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for &[from, to] in links {
            if let (Some(after), Some(before)) = (after.get_mut(from), before.get_mut(to)) {
                after.push(to);
                before.push(from);
            }
        }
        Self { before, after }
    }

    /// The nodes of each layer: every node is right of all that it takes from, and what takes from nothing is just
    /// left of its first use.
    #[expect(
        clippy::indexing_slicing,
        reason = "each list has an entry for each node, all links are between nodes, and no layer is after the last"
    )]
    fn layers(&self) -> Vec<Vec<usize>> {
        let count = self.before.len();
        let mut layer = vec![0_usize; count];
        for node in self.sorted() {
            for next in &self.after[node] {
                layer[*next] = layer[*next].max(layer[node] + 1);
            }
        }
        for node in 0..count {
            let uses = self.after[node].iter().map(|next| layer[*next]).min();
            if self.before[node].is_empty() {
                layer[node] = uses.map_or(0, |first| first.saturating_sub(1));
            }
        }
        let last = layer.iter().max().copied().unwrap_or_default();
        let mut layers = vec![Vec::new(); last + 1];
        for (node, layer) in layer.into_iter().enumerate() {
            layers[layer].push(node);
        }
        layers
    }

    /// The nodes in an order in which each follows those that it takes from. Nodes of a circle, which no engine
    /// runs, are left out.
    fn sorted(&self) -> Vec<usize> {
        let mut missing: Vec<usize> = self.before.iter().map(Vec::len).collect();
        let first = missing.iter().enumerate().filter(|(_, count)| **count == 0);
        let mut sorted: Vec<usize> = first.map(|(node, _)| node).collect();
        let mut at = 0;
        while let Some(node) = sorted.get(at).copied() {
            at += 1;
            for next in self.after.get(node).into_iter().flatten() {
                if let Some(missing) = missing.get_mut(*next) {
                    *missing -= 1;
                    if *missing == 0 {
                        sorted.push(*next);
                    }
                }
            }
        }
        sorted
    }

    /// Sorts every layer so that nodes are near those that they are linked to.
    fn order(&self, layers: &mut [Vec<usize>]) {
        let mut rows = vec![0.0; self.before.len()];
        for layer in &*layers {
            number(layer, &mut rows);
        }
        for sweep in 0..SWEEPS {
            match sweep % 2 {
                0 => sort_layers(&mut layers.iter_mut(), &self.before, &mut rows),
                _ => sort_layers(&mut layers.iter_mut().rev(), &self.after, &mut rows),
            }
        }
    }
}

/// Sorts each layer by the rows of the nodes that its own are linked to.
#[expect(
    clippy::indexing_slicing,
    reason = "`linked` and `rows` have an entry for each node, and all links are between nodes"
)]
fn sort_layers(
    layers: &mut dyn Iterator<Item = &mut Vec<usize>>,
    linked: &[Vec<usize>],
    rows: &mut [f64],
) {
    for layer in layers {
        let mean = |node: &usize| match linked[*node].as_slice() {
            [] => rows[*node],
            all => all.iter().map(|other| rows[*other]).sum::<f64>() / all.len() as f64,
        };
        let mut keyed: Vec<(f64, usize)> = layer.iter().map(|node| (mean(node), *node)).collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        *layer = keyed.into_iter().map(|(_, node)| node).collect();
        number(layer, rows);
    }
}

/// Numbers the rows of a layer's nodes from its middle.
fn number(layer: &[usize], rows: &mut [f64]) {
    let middle = layer.len() as f64 / 2.0;
    for (index, node) in layer.iter().enumerate() {
        if let Some(row) = rows.get_mut(*node) {
            *row = index as f64 - middle;
        }
    }
}

/// Columns side by side, each in the middle. A high layer becomes several columns, and a long row of columns is
/// continued below, like a text.
fn place(count: usize, layers: &[Vec<usize>]) -> Vec<Rect> {
    let rows = ((count as f64).sqrt() * 1.2).ceil() as usize;
    let rows = rows.max(MIN_ROWS);
    let columns: Vec<&[usize]> = layers
        .iter()
        .flat_map(|layer| layer.chunks(rows))
        .filter(|column| !column.is_empty())
        .collect();
    let [width, height] = [NODE[0] + GAP[0], NODE[1] + GAP[1]];
    let mut rects = vec![Rect::default(); count];
    let mut top = 0.0;
    for band in columns.chunks(columns_per_band(&columns)) {
        let highest = band
            .iter()
            .map(|column| column.len())
            .max()
            .unwrap_or_default();
        for (column, nodes) in band.iter().enumerate() {
            let start = top + (highest - nodes.len()) as f64 / 2.0 * height;
            for (row, node) in nodes.iter().enumerate() {
                let at = [column as f64 * width, start + row as f64 * height];
                if let Some(rect) = rects.get_mut(*node) {
                    *rect = Rect::new(at, NODE);
                }
            }
        }
        top += highest as f64 * height + GAP[0];
    }
    rects
}

/// So many that the map is about three times as wide as high.
fn columns_per_band(columns: &[&[usize]]) -> usize {
    let highest = columns.iter().map(|column| column.len()).max().unwrap_or(1) as f64;
    let across = columns.len() as f64 * (NODE[0] + GAP[0]);
    let down = highest * (NODE[1] + GAP[1]) + GAP[0];
    let bands = (across / (WIDEST * down)).sqrt().ceil().max(1.0);
    ((columns.len() as f64 / bands).ceil() as usize).max(MIN_COLUMNS)
}
