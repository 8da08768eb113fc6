//! The map with its legend.

use std::rc::Rc;

use super::drawing;
use super::interaction::node_of;
use super::nodes::Nodes;
use super::scale::{Observed, Scale};
use super::view::MapView;
use crate::exposure::opened::Opened;
use crate::messages as say;
use ui::{El, RwSignal, StoredValue, el};

/// The map; `None` if the workflow has too many nodes for one.
pub(in crate::exposure) fn map(opened: Opened) -> Option<El> {
    let map = Rc::new(opened.map.get_value()?);
    let choice = opened.choice.get_value()?;
    let scale = Scale::of(map.size);
    let svg = drawing::svg(&map, scale);
    let view = MapView {
        opened,
        svg: svg.node().clone(),
        scale,
        nodes: Rc::new(Nodes::new(&map, &choice)),
        map,
        elements: RwSignal::new(Vec::new()),
        current: StoredValue::new(0),
    };
    let observed = Observed::new(svg.node(), scale);
    view.clone().draw_soon();
    let (states, lit, names) = (view.clone(), view.clone(), view.clone());
    let (click, key, focus) = (view.clone(), view.clone(), view);
    let svg = svg
        .effect(move || states.show_states())
        .effect(move || lit.show_lit())
        .effect(move || names.show_names())
        .on("click", move |event| click.on_click(&event))
        .on("keydown", move |event| key.on_key(&event))
        .on("focusin", move |event| focus.make_current(node_of(&event)))
        .keep(observed);
    let legend = el("figcaption", "hint").text(say::MAP_LEGEND);
    Some(el("figure", "map").child(svg).child(legend))
}
