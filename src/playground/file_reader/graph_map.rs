//! The map of a workflow's graph, as the file reader returns it. Pure.

use json::Json;

/// A map of a graph. Its top left corner is 0, 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GraphMap {
    /// The width and height.
    pub(crate) size: [f64; 2],
    /// The nodes.
    pub(crate) nodes: Vec<MapNode>,
    /// The links, each from one position in `nodes` to another.
    pub(crate) links: Vec<[usize; 2]>,
    /// The groups and subgraphs.
    pub(crate) areas: Vec<MapArea>,
}

/// A node on a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MapNode {
    /// The node's id.
    pub(crate) id: String,
    /// Its title, or else its class.
    pub(crate) name: String,
    /// Its left and top edge, width and height.
    pub(crate) rect: [f64; 4],
}

/// An area that contains nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MapArea {
    /// The title; may be empty.
    pub(crate) name: String,
    /// Its left and top edge, width and height.
    pub(crate) rect: [f64; 4],
}

impl GraphMap {
    pub(super) fn of(json: &Json<'_>) -> Option<Self> {
        let size = numbers(json.get("size"));
        let node = |node: &Json<'_>| MapNode {
            id: node.get("id").to_word().unwrap_or_default(),
            name: node.get("name").to_word().unwrap_or_default(),
            rect: numbers(node.get("rect")),
        };
        let area = |area: &Json<'_>| MapArea {
            name: area.get("name").to_word().unwrap_or_default(),
            rect: numbers(area.get("rect")),
        };
        let nodes: Vec<MapNode> = json.get("nodes").items().iter().map(node).collect();
        let link = |link: &Json<'_>| numbers(link).map(|position: f64| position as usize);
        let mut links: Vec<[usize; 2]> = json.get("links").items().iter().map(link).collect();
        links.retain(|link| link.iter().all(|position| *position < nodes.len()));
        let is_usable = json.is_object() && size.iter().all(|side| *side > 0.0);
        is_usable.then(|| Self {
            size,
            nodes,
            links,
            areas: json.get("areas").items().iter().map(area).collect(),
        })
    }
}

/// The first numbers of a list; 0 for those that are missing.
fn numbers<const COUNT: usize>(list: &Json<'_>) -> [f64; COUNT] {
    let mut numbers = [0.0; COUNT];
    for (number, item) in numbers.iter_mut().zip(list.items()) {
        *number = item.to_text().parse().unwrap_or_default();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Option<GraphMap> {
        GraphMap::of(&Json::read(text.as_bytes(), 10).unwrap())
    }

    #[test]
    fn a_map_is_read_as_the_reader_writes_it() {
        let text = r#"{"size":[300,100],"nodes":[{"id":"6","name":"Prompt","rect":[24,24,200,60]}],
            "links":[[0,0],[0,9]],"areas":[{"name":"","rect":[0,0,300,100]}]}"#;
        let map = map(text).unwrap();
        assert_eq!(map.nodes[0].rect, [24.0, 24.0, 200.0, 60.0]);
        assert_eq!(
            (map.nodes[0].id.as_str(), map.nodes[0].name.as_str()),
            ("6", "Prompt")
        );
        assert_eq!(map.links, [[0, 0]], "a link to nothing is left out");
        assert_eq!(map.areas.len(), 1);
    }

    #[test]
    fn nothing_else_is_a_map() {
        for text in ["null", "[]", "{}", r#"{"size":[0,5]}"#, r#"{"size":"x"}"#] {
            assert_eq!(map(text), None, "{text}");
        }
    }
}
