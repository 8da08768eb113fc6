//! The layout of a graph in a file of the editor: nodes with positions, and groups. Links and widgets are skipped.

use serde::de::MapAccess;
use serde_json::Value;

use super::rect::Rect;
use crate::serialized::{Definitions, id};
use crate::tolerant::{Keyed, List, Tolerant, skip, text};

/// The height of a node's title, which is above its position.
const TITLE: f64 = 30.0;
/// The size of a node whose file does not have one.
const SIZE: [f64; 2] = [210.0, 60.0];
/// No editor has a node further away.
const FURTHEST: f64 = 1e6;

/// The nodes and groups of a graph.
#[derive(Default)]
pub(super) struct SavedGraph {
    pub(super) id: String,
    pub(super) nodes: Vec<SavedNode>,
    pub(super) groups: Vec<SavedGroup>,
    pub(super) subgraphs: Vec<SavedGraph>,
    pub(super) group_nodes: Vec<(String, SavedGraph)>,
}

/// A node.
#[derive(Default)]
pub(super) struct SavedNode {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) title: Option<String>,
    position: Option<[f64; 2]>,
    size: Option<[f64; 2]>,
    is_collapsed: bool,
}

/// A group.
#[derive(Default)]
pub(super) struct SavedGroup {
    pub(super) title: String,
    pub(super) rect: Option<Rect>,
}

impl SavedNode {
    /// Its place with its title; `None` without a position.
    pub(super) fn rect(&self) -> Option<Rect> {
        let [x, y] = self.position?;
        let [width, height] = self.size.unwrap_or(SIZE).map(|side| side.max(TITLE));
        let height = if self.is_collapsed { 0.0 } else { height };
        Some(Rect::new([x, y - TITLE], [width, height + TITLE]))
    }
}

impl Keyed for SavedGraph {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.id = id(&map.next_value()?).unwrap_or_default(),
            // An element that is not an object keeps its position: group nodes count them.
            "nodes" => {
                let nodes: List<SavedNode> = map.next_value()?;
                let nodes = nodes.0.unwrap_or_default().into_iter();
                self.nodes = nodes.map(Option::unwrap_or_default).collect();
            }
            "groups" => self.groups = map.next_value::<List<_>>()?.read(),
            "definitions" => {
                let definitions: Tolerant<Definitions<Self>> = map.next_value()?;
                self.subgraphs = definitions.0.unwrap_or_default().0;
            }
            "extra" => {
                let extra: Tolerant<Extra> = map.next_value()?;
                self.group_nodes = extra.0.unwrap_or_default().0.0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

impl Keyed for SavedNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.id = id(&map.next_value()?).unwrap_or_default(),
            "type" => self.class = text(map.next_value()?).unwrap_or_default(),
            "title" => self.title = text(map.next_value()?),
            "pos" => self.position = pair(&map.next_value()?),
            "size" => self.size = pair(&map.next_value()?),
            "flags" => {
                let flags: Value = map.next_value()?;
                self.is_collapsed = flags.get("collapsed") == Some(&Value::Bool(true));
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

impl Keyed for SavedGroup {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "title" => self.title = text(map.next_value()?).unwrap_or_default(),
            "bounding" => {
                self.rect = bounding(&map.next_value()?);
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"groupNodes": {…}}`.
#[derive(Default)]
struct Extra(GroupNodes);

impl Keyed for Extra {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "groupNodes" => {
                let groups: Tolerant<GroupNodes> = map.next_value()?;
                self.0 = groups.0.unwrap_or_default();
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

#[derive(Default)]
struct GroupNodes(Vec<(String, SavedGraph)>);

impl Keyed for GroupNodes {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if let Some(group) = map.next_value::<Tolerant<SavedGraph>>()?.0 {
            self.0.push((key.to_owned(), group));
        }
        Ok(())
    }
}

/// `[x, y]`; older files have `{"0": x, "1": y}`.
fn pair(value: &Value) -> Option<[f64; 2]> {
    let side = |index: usize| {
        let side = value.get(index).or_else(|| value.get(index.to_string()));
        distance(side?)
    };
    Some([side(0)?, side(1)?])
}

/// `[x, y, width, height]`.
fn bounding(sides: &Value) -> Option<Rect> {
    let side = |index: usize| distance(sides.get(index)?);
    Some(Rect::new([side(0)?, side(1)?], [side(2)?, side(3)?]))
}

fn distance(value: &Value) -> Option<f64> {
    value.as_f64().filter(|side| side.abs() < FURTHEST)
}
