//! Names for the fields of candidates: those that people would write, and different from each other. Another node
//! does not change the name of a field.

use std::collections::HashSet;

use super::wording::own_title;
use super::{Candidate, title, words};
use crate::graph::Node;

/// Makes the names unique. The first node with a name keeps it: the editor counts up, so that it stays the first.
pub(super) fn make_unique<'a>(
    candidates: &mut [Candidate],
    node_of: impl Fn(&Candidate) -> Option<&'a Node>,
) {
    let plain: HashSet<String> = candidates.iter().map(|one| one.name.clone()).collect();
    let mut order: Vec<&mut Candidate> = candidates.iter_mut().collect();
    // Stable: the inputs of a node keep their order.
    order.sort_by_cached_key(|candidate| (!candidate.is_suggested, place(&candidate.node)));
    let mut taken: HashSet<String> = HashSet::new();
    for candidate in order {
        if taken.contains(&candidate.name) {
            let is_free = |name: &String| !taken.contains(name) && !plain.contains(name);
            let mut longer = longer(candidate, node_of(candidate)).into_iter();
            candidate.name = longer.find(is_free).unwrap_or_else(|| own(candidate));
        }
        taken.insert(candidate.name.clone());
    }
}

/// The position of a node by its id, such as `57:8`: a number before any text, and 9 before 10.
fn place(id: &str) -> Vec<(u64, String)> {
    let number = |part: &str| part.parse().unwrap_or(u64::MAX);
    id.split(':')
        .map(|part| (number(part), part.to_owned()))
        .collect()
}

/// Longer names: with a word of the node's title, or with the node's id.
fn longer(candidate: &Candidate, node: Option<&Node>) -> Vec<String> {
    let name = &candidate.name;
    let word = node.and_then(|node| {
        let class = node.class.to_lowercase();
        let says_more =
            |word: &&str| !class.contains(*word) && !name.split('_').any(|one| one == *word);
        let more = |title: String| {
            let words: Vec<&str> = title.split('_').filter(says_more).collect();
            words.join("_")
        };
        let mut more = title::names(own_title(node)?).map(more);
        more.find(|words| !words.is_empty())
    });
    let id = &candidate.node;
    // Within a subgraph, the last number is enough unless the subgraph is there twice.
    let inner = id.rsplit(':').next().unwrap_or(id);
    let additions = word
        .into_iter()
        .chain([words::name(inner), words::name(id)]);
    let longer = |addition: String| [name, "_", &addition].concat();
    additions.map(longer).collect()
}

/// A name that no other input can have.
fn own(candidate: &Candidate) -> String {
    [&candidate.name, "_", &candidate.node, ".", &candidate.input].concat()
}
